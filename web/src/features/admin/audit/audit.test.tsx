// The record of changes: read, narrowed by the address, taken away, opened field by field.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayTexts } from '@/shared/i18n/common'
import { fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { auditTexts } from './messages'

const entry = (id: string, more: object) => ({
  _id: id,
  at: '2026-03-05T14:30:00.000Z',
  who: 'musa@sabi.test',
  action: 'update',
  entity: 'banner',
  record: 'b1',
  userId: 'a7',
  userName: 'Musa Bello',
  name: null,
  names: {},
  before: {},
  after: {},
  request: 'r-1',
  ...more,
})

const changed = entry('1', {
  before: { title: 'Old title', btn_url: '/exams', status: true },
  after: { title: 'New title', btn_url: '/faqs', status: false },
})
const gone = entry('2', {
  action: 'delete',
  who: 'operator',
  userId: null,
  userName: null,
  name: 'Gone',
  before: { title: 'Gone' },
})

function opened(path = '/admin/audit', rows = [changed, gone]) {
  const log = fakeApi({
    'GET /admin/audit': { data: rows, total: rows.length },
    'GET /admin/moderators': { moderators: [], total: 0 },
  })
  return { log, router: renderAdmin(path) }
}

const asked = (log: ReturnType<typeof fakeApi>) =>
  log.filter(({ path }) => path === '/admin/audit').map(({ query }) => query.toString())

afterEach(() => vi.unstubAllEnvs())

describe('the audit', () => {
  it('tells who did what, and the first of the differences', async () => {
    opened()
    const [, first, second] = await screen.findAllByRole('row')
    expect(first).toHaveTextContent('Changed: Banner')
    expect(first).toHaveTextContent('Title: Old title → New title')
    expect(first).toHaveTextContent('and 1 more field')
    expect(second).toHaveTextContent('Deleted: Banner')
    expect(second).toHaveTextContent(auditTexts.operator)
  })

  it('says names instead of keys, each with the way there', async () => {
    const moved = entry('1', {
      entity: 'subject',
      record: 's1',
      name: 'Mathematics',
      before: { exam: 'exam:jamb', course: '["course:c1","course:c2"]' },
      after: { exam: 'exam:waec', course: ['course:c1', 'course:gone'] },
      names: {
        'exam:jamb': 'JAMB UTME',
        'exam:waec': 'WAEC',
        'course:c1': 'Law',
        'course:c2': 'Art',
      },
    })
    opened('/admin/audit', [moved])
    const [, row] = await screen.findAllByRole('row')
    const cells = within(row as HTMLElement)
    expect(cells.getByRole('link', { name: 'Mathematics' })).toHaveAttribute(
      'href',
      '/admin/subjects/edit/s1',
    )
    expect(cells.getByRole('link', { name: 'Musa Bello' })).toHaveAttribute(
      'href',
      '/admin/audit?user=a7',
    )
    expect(row).toHaveTextContent('JAMB UTME → WAEC')
    expect(row).toHaveTextContent('Law, Art → Law, course:gone')
    await userEvent.click(cells.getByRole('button', { name: /^Changed:/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Musa Bello (musa@sabi.test)')).toBeVisible()
    expect(dialog.getByRole('link', { name: auditTexts.byPerson })).toHaveAttribute(
      'href',
      '/admin/audit?user=a7',
    )
  })

  it('opens a change field by field, by the names of the form', async () => {
    opened()
    await userEvent.click(await screen.findByRole('button', { name: 'Changed: Banner' }))
    const dialog = within(await screen.findByRole('dialog'))
    const row = dialog.getByRole('row', { name: /^Button URL/ })
    expect(row.querySelector('del')).toHaveTextContent('/exams')
    expect(row.querySelector('ins')).toHaveTextContent('/faqs')
    expect(dialog.getByRole('row', { name: /^Status/ })).toHaveTextContent('StatusActiveInActive')
    expect(dialog.getByRole('link', { name: auditTexts.openRecord })).toHaveAttribute(
      'href',
      '/admin/banners/edit/b1',
    )
    expect(dialog.getByRole('link', { name: auditTexts.ofRecord })).toHaveAttribute(
      'href',
      '/admin/audit?entity=banner&record=b1',
    )
  })

  it.each([
    ['question', 'q1', '/admin/questions/q1'],
    ['section', 'x1', '/admin/topic-sections/edit/x1'],
    ['subject_year', 'y1', '/admin/subject-years/edit/all/y1'],
    ['payment', 'ref-1', '/admin/payments/ref-1'],
    ['contact', 'm1', '/admin/contactus/detail/m1'],
    ['report', 'r1', '/admin/reports?state=all'],
    ['registration', 'u1-jamb', '/admin/student-registered-subjects/update?user=u1&exam=jamb'],
    ['user', 'u1', '/admin/students/u1'],
    ['theory', 'th1', '/admin/theories/edit/s1/y1/th1'],
  ])('leads to a %s as it is now', async (entity, record, to) => {
    fakeApi({
      'GET /admin/audit': { data: [entry('1', { entity, record })], total: 1 },
      'GET /admin/moderators': { moderators: [], total: 0 },
      'GET /admin/theory/all/all/th1': { data: { subject: { _id: 's1' }, year: { _id: 'y1' } } },
    })
    renderAdmin('/admin/audit')
    await userEvent.click(await screen.findByRole('button', { name: /^Changed:/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('link', { name: auditTexts.openRecord })).toHaveAttribute(
      'href',
      to,
    )
  })

  it('names the fields of a question as in its form', async () => {
    const before = { options: 'A: One; B: Two', correct: 'A' }
    opened('/admin/audit', [
      entry('1', { entity: 'question', before, after: { ...before, correct: 'B' } }),
    ])
    const [, row] = await screen.findAllByRole('row')
    expect(row).toHaveTextContent('Correct answer: A → B')
  })

  it('asks for what the address says, by the clock of the reader, and takes the same away', async () => {
    vi.stubEnv('TZ', 'Africa/Lagos')
    const { log } = opened(
      '/admin/audit?entity=banner&from=2026-03-01&to=2026-03-02&q=title&nonsense=1',
    )
    await screen.findByRole('table')
    const days = 'from=2026-02-28T23%3A00%3A00.000Z&to=2026-03-02T23%3A00%3A00.000Z'
    expect(asked(log)).toEqual([`page=1&limit=10&sort=-at&q=title&entity=banner&${days}`])
    expect(screen.getByRole('link', { name: auditTexts.export })).toHaveAttribute(
      'href',
      `/api/v1/admin/audit/export?q=title&entity=banner&${days}`,
    )
  })

  it('is narrowed by choosing, which the address keeps', async () => {
    const { log, router } = opened('/admin/audit?page=2&record=b1&entity=banner')
    await userEvent.click(await screen.findByRole('combobox', { name: auditTexts.entity }))
    await userEvent.click(await screen.findByRole('option', { name: 'FAQ' }))
    // Another kind is another record.
    await waitFor(() => expect(router.state.location.search).toBe('?entity=faq'))
    await waitFor(() => expect(asked(log).at(-1)).toBe('page=1&limit=10&sort=-at&entity=faq'))
  })

  it('is narrowed to a day once that was typed in full, and says what is none', async () => {
    const { log, router } = opened()
    const from = await screen.findByRole('textbox', { name: auditTexts.from })
    await userEvent.type(from, '13/13/2026{Enter}')
    expect(from).toHaveValue('13/13/2026')
    expect(from).toHaveAccessibleDescription(dayTexts.dayUnreadable)
    await userEvent.clear(from)
    await userEvent.type(from, '1/3/2026')
    expect(router.state.location.search).toBe('')
    await userEvent.tab()
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-03-01'))
    await waitFor(() => expect(asked(log).at(-1)).toContain('from='))
  })

  it('says when there is nothing', async () => {
    opened('/admin/audit', [])
    expect(await screen.findByText('No records found')).toBeVisible()
  })
})
