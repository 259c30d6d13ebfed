// The quick ways through the back office: the palette, and the keys of lists.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { shortcutsTexts } from '../messages'

const at = '2026-01-01T00:00:00.000Z'
const category = (n: number) => ({
  _id: `c${n}`,
  title: `Category ${n}`,
  seo_url: `category-${n}`,
  description: '',
  image: null,
  status: 'Active',
  version: 0,
  createdAt: at,
})
const three = { data: [1, 2, 3].map(category), total: 30 }
const question = {
  _id: 'q1',
  title: '',
  question: '<p>What is a <b>cell</b>?</p>',
  subject: { _id: 's1', title: 'Biology' },
  year: { _id: 'y1', title: '2019' },
  topic: { _id: 't1', title: 'Cells' },
}

/** Every list is empty but these. */
function opened(more: Parameters<typeof fakeApi>[0] = {}) {
  const empty = { data: [], total: 0 }
  const lists = ['subjects', 'advice-list', 'banners', 'static-pages', 'news-list', 'faqs']
  const log = fakeApi({
    ...Object.fromEntries(
      [...lists, 'testimonial-list', 'instructions', 'emailtemplates'].map((list) => [
        `GET /admin/${list}`,
        empty,
      ]),
    ),
    'GET /admin/categories': three,
    'GET /admin/questions/all/all/all/all/all': empty,
    'GET /admin/theories/all/all/all': empty,
    'GET /admin/payments': empty,
    'GET /admin/contactus': empty,
    ...more,
  })
  return { log, router: renderAdmin('/admin/categories') }
}

const ready = () => screen.findByRole('link', { name: 'Category 1' })
const palette = async () => within(await screen.findByRole('dialog', { name: shortcutsTexts.open }))

describe('the palette', () => {
  it('leads to a screen by the keyboard alone', async () => {
    const { router } = opened()
    await ready()
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = (await palette()).getByRole('combobox')
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard('add')
    const named = (await palette()).getAllByRole('option').map((one) => one.textContent)
    expect(named).toContain('Add category')
    expect(named).not.toContain('Banners')
    await userEvent.clear(field)
    await userEvent.keyboard('page')
    // "Home page" comes first, "Pages" behind it.
    await userEvent.keyboard('{ArrowDown}')
    const second = (await palette()).getByRole('option', { name: 'Pages' })
    expect(second).toHaveAttribute('aria-selected', 'true')
    expect(field).toHaveAttribute('aria-activedescendant', second.id)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/pages'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('finds records and questions by asking the server once the fingers rest', async () => {
    const { log, router } = opened({
      'GET /admin/questions/all/all/all/all/all': { data: [question], total: 1 },
    })
    await ready()
    await userEvent.click(screen.getByRole('button', { name: /Search or go to/ }))
    await userEvent.type((await palette()).getByRole('combobox'), 'cell')
    const found = await (await palette()).findByRole('option', { name: 'What is a cell?' })
    const searched = log.filter(({ query }) => query.get('q') === 'cell').map(({ path }) => path)
    expect(searched).toContain('/admin/categories')
    expect(log.some(({ query }) => query.get('q') === 'c')).toBe(false)
    await userEvent.click(found)
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin/questions/edit/s1/y1/q1/t1'),
    )
  })

  it.each([
    [
      'GET /admin/theories/all/all/all',
      { ...question, _id: 'th1', question: '<p>Why so?</p>' },
      'Why so?',
      '/admin/theories/edit/s1/y1/th1',
    ],
    [
      'GET /admin/payments',
      { _id: 'REF-1', user: { first_name: 'Ada', last_name: 'Obi' } },
      'REF-1 · Ada Obi',
      '/admin/payments/REF-1',
    ],
    [
      'GET /admin/contactus',
      { _id: 'm1', subject: 'Help', firstName: 'Ngozi', lastName: 'Eze' },
      'Help · Ngozi Eze',
      '/admin/contactus/detail/m1',
    ],
  ])('finds by %s', async (call, row, name, to) => {
    const { log, router } = opened({ [call]: { data: [row], total: 1 } })
    await ready()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type((await palette()).getByRole('combobox'), 'words')
    await userEvent.click(await (await palette()).findByRole('option', { name }))
    // A slow machine asks for the beginning of the word first.
    const asked = log.filter(({ method, path }) => `${method} ${path}` === call).at(-1)
    expect(asked?.query.get('q')).toBe('words')
    await waitFor(() => expect(router.state.location.pathname).toBe(to))
  })

  it('opens nothing by Enter that was found for other words', async () => {
    const { router } = opened({
      'GET /admin/questions/all/all/all/all/all': { data: [question], total: 1 },
    })
    await ready()
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = (await palette()).getByRole('combobox')
    await userEvent.type(field, 'cell')
    await (await palette()).findByRole('option', { name: 'What is a cell?' })
    fireEvent.change(field, { target: { value: 'cell wall' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(router.state.location.pathname).toBe('/admin/categories')
  })

  it('says when nothing is found, and when something could not be asked', async () => {
    opened({ 'GET /admin/faqs': failure(503, 'unavailable', 'No store') })
    await ready()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type((await palette()).getByRole('combobox'), 'zzz')
    expect(await (await palette()).findByText(shortcutsTexts.failed)).toBeVisible()
  })
})

describe('the keys of a list', () => {
  it('move among the rows, choose, and ask before they delete', async () => {
    opened()
    const first = await ready()
    await userEvent.keyboard('j')
    expect(first).toHaveFocus()
    await userEvent.keyboard('jj')
    expect(screen.getByRole('link', { name: 'Category 3' })).toHaveFocus()
    // Caps Lock is on for the second one.
    await userEvent.keyboard('jK')
    expect(screen.getByRole('link', { name: 'Category 2' })).toHaveFocus()
    await userEvent.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Category 2' })).toBeChecked()
    await userEvent.keyboard('{Delete}')
    const dialog = await screen.findByRole('dialog', { name: 'Confirm to submit' })
    expect(dialog).toHaveTextContent('Are you sure to do this.')
    expect(dialog).toHaveTextContent('Category 2')
  })

  it('do not change the status of a row that cannot be selected', async () => {
    const log = fakeApi({
      'GET /admin/static-pages': {
        data: [{ _id: 'p1', page_title: 'About', page_url: 'about', status: 'Active', version: 0 }],
        total: 1,
      },
    })
    renderAdmin('/admin/pages')
    const page = await screen.findByRole('link', { name: 'About' })
    await userEvent.keyboard('j')
    expect(page).toHaveFocus()
    await userEvent.keyboard('x')
    expect(screen.getByRole('switch', { name: 'Status: About' })).toBeChecked()
    expect(log.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('turn the page, search, add and edit', async () => {
    const { router } = opened()
    await ready()
    await userEvent.keyboard('n')
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
    await ready()
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    // Typed text does not trigger shortcuts.
    await userEvent.keyboard('e')
    expect(screen.getByRole('searchbox')).toHaveValue('e')
    screen.getByRole('searchbox').blur()
    await userEvent.keyboard('je')
    await waitFor(() =>
      expect(router.state.location.pathname).toMatch(/^\/admin\/categories\/edit\/c\d$/),
    )
  })

  it('are listed, and can be turned off', async () => {
    opened()
    const first = await ready()
    await userEvent.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: shortcutsTexts.keys }))
    expect(dialog.getByText(shortcutsTexts.previousPage)).toBeVisible()
    expect(dialog.getByText(shortcutsTexts.save)).toBeVisible()
    expect(dialog.getByText(shortcutsTexts.after)).toBeVisible()
    await userEvent.click(
      dialog.getByRole('switch', { name: new RegExp(`^${shortcutsTexts.single}`) }),
    )
    await userEvent.click(dialog.getByRole('button', { name: shortcutsTexts.close }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('j')
    expect(first).not.toHaveFocus()
  })
})
