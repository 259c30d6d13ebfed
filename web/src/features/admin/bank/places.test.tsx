// Years and sections of the bank, and what is done with several questions at once.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { choose } from '@/testing/choose'
import { bankQuestion, exam, subjectYear } from '@/testing/data'
import { type Asked, failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { bankListTexts, bulkTexts, reviewTexts } from './messages'
import { stemHtml } from './Stem'

const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })
const subject = { _id: 's1', title: 'Mathematics' }
const topic = { _id: 't1', title: 'Algebra', subject, status: true, topicSections: [] }
const section = {
  _id: 'x1',
  section_name: 'Indices',
  topic: { _id: 't1', title: 'Algebra' },
  subject,
  topic_count: 5,
  totalQuestions: 3,
  status: true,
  version: 2,
}
const catalogue = {
  'GET /admin/exams': { data: [exam(), post], total: 2 },
  'GET /admin/subjects': { data: [subject], total: 1 },
  'GET /admin/subjects/s1': { data: { ...subject, exam: { _id: 'jamb', slug: 'jamb-utme' } } },
  'GET /admin/university/list': { data: [{ _id: 'u1', title: 'Lagos' }], total: 1 },
  'GET /admin/question-subjects': { data: [] },
  'GET /admin/subject-years/s1': { data: [subjectYear({ version: 3 })], total: 1 },
  'GET /admin/subject-years/detail/y19': { data: subjectYear({ version: 3 }) },
  'GET /admin/topics/all/t1': { data: topic },
  'GET /admin/topic-sections/t1': { topicSections: [section], total: 1 },
  'GET /admin/topic-sections/detail/x1': { data: section },
}
const bodies = (log: Asked[], call: string) =>
  log.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('years', () => {
  it('are added below the exam and the subject, with universities for POST UTME alone', async () => {
    // Not while the year changes.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) })
    onTestFinished(() => void vi.useRealTimers())
    const call = 'POST /admin/question-subjects/add'
    const log = fakeApi({ ...catalogue, [call]: { user: subjectYear() } })
    const router = renderAdmin('/admin/question-subjects/add')
    await choose(/^Exam/, 'JAMB UTME')
    expect(screen.queryByLabelText('Universities')).toBeNull()
    await choose(/^Exam/, 'POST UTME')
    await choose(/^Subject/, 'Mathematics')
    const year = new Date().getUTCFullYear()
    await choose(/^Year/, String(year))
    await choose(/^Universities/, 'Lagos')
    await press('Add question subject')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/question-subjects'))
    expect(bodies(log, call)).toEqual([{ subject: 's1', year, university: ['u1'], status: false }])
  })

  it('are changed and deleted from the list of their subject', async () => {
    const update = 'PUT /admin/subject-years/update/y19'
    const log = fakeApi({
      ...catalogue,
      [update]: { data: subjectYear(), update: true },
      'DELETE /admin/subject-years/delete/y19': failure(409, 'in-use', 'It holds 53 questions.'),
    })
    renderAdmin('/admin/subject-years/s1')
    await press('Delete: Mathematics, 2019')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('It holds 53 questions.')
    await userEvent.click(dialog.getByRole('button', { name: 'No' }))
    await userEvent.click(screen.getByRole('link', { name: 'Edit: Mathematics, 2019' }))
    await userEvent.click(await screen.findByRole('switch', { name: /^Status/ }))
    expect(screen.getByRole('link', { name: 'Mathematics' })).toHaveAttribute(
      'href',
      '/admin/subject-years/s1',
    )
    await press('Save')
    await waitFor(() => expect(bodies(log, update)).toEqual([{ status: false, version: 3 }]))
  })
})

describe('sections', () => {
  it('are listed, added and changed below their topic', async () => {
    const [add, update] = [
      'POST /admin/topic-sections/t1/add',
      'PUT /admin/topic-sections/update/x1',
    ]
    const log = fakeApi({ ...catalogue, [add]: { data: section }, [update]: { data: section } })
    const router = renderAdmin('/admin/topic-sections/t1')
    await userEvent.click(await screen.findByRole('link', { name: 'Add topic section' }))
    await userEvent.type(await screen.findByLabelText(/^Section name/), 'Surds')
    await press('Add topic section')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/topic-sections/t1'))
    expect(bodies(log, add)).toEqual([
      { topicId: 't1', section_name: 'Surds', topic_count: 0, status: false },
    ])
    await userEvent.click(await screen.findByRole('link', { name: 'Edit: Indices' }))
    await userEvent.type(await screen.findByLabelText(/^Section name/), ' II')
    await press('Save')
    await waitFor(() =>
      expect(bodies(log, update)).toEqual([{ section_name: 'Indices II', version: 2 }]),
    )
  })
})

describe('several questions at once', () => {
  it('moves them one after the other, and tells which were not', async () => {
    let rows = [bankQuestion(1), bankQuestion(2), bankQuestion(3, { version: 9 })]
    const log = fakeApi({
      ...catalogue,
      'POST /admin/question-topic-sections': { data: [{ ...topic, topicSections: [section] }] },
      'GET /admin/questions/s1/all/y19/all/all': () => ({ data: rows, total: rows.length }),
      'PUT /admin/questions/update/q1': { data: bankQuestion(1) },
      'PUT /admin/questions/update/q2': failure(409, 'changed', 'Somebody was faster.'),
      'PUT /admin/questions/update/q3': () => {
        rows = rows.slice(0, 2)
        return { data: bankQuestion(3) }
      },
    })
    renderAdmin('/admin/questions/all/s1/y19/all')
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: 'Select All' }))[0] as HTMLElement,
    )
    await press(bulkTexts.move)
    await press(bulkTexts.moveNow)
    expect(await screen.findByText(bulkTexts.chooseSection)).toBeVisible()
    await choose(/^Topic and section/, 'Algebra: Indices')
    await press(bulkTexts.moveNow)
    expect(await screen.findByText('2 rows changed.')).toBeVisible()
    expect(screen.getByText(/Stem 2 Find x.: Somebody was faster/)).toBeVisible()
    expect(bodies(log, 'PUT /admin/questions/update/q3')).toEqual([{ sectionId: 'x1', version: 9 }])
    await press(bulkTexts.close)
    await waitFor(() => expect(screen.queryByText('Stem 3 Find x.')).toBeNull())
  })

  it('retires those that are in use alone', async () => {
    const log = fakeApi({
      ...catalogue,
      'POST /admin/question-topic-sections': { data: [] },
      'GET /admin/questions/s1/all/y19/all/all': {
        data: [bankQuestion(1), bankQuestion(2, { status: false })],
        total: 2,
      },
      'PUT /admin/questions/update/q1': { data: bankQuestion(1) },
    })
    renderAdmin('/admin/questions/all/s1/y19/all')
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: 'Select All' }))[0] as HTMLElement,
    )
    await press(bulkTexts.retire)
    expect(await screen.findByText('1 row changed.')).toBeVisible()
    expect(bodies(log, 'PUT /admin/questions/update/q1')).toEqual([{ status: false, version: 0 }])
  })
})

describe('theory questions', () => {
  const one = (n: number, version: number) => ({
    _id: `th${n}`,
    title: `Essay ${n}`,
    question: `<p>Why ${n}?</p>`,
    description: '<p>So.</p>',
    detailed_answer: '<p>Because so.</p>',
    status: true,
    review: 'draft',
    checkedBy: null,
    checkedAt: null,
    logo: null,
    university: [],
    subject,
    topic: { _id: 't1', title: 'Algebra' },
    section: { _id: 'x2', title: 'Surds' },
    year: { _id: 'y19', title: '2019' },
    version,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  const rows = [one(1, 3), one(2, 0)]
  const list = '/admin/theories/all/s1/y19'
  const served = {
    ...catalogue,
    'POST /admin/question-topic-sections': { data: [{ ...topic, topicSections: [section] }] },
    'GET /admin/theories/s1/y19/all': { data: rows, total: 2 },
  }

  it('are checked together, and listed by status', async () => {
    const log = fakeApi({
      ...served,
      'PUT /admin/theories/update/th1': { data: rows[0] },
      'PUT /admin/theories/update/th2': { data: rows[1] },
    })
    renderAdmin(list)
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: 'Select All' }))[0] as HTMLElement,
    )
    await press(reviewTexts.check)
    expect(await screen.findByText('2 rows changed.')).toBeVisible()
    expect(bodies(log, 'PUT /admin/theories/update/th1')).toEqual([
      { review: 'checked', version: 3 },
    ])
    await press(bulkTexts.close)
    await choose(/^Status/, bankListTexts.inactiveOnly)
    const asked = () => log.filter(({ path }) => path === '/admin/theories/s1/y19/all').at(-1)
    await waitFor(() => expect(asked()?.query.get('status')).toBe('false'))
  })

  it('move to another section with everything that matches', async () => {
    const change = 'PUT /admin/theories/s1/y19/all'
    const log = fakeApi({ ...served, [change]: { data: { changed: 2, refused: 0 } } })
    renderAdmin(list)
    await press('Change all 2')
    await userEvent.click(await screen.findByRole('radio', { name: bulkTexts.move }))
    await press('Change 2 rows')
    expect(await screen.findByText(bulkTexts.chooseSection)).toBeVisible()
    await choose(/^Topic and section/, 'Algebra: Indices')
    await press('Change 2 rows')
    await waitFor(() =>
      expect(bodies(log, change)).toEqual([
        { expected: 2, status: null, review: null, sectionId: 'x1', delete: false },
      ]),
    )
  })
})

describe('stemHtml', () => {
  it.each([
    ['<p>If \\(x &lt; 3\\)</p><p>find $$y$$</p>', 99, 'If \\(x &lt; 3\\) find \\(y\\)'],
    ['one two three', 9, 'one two…'],
    ['a \\(\\frac{1}{2}\\) b', 8, 'a…'],
    ['<img src="x">', 9, ''],
  ])('%s in %i', (html, most, shown) => expect(stemHtml(html, most)).toBe(shown))
})
