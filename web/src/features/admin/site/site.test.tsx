// The texts of the public site, as an administrator changes them.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { HomeSetting } from '@/shared/api/types'
import { noLinks } from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { conflictTexts, siteTexts } from '../messages'

vi.mock('@/shared/ui/RichTextField', () => import('@/testing/RichTextField'))

const sections = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ title: `T${i + 1}`, description: `D${i + 1}` }))

const home: HomeSetting = {
  _id: 'home',
  whyChooseUs: { heading: 'Why', subheading: 'Because', sections: sections(5) },
  examCategories: { heading: 'Exams', subheading: 'Choose' },
  achieveYourGoal: { heading: 'Goal', subheading: '<p>Six</p>', sections: sections(6) },
  testimonial: 'They say',
  latestNews: { heading: 'News', subheading: 'Latest' },
  links: noLinks,
  version: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const part = async (name: string) => within(await screen.findByRole('group', { name }))
const bodies = (log: Asked[]) => log.filter(({ method }) => method === 'PUT')

describe('the home page', () => {
  const update = 'PUT /admin/home-setting/update/home'
  const opened = (more: Parameters<typeof fakeApi>[0] = {}) => {
    const log = fakeApi({
      'GET /admin/home-setting': { data: home },
      'GET /admin/question-subjects': { data: [] },
      [update]: { data: home, message: siteTexts.saved },
      ...more,
    })
    return { log, router: renderAdmin('/admin/home-setting') }
  }

  it('shows each text in its part, and sends those that were changed', async () => {
    const { log, router } = opened()
    const why = await part('Why Choose Us')
    expect(screen.getByRole('link', { name: 'Home page' })).toHaveAttribute('aria-current', 'page')
    const texts = why.getAllByRole('textbox').map((box) => (box as HTMLInputElement).value)
    const fives = [1, 2, 3, 4, 5].flatMap((n) => [`T${n}`, `D${n}`])
    expect(texts).toEqual(['Why', 'Because', ...fives])
    const goal = await part('Achieve Your Goal')
    expect(goal.getByRole('textbox', { name: 'Subheading' })).toHaveValue('<p>Six</p>')
    await userEvent.type(goal.getByRole('textbox', { name: 'Description 6' }), '!')
    await userEvent.type(why.getByRole('textbox', { name: 'Title 1' }), '?')
    const said = await part('Testimonials')
    await userEvent.type(said.getByRole('textbox', { name: 'Heading' }), '.')
    await press('Save')
    expect(await screen.findByText(siteTexts.saved)).toBeVisible()
    expect(bodies(log).map(({ body }) => body)).toEqual([
      { wcuTitle1: 'T1?', aygDescription6: 'D6!', testimonialHeading: 'They say.', version: 2 },
    ])
    expect(router.state.location.pathname).toBe('/admin/home-setting')
  })

  it('sets and clears the links of the footer', async () => {
    const links = { ...noLinks, x: 'https://x.com/sabi' }
    const { log } = opened({ 'GET /admin/home-setting': { data: { ...home, links } } })
    const foot = await part('Links in the footer')
    await userEvent.clear(foot.getByRole('textbox', { name: 'X' }))
    await userEvent.type(foot.getByRole('textbox', { name: 'App in a store' }), 'https://a.test/b')
    await press('Save')
    expect(await screen.findByText(siteTexts.saved)).toBeVisible()
    expect(bodies(log).map(({ body }) => body)).toEqual([
      { xLink: '', appLink: 'https://a.test/b', version: 2 },
    ])
  })

  it('says what the server refuses at the text', async () => {
    const long = 'This text cannot exceed 160 characters'
    opened({ [update]: failure(422, 'invalid', long, { newsHeading: long }) })
    const news = await part('Latest News')
    const heading = news.getByRole('textbox', { name: 'Heading' })
    await userEvent.type(heading, '!')
    await press('Save')
    await waitFor(() => expect(heading).toHaveAccessibleDescription(long))
    await waitFor(() => expect(heading).toHaveFocus())
  })

  it('stays open once it is saved, and goes on from what is stored', async () => {
    let stored = home
    const { log } = opened({
      'GET /admin/home-setting': () => ({ data: stored }),
      [update]: ({ body }) => {
        const { newsHeading } = body as { newsHeading: string }
        stored = {
          ...stored,
          latestNews: { ...stored.latestNews, heading: newsHeading },
          version: stored.version + 1,
        }
        return { data: stored }
      },
    })
    const news = await part('Latest News')
    const heading = news.getByRole('textbox', { name: 'Heading' })
    for (const [typed, version] of [
      ['!', home.version],
      ['?', home.version + 1],
    ] as const) {
      await userEvent.type(heading, typed)
      await press('Save')
      await waitFor(() => expect(bodies(log).at(-1)?.body).toMatchObject({ version }))
      expect((await screen.findAllByText(siteTexts.saved))[0]).toBeVisible()
    }
    expect(heading).toHaveValue(`${home.latestNews.heading}!?`)
    expect(heading).toBeVisible()
  })

  it('takes no blank heading', async () => {
    const { log } = opened()
    const news = await part('Latest News')
    await userEvent.clear(news.getByRole('textbox', { name: 'Heading' }))
    await press('Save')
    expect(await screen.findByText('Latest News: Heading is required')).toBeVisible()
    expect(bodies(log)).toEqual([])
  })

  it('reports a change by somebody else, each text with its part', async () => {
    const theirs = { ...home, latestNews: { heading: 'Theirs', subheading: 'Latest' }, version: 3 }
    let stored = home
    const { log } = opened({
      'GET /admin/home-setting': () => ({ data: stored }),
      [update]: ({ body }) => {
        if ((body as { version: number }).version === 3) return { data: stored }
        stored = theirs
        return failure(409, 'changed', 'Someone else has changed this.', { version: 3 })
      },
    })
    const news = await part('Latest News')
    await userEvent.type(news.getByRole('textbox', { name: 'Heading' }), ' mine')
    await press('Save')
    const row = within(await screen.findByRole('table')).getByRole('row', { name: /^Latest News/ })
    expect(row).toHaveTextContent('Latest News: HeadingTheirsNews mine')
    await press(conflictTexts.merge)
    await press('Save')
    expect(await screen.findByText(siteTexts.saved)).toBeVisible()
    expect(bodies(log).at(-1)?.body).toEqual({ newsHeading: 'News mine', version: 3 })
  })
})

describe('questions that are asked often', () => {
  it('are cut in the list, and not sent without question and answer', async () => {
    const question = `How ${'long '.repeat(20)}?`
    const answer = `<p>Very <b>${'long '.repeat(30)}</b></p>`
    const row = { _id: 'f1', question, answer, status: true, version: 0, createdAt: home.createdAt }
    const log = fakeApi({ 'GET /admin/faqs': { data: [row], total: 1 } })
    const router = renderAdmin('/admin/faqs')
    const cut = `${question.slice(0, 60)}...`
    expect(await screen.findByRole('link', { name: cut })).toHaveAttribute('href', '/admin/faq/f1')
    expect(screen.getByText(`Very ${'long '.repeat(30)}`.slice(0, 100).concat('...'))).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: '+ Add FAQ' }))
    expect(router.state.location.pathname).toBe('/admin/faq/new')
    await press('Add FAQ')
    expect(await screen.findByText('Please fix the validation errors')).toBeVisible()
    const asked = await screen.findByRole('textbox', { name: 'Question' })
    expect(asked).toHaveAccessibleDescription('Question field is required')
    expect(screen.getByText('Answer field is required')).toBeVisible()
    expect(log.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('are not sent with more characters than the server takes', async () => {
    const log = fakeApi({
      'GET /admin/faqs': { data: [], total: 0 },
      'POST /admin/faqs/add': { success: true, faq: {} },
    })
    renderAdmin('/admin/faq/new')
    const asked = await screen.findByRole('textbox', { name: 'Question' })
    await userEvent.type(await screen.findByRole('textbox', { name: 'Answer' }), 'Yes')
    await userEvent.click(asked)
    // A sign of two UTF-16 units is one character.
    await userEvent.paste('😀'.repeat(501))
    await press('Add FAQ')
    expect(await screen.findByText('Please fix the validation errors')).toBeVisible()
    expect(asked).toHaveAccessibleDescription('Question cannot exceed 500 characters')
    expect(log.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.clear(asked)
    expect(asked).not.toBeInvalid()
    await userEvent.paste('😀'.repeat(500))
    await press('Add FAQ')
    expect(await screen.findByText('FAQ successfully added.')).toBeVisible()
  })
})
