// The public site: what the home page shows of what administrators wrote, where its cards lead,
// and what each page says where there is nothing, or no answer.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Banner, HomeSetting, News } from '@/shared/api/types'
import { useFlow } from '@/shared/flow/useFlow'
import { useSession } from '@/shared/session/useSession'
import { exam, examOffer, examPage, noLinks, student, visitorPaper, waec } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderApp } from '@/testing/renderApp'
import { contactTexts } from './Contact'
import { homePageTexts, homeTexts } from './home/messages'
import { publicTexts } from './messages'

const at = '2026-03-05T14:30:00.000Z'

const banner = (n: number, over: Partial<Banner> = {}): Banner => ({
  _id: `b${n}`,
  title: `Banner ${n}`,
  description: `<p>Text ${n}</p>`,
  image: null,
  btnUrl: '/faqs',
  btnName: `Button ${n}`,
  status: true,
  version: 0,
  createdAt: at,
  ...over,
})

const news = (n: number, over: Partial<News> = {}): News => ({
  _id: `n${n}`,
  title: `News ${n}`,
  description: `<p>Told ${n}</p>`,
  logo: null,
  status: true,
  version: 0,
  createdAt: at,
  ...over,
})

const sections = (name: string, n: number) =>
  Array.from({ length: n }, (_, i) => ({ title: `${name} ${i}`, description: `${name} text ${i}` }))

const setting: HomeSetting = {
  _id: 'home',
  whyChooseUs: { heading: 'Why us', subheading: 'Because', sections: sections('Why', 5) },
  examCategories: { heading: 'Our exams', subheading: 'Choose' },
  achieveYourGoal: {
    heading: 'Your goal',
    subheading: '<p>In <b>six</b> steps</p>',
    sections: sections('Step', 6),
  },
  testimonial: 'They say',
  latestNews: { heading: 'New here', subheading: 'Lately' },
  links: noLinks,
  version: 0,
  createdAt: at,
}

const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })
const coming = exam({
  _id: 'bece',
  title: 'JSCE (BECE)',
  status: false,
  video_link: 'https://video.example/guide',
})

const homePage = {
  'GET /admin/banners': { banners: [banner(1), banner(2, { status: false })], total: 2 },
  'GET /try': { data: visitorPaper(2) },
  'GET /admin/home-setting': { data: setting },
  'GET /exam-types': { data: [exam(), post, waec, coming].map(examOffer) },
  'GET /get-testimonials': {
    testimonials: [{ _id: 't1', name: 'Ada', image: null, description: '<p>Good</p>' }],
  },
  'GET /get-news-list': { data: [news(1), news(2), news(3)] },
}

describe('home', () => {
  it('shows what administrators wrote: active banners alone, the latest two news', async () => {
    fakeApi(homePage)
    renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Banner 1' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Button 1' })).toHaveAttribute('href', '/faqs')
    expect(screen.queryByText('Banner 2')).toBeNull()
    expect(await screen.findByRole('heading', { name: 'Why us' })).toBeVisible()
    expect(screen.getByText('Why text 4')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'They say' })).toBeVisible()
    const latest = await screen.findByRole('region', { name: 'New here' })
    await within(latest).findByText('News 3')
    const titles = within(latest).getAllByRole('heading', { level: 3 })
    expect(titles.map((title) => title.textContent)).toEqual(['News 3', 'News 2'])
    expect(within(latest).getByRole('link', { name: publicTexts.loadMore })).toHaveAttribute(
      'href',
      '/news',
    )
  })

  it.each([
    ['a visitor', null, 'Start free', '/register'],
    ['a student', student, homePageTexts.toDashboard, '/dashboard'],
  ])(
    'leads %s from a banner about registration to the right page',
    async (_name, user, name, to) => {
      if (user) useSession.getState().signedIn(user)
      else useSession.getState().expire()
      const banners = [banner(1, { btnUrl: '/register', btnName: 'Start free' })]
      fakeApi({ ...homePage, 'GET /admin/banners': { banners, total: 1 } })
      renderApp('/')
      await screen.findByRole('heading', { name: 'Banner 1' })
      const slides = within(screen.getByRole('group', { name: homePageTexts.banners }))
      expect(slides.getByRole('link', { name })).toHaveAttribute('href', to)
    },
  )

  it.each([
    ['JAMB UTME', '/categories', 'jamb', 'jamb-utme', 4],
    ['POST UTME', '/university', 'post', 'post-utme', 4],
    ['WASSCE', '/exam-type', 'waec', 'wassce-waec-ssce', 9],
  ])(
    'the card of %s remembers it and leads a student to %s',
    async (title, path, examId, slug, most) => {
      useFlow.getState().choose({ categoryId: 'of another' })
      fakeApi(homePage)
      useSession.getState().signedIn(student)
      renderApp('/')
      const card = await screen.findByRole('link', { name: title })
      expect(card).toHaveAttribute('href', path)
      await userEvent.click(card)
      expect(useFlow.getState()).toMatchObject({
        examId,
        examSlug: slug,
        examName: title,
        maximumSubjects: most,
        categoryId: undefined,
      })
    },
  )

  it('has a way to each open exam beside the cards, for phones', async () => {
    fakeApi(homePage)
    renderApp('/')
    await screen.findByRole('link', { name: 'JAMB UTME' })
    const ways = screen.getAllByRole('link', { name: /: go to this exam$/ })
    const cards = screen
      .getAllByRole('article')
      .flatMap((card) => within(card).queryByRole('link', { name: /^[^:]+$/ }) ?? [])
    const to = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))
    expect(to(ways).length).toBeGreaterThan(1)
    expect(to(cards)).toEqual(expect.arrayContaining(to(ways)))
    expect(ways.some((link) => link.textContent?.startsWith('JSCE'))).toBe(false)
  })

  it('shows on the card of an exam how many subjects, years and questions there are', async () => {
    const size = { subjects: 6, years: 1, questions: 1240 }
    const data = [examOffer(exam()), { ...examOffer(waec), bank: size }]
    fakeApi({ ...homePage, 'GET /exam-types': { data } })
    renderApp('/')
    const link = await screen.findByRole('link', { name: 'JAMB UTME' })
    expect(link.closest('article')).toHaveTextContent('4 subjects · 3 years · 480 questions')
    const other = screen.getByRole('link', { name: 'WASSCE' }).closest('article')
    expect(other).toHaveTextContent('6 subjects · 1 year · 1,240 questions')
  })

  it('offers no exam that is coming soon, but its video, and shows no numbers of it', async () => {
    fakeApi(homePage)
    renderApp('/')
    const soon = (await screen.findByText(homePageTexts.comingSoon)).closest(
      'article',
    ) as HTMLElement
    expect(within(soon).getByRole('heading', { name: 'JSCE (BECE)' })).toBeVisible()
    expect(soon).not.toHaveTextContent(/\d/)
    expect(within(soon).getAllByRole('link')).toEqual([
      within(soon).getByRole('link', { name: /Show Video Guide/ }),
    ])
  })

  it('takes a visitor who has signed in on with the exam of the card', async () => {
    fakeApi({
      ...homePage,
      'GET /admin/banners': { banners: [], total: 0 },
      'GET /exam-types/wassce-waec-ssce': {
        data: examPage({ ...waec, title: 'WASSCE', question: null }),
      },
      'POST /login': { user: student },
    })
    useSession.getState().expire()
    const router = renderApp('/')
    const card = await screen.findByRole('link', { name: 'WASSCE' })
    expect(card).toHaveAttribute('href', '/exams/wassce-waec-ssce')
    await userEvent.click(card)
    await screen.findByRole('heading', { name: 'WASSCE', level: 1 })
    await userEvent.click(screen.getByRole('link', { name: 'Login' }))
    expect(await screen.findByText(/to start WASSCE/)).toBeVisible()
    await userEvent.type(await screen.findByLabelText('Password'), 'secret-1')
    await userEvent.type(screen.getByLabelText('Email'), 'student@sabi.test')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/login'))
    expect(useFlow.getState()).toMatchObject({ examId: 'waec', ofVisitor: false })
  })

  it('opens one step at a time, by the arrow keys too', async () => {
    fakeApi(homePage)
    renderApp('/')
    const first = await screen.findByRole('tab', { name: 'Step 0' })
    expect(first).toHaveAttribute('aria-selected', 'true')
    await userEvent.click(first)
    await userEvent.keyboard('{ArrowLeft}')
    const last = screen.getByRole('tab', { name: 'Step 5' })
    expect(last).toHaveFocus()
    expect(last).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel', { name: 'Step 5' })).not.toHaveAttribute('data-closed')
    await userEvent.keyboard('{ArrowRight}')
    expect(first).toHaveFocus()
  })

  it('stands on its own texts where nothing can be read', async () => {
    fakeApi({
      'GET /admin/banners': failure(500, 'internal', 'Broken'),
      'GET /try': failure(500, 'internal', 'Broken'),
      'GET /admin/home-setting': failure(500, 'internal', 'Broken'),
      'GET /exam-types': failure(500, 'internal', 'Exams are broken'),
      'GET /get-testimonials': failure(500, 'internal', 'Broken'),
      'GET /get-news-list': failure(500, 'internal', 'News are broken'),
    })
    renderApp('/')
    expect(await screen.findByRole('heading', { name: homePageTexts.headline })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Why Choose Us' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Achieve Your Goal' })).toBeVisible()
    expect(screen.getAllByRole('tab')).toHaveLength(6)
    expect(await screen.findByText('Exams are broken')).toBeVisible()
    expect(await screen.findByText('News are broken')).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
    expect(screen.queryByText(homePageTexts.testimonialHeading)).toBeNull()
  })

  it('takes its own text for each that is empty, and no other', () => {
    const why = { heading: '', subheading: '', sections: [...sections('Why', 2)] }
    const texts = homeTexts({ ...setting, whyChooseUs: why, testimonial: ' ' })
    expect(texts.why.heading).toBe('Why Choose Us')
    expect(texts.why.sections.map(({ title }) => title)).toEqual([
      'Why 0',
      'Why 1',
      homePageTexts.why3,
      homePageTexts.why4,
      homePageTexts.why5,
    ])
    expect(texts.testimonial).toBe(homePageTexts.testimonialHeading)
    expect(texts.exams).toEqual(setting.examCategories)
  })
})

describe('news', () => {
  it('are listed with author, date and Read More, the newest first', async () => {
    fakeApi({ 'GET /get-news-list': { data: [news(1), news(2)] } })
    renderApp('/news')
    const cards = await screen.findAllByRole('article')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'News 2',
      'News 1',
    ])
    const [first] = cards as [HTMLElement, HTMLElement]
    expect(within(first).getByText('admin')).toBeVisible()
    expect(within(first).getByText('05 Mar, 2026')).toBeVisible()
    const more = within(first).getByRole('link', { name: /^Read More ?about News 2$/ })
    expect(more).toHaveAttribute('href', '/news/n2')
  })

  it('show more of them at a press', async () => {
    const all = Array.from({ length: 12 }, (_, n) => news(n))
    fakeApi({ 'GET /get-news-list': { data: all } })
    renderApp('/news')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(9))
    await userEvent.click(screen.getByRole('button', { name: publicTexts.loadMore }))
    expect(screen.getAllByRole('article')).toHaveLength(12)
  })

  it('are read one by one', async () => {
    fakeApi({ 'GET /get-news-detail/n1': { data: news(1, { logo: '/uploads/a.png' }) } })
    renderApp('/news/n1')
    expect(await screen.findByRole('heading', { name: 'News 1', level: 1 })).toBeVisible()
    expect(screen.getByText('Told 1')).toBeVisible()
    expect(screen.getByText('05 Mar, 2026')).toBeVisible()
    expect(document.querySelector('img')).toHaveAttribute('src', '/uploads/a.png')
    await waitFor(() => expect(document.title).toBe('News 1 · Sabi'))
    const crumbs = screen.getByRole('navigation', { name: publicTexts.crumbs })
    expect(within(crumbs).getByRole('link', { name: 'News' })).toHaveAttribute('href', '/news')
  })

  it('that are gone say so', async () => {
    fakeApi({ 'GET /get-news-detail/x': failure(404, 'not-found', 'News not found') })
    renderApp('/news/x')
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

describe('pages', () => {
  it('show the first of the answer', async () => {
    const page = { page_title: 'About Us', page_url: 'about-us', content: '<p>We sabi.</p>' }
    fakeApi({ 'GET /page/about-us': { data: [page, { ...page, page_title: 'Other' }] } })
    renderApp('/pages/about-us')
    expect(await screen.findByRole('heading', { name: 'About Us', level: 1 })).toBeVisible()
    expect(screen.getByText('We sabi.')).toBeVisible()
    expect(screen.queryByText('Other')).toBeNull()
  })

  it.each([
    ['none', { data: [] }],
    ['a refusal', failure(404, 'not-found', 'Page not found')],
  ])('are not found by %s', async (_name, answer) => {
    fakeApi({ 'GET /page/nowhere': answer })
    renderApp('/pages/nowhere')
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})

describe('questions', () => {
  it('stand with their answers', async () => {
    const faq = { _id: 'f1', question: 'Is it free?', answer: '<p>The <b>trial</b> is.</p>' }
    fakeApi({ 'GET /faqs': { data: [faq] } })
    renderApp('/faqs')
    expect(await screen.findByRole('heading', { name: 'Is it free?' })).toBeVisible()
    expect(screen.getByText('trial').tagName).toBe('B')
    expect(screen.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeVisible()
  })

  it.each([
    ['nothing', { data: [] }, 'No FAQs available at the moment.'],
    ["the server's words", failure(500, 'internal', 'The store is tired'), 'The store is tired'],
    ['no answer', offline(), 'Error fetching FAQs'],
  ])('say so where there is %s', async (_name, answer, said) => {
    fakeApi({ 'GET /faqs': answer })
    renderApp('/faqs')
    expect(await screen.findByText(said)).toBeVisible()
  })
})

describe('contact', () => {
  beforeEach(() => sessionStorage.clear())
  const said = contactTexts
  const fields = {
    [said.firstName]: 'Ada',
    [said.lastName]: 'Obi',
    [said.email]: 'ada@obi.test',
    [said.mobileNo]: '08030000000',
    [said.subject]: 'Hello',
    [said.message]: 'How are you?',
  }
  /** The footer has a field for an address as well. */
  const field = async (label: string) =>
    within(await screen.findByRole('main')).findByLabelText(label)
  const fill = async () => {
    for (const [label, text] of Object.entries(fields)) {
      await userEvent.type(await field(label), text)
    }
  }
  const send = () => userEvent.click(screen.getByRole('button', { name: said.send }))

  it('asks for each field in its own words before it sends', async () => {
    const log = fakeApi({})
    renderApp('/contact-us')
    await userEvent.type(await screen.findByLabelText(said.mobileNo), '0803')
    await userEvent.type(await field(said.email), 'ada@')
    await send()
    for (const text of [
      'First name is required',
      'Last name is required',
      'Email is invalid',
      'Mobile no must be at least 10 digits',
      'Subject is required',
      'Message is required',
    ]) {
      expect(screen.getByText(text)).toBeVisible()
    }
    await waitFor(() => expect(screen.getByLabelText(said.firstName)).toHaveFocus())
    expect(screen.getByLabelText(said.firstName)).toHaveAccessibleDescription(
      'First name is required',
    )
    expect(log.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('thanks in a dialog, and is empty again', async () => {
    const log = fakeApi({ 'POST /admin/contactus/add': { message: 'done' } })
    renderApp('/contact-us')
    await fill()
    await send()
    const dialog = await screen.findByRole('dialog', { name: 'Contact Us Success' })
    expect(
      within(dialog).getByText('Thanks for contacting us, we will get back to you soon.'),
    ).toBeVisible()
    expect(log.at(-1)?.body).toEqual({
      firstName: 'Ada',
      lastName: 'Obi',
      email: 'ada@obi.test',
      mobileNo: '08030000000',
      subject: 'Hello',
      message: 'How are you?',
    })
    expect(screen.getByLabelText(said.message)).toHaveValue('')
    expect(sessionStorage).toHaveLength(0)
    await userEvent.click(within(dialog).getByText(said.close))
    await waitFor(() => expect(screen.getByRole('button', { name: said.send })).toHaveFocus())
  })

  it('sends a message again under its key, and the next one under another', async () => {
    let lost = true
    const log = fakeApi({
      'POST /admin/contactus/add': () => {
        if (!lost) return { message: 'done' }
        lost = false
        return failure(502, 'gateway', 'No answer.')
      },
    })
    renderApp('/contact-us')
    await fill()
    await send()
    await screen.findByText(said.notSent)
    await send()
    const dialog = await screen.findByRole('dialog', { name: 'Contact Us Success' })
    await userEvent.click(within(dialog).getByText(said.close))
    await fill()
    await send()
    await screen.findByRole('dialog', { name: 'Contact Us Success' })
    const [first, again, next] = log
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  it('keeps what was typed where it was not sent, and on the way to another page', async () => {
    fakeApi({ 'POST /admin/contactus/add': failure(429, 'too-many', 'Slow down, please.') })
    const router = renderApp('/contact-us')
    await fill()
    await send()
    expect(await screen.findByText('Slow down, please.')).toBeVisible()
    await router.navigate('/nowhere')
    await screen.findByRole('heading', { name: 'Page Not Found' })
    await router.navigate('/contact-us')
    expect(await screen.findByLabelText(said.message)).toHaveValue('How are you?')
  })

  it("puts the server's words at the field", async () => {
    fakeApi({
      'POST /admin/contactus/add': failure(422, 'invalid', 'Invalid', { subject: 'Too long' }),
    })
    renderApp('/contact-us')
    await fill()
    await send()
    expect(await screen.findByText('Too long')).toBeVisible()
    expect(screen.queryByText(said.notSent)).toBeNull()
  })
})
