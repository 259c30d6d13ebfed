// The question bank as an administrator walks through it.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { common } from '@/shared/i18n/common'
import { plainText } from '@/shared/ui/plainText'
import { choose } from '@/testing/choose'
import { bankQuestion, subjectYear } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { adminTexts, listToolTexts } from '../messages'
import { bankListTexts, bulkTexts } from './messages'
import { Stem } from './Stem'
import { universitiesOf } from './SubjectYears'

vi.mock('./Stem', { spy: true })

const linked = bankQuestion(2, { passageCheck: true, group: 'P1', passage: '<p>Once</p>' })
const bank = {
  'GET /admin/question-subjects': {
    data: [
      {
        examName: 'JAMB UTME',
        examSlug: 'jamb-utme',
        exam: 'jamb',
        subjects: [
          {
            _id: 's1',
            title: 'Mathematics',
            slug: 'mathematics',
            totalQuestions: 53,
            totalTheories: 0,
          },
        ],
      },
    ],
  },
  'GET /admin/subjects/s1': {
    data: { _id: 's1', title: 'Mathematics', exam: { _id: 'jamb', title: 'J', slug: 'jamb-utme' } },
  },
  'GET /admin/subject-years/s1': { data: [subjectYear()], total: 1 },
  'GET /admin/subject-years/detail/y19': { data: subjectYear() },
  'POST /admin/question-topic-sections': {
    data: [
      {
        _id: 't1',
        title: 'Algebra',
        status: true,
        topicSections: [
          {
            _id: 'x1',
            section_name: 'Indices',
            status: true,
            totalQuestions: 12,
            totalTheories: 0,
          },
        ],
      },
    ],
  },
  'GET /admin/questions/s1/t1/y19/x1/all': { data: [bankQuestion(1), linked], total: 12 },
}
const list = '/admin/questions/x1/s1/y19/t1'
const all = 'GET /admin/questions/s1/t1/y19/x1/all'

describe('question bank', () => {
  it('leads from subject to year to section to questions', async () => {
    const log = fakeApi(bank)
    const router = renderAdmin('/admin/question-subjects')
    await userEvent.click(await screen.findByRole('link', { name: 'View Mathematics' }))
    expect(localStorage.getItem('subjectName')).toBe('mathematics')
    expect(await screen.findByText('jamb-utme')).toBeVisible()
    await userEvent.click(await screen.findByRole('link', { name: /topics and sections of 2019/ }))
    await userEvent.click(await screen.findByRole('link', { name: 'View questions of Indices' }))
    expect(await screen.findByText('JAMB UTME, Mathematics, 2019: Algebra, Indices')).toBeVisible()
    expect(router.state.location.pathname).toBe(list)
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
      subjectId: 's1',
      yearId: 'y19',
    })
  })

  it('lists questions as text, and asks for pages, searches and orders', async () => {
    const log = fakeApi(bank)
    renderAdmin(list)
    const table = await screen.findByRole('table', { name: 'Questions' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent('1Stem 1 Find x.Mathematics · Algebra · IndicesDraftNoActive')
    expect(second).toHaveTextContent('Yes - P1')

    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    const asked = () =>
      Object.fromEntries(log.filter((one) => `GET ${one.path}` === all).at(-1)?.query ?? [])
    await waitFor(() => expect(asked()).toMatchObject({ page: '2', limit: '10' }))
    await userEvent.type(screen.getByRole('searchbox'), 'stem')
    await waitFor(() => expect(asked()).toMatchObject({ page: '1', q: 'stem' }))
    await userEvent.click(screen.getByRole('button', { name: 'Status' }))
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'status', q: 'stem' }))
    await choose('Explanation', 'Unexplained')
    await waitFor(() => expect(asked()).toMatchObject({ explained: 'false', q: 'stem', page: '1' }))
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '50')
    await waitFor(() => expect(asked()).toMatchObject({ limit: '50' }))
  })

  it('renders each question once: neither its names nor a selection render the rows again', async () => {
    fakeApi(bank)
    vi.mocked(Stem).mockClear()
    renderAdmin(list)
    expect(await screen.findByText('JAMB UTME, Mathematics, 2019: Algebra, Indices')).toBeVisible()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Stem 1 Find x.' }))
    expect(screen.getByText('1 selected')).toBeVisible()
    expect(Stem).toHaveBeenCalledTimes(2)
  })

  it('turns the status of a question in its row, based on the version that was read', async () => {
    const log = fakeApi({
      ...bank,
      'PUT /admin/questions/update/q1': { data: bankQuestion(1), message: '' },
    })
    renderAdmin(list)
    const [first] = await screen.findAllByRole('switch')
    expect(first).toBeChecked()
    await userEvent.click(first as HTMLElement)
    await waitFor(() =>
      expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({
        status: false,
        version: bankQuestion(1).version,
      }),
    )
  })

  it('keeps a turned status until the list has it, and takes no press meanwhile', async () => {
    let arrive: (page: Record<string, unknown>) => void = () => undefined
    const refetched = new Promise<Record<string, unknown>>((resolve) => {
      arrive = resolve
    })
    let turned = false
    const log = fakeApi({
      ...bank,
      [all]: () => (turned ? refetched : { data: [bankQuestion(1)], total: 1 }),
      'PUT /admin/questions/update/q1': () => {
        turned = true
        return { data: bankQuestion(1), message: '' }
      },
    })
    renderAdmin(list)
    const status = await screen.findByRole('switch')
    await userEvent.click(status)
    await waitFor(() =>
      expect(log.filter(({ path }) => path.startsWith('/admin/questions/s1'))).toHaveLength(2),
    )
    expect(status).not.toBeChecked()
    await userEvent.click(status)
    expect(log.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    arrive({ data: [bankQuestion(1, { status: false, version: 9 })], total: 1 })
    await waitFor(async () => {
      await userEvent.click(status)
      expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
        status: true,
        version: 9,
      })
    })
  })

  it('changes everything that matches, of which it shows the number first', async () => {
    let refused = true
    const change = 'PUT /admin/questions/s1/t1/y19/x1/all'
    const log = fakeApi({
      ...bank,
      [change]: () => {
        if (!refused) return { data: { changed: 11, refused: 1 } }
        refused = false
        return failure(409, 'changed-count', 'The list has changed.', { count: 13 })
      },
    })
    renderAdmin(`${list}?status=false`)
    await userEvent.click(await screen.findByRole('button', { name: 'Change all 12' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^All 12 rows that match the search and filters/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Change 12 rows' }))
    expect(dialog.getByText(listToolTexts.chooseChange)).toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: 'Move to a topic' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Change 12 rows' }))
    expect(log.filter(({ method }) => method === 'PUT')).toEqual([])
    await userEvent.click(dialog.getByRole('radio', { name: 'Activate' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Change 12 rows' }))
    expect(await dialog.findByText('The list has changed.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Change 12 rows' }))
    expect(await screen.findByText('11 rows changed.')).toBeVisible()
    expect(await screen.findByText('1 withdrawn question stays as it is.')).toBeVisible()
    const asked = log.filter(({ method }) => method === 'PUT').at(-1)
    const none = { review: null, sectionId: null, delete: false }
    expect(asked?.body).toEqual({ ...none, status: true, expected: 12 })
    expect(asked?.query.get('status')).toBe('false')
  })

  it('says why more rows than the server takes at once cannot be changed', async () => {
    fakeApi({ ...bank, [all]: { data: [bankQuestion(1)], total: 5001 } })
    renderAdmin(list)
    const change = await screen.findByRole('button', { name: 'Change all 5,001' })
    expect(change).toBeDisabled()
    expect(change).toHaveAccessibleDescription(listToolTexts.tooMany('5,000'))
    fakeApi({ ...bank, [all]: { data: [bankQuestion(1)], total: 5000 } })
    await queryClient.invalidateQueries()
    expect(await screen.findByRole('button', { name: 'Change all 5,000' })).toBeEnabled()
    expect(screen.queryByText(listToolTexts.tooMany('5,000'))).toBeNull()
  })

  it('deletes everything that matches and says what was kept', async () => {
    const change = 'PUT /admin/questions/s1/t1/y19/x1/all'
    const log = fakeApi({ ...bank, [change]: { data: { changed: 10, refused: 2 } } })
    renderAdmin(list)
    await userEvent.click(await screen.findByRole('button', { name: 'Change all 12' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('radio', { name: bulkTexts.delete }))
    expect(dialog.getByText(bulkTexts.deleteHint)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: bulkTexts.deleteNow }))
    expect(await screen.findByText('10 questions deleted.')).toBeVisible()
    expect(
      await screen.findByText('2 questions were kept: they are active or in a test.'),
    ).toBeVisible()
    const none = { status: null, review: null, sectionId: null }
    expect(log.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { ...none, delete: true, expected: 12 },
    ])
  })

  it('goes to a page whose number was typed, and remembers how many rows a page has', async () => {
    const log = fakeApi({ ...bank, [all]: { data: [bankQuestion(1)], total: 3000 } })
    const router = renderAdmin(list)
    const page = await screen.findByRole('textbox', { name: /^Page/ })
    await userEvent.clear(page)
    await userEvent.type(page, '42{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?page=42'))
    await userEvent.selectOptions(screen.getByLabelText('Rows per page'), '100')
    await waitFor(() => expect(router.state.location.search).toBe('?limit=100'))
    cleanup()
    renderAdmin(list)
    await screen.findAllByRole('switch')
    const last = log.filter(({ path }) => path.startsWith('/admin/questions/s1')).at(-1)
    expect(last?.query.get('limit')).toBe('100')
  })

  it("keeps a page's own numbers on its rows while the next is on its way, and deletes none", async () => {
    let arrive: (page: Record<string, unknown>) => void = () => undefined
    const second = new Promise<Record<string, unknown>>((resolve) => {
      arrive = resolve
    })
    fakeApi({
      ...bank,
      [all]: ({ query }) =>
        query.get('page') === '2' ? second : { data: [bankQuestion(1)], total: 12 },
    })
    renderAdmin(list)
    const row = async () => (await screen.findAllByRole('row'))[1]
    expect(await row()).toHaveTextContent('1Stem 1')
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'))
    expect(await row()).toHaveTextContent('1Stem 1')
    expect(screen.getByRole('button', { name: /^Delete: Stem 1/ })).toBeDisabled()
    arrive({ data: [bankQuestion(11)], total: 12 })
    expect(await screen.findByText('Stem 11 Find x.')).toBeVisible()
    expect(await row()).toHaveTextContent('11Stem 11')
    expect(screen.getByRole('button', { name: /^Delete: Stem 11/ })).toBeEnabled()
  })

  it('opens a question with its key, explanation and passage', async () => {
    fakeApi(bank)
    renderAdmin(list)
    await userEvent.click(await screen.findByRole('button', { name: 'Stem 2 Find x.' }))
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).getByRole('region', { name: 'Passage' })).toHaveTextContent('Once')
    expect(drawer).toHaveTextContent('Because 2')
    const key = within(drawer).getByText('Correct answer').closest('li')
    expect(key).toHaveTextContent('Opt B')
  })

  it('says when a list cannot be had, and when it is empty', async () => {
    fakeApi({ ...bank, [all]: failure(503, 'unavailable', 'Later') })
    renderAdmin(list)
    expect(await screen.findByRole('alert')).toHaveTextContent('Later')
    fakeApi({ ...bank, [all]: { data: [], total: 0 } })
    await userEvent.click(screen.getByRole('button', { name: common.retry }))
    expect(await screen.findByText(common.noRecords)).toBeVisible()
  })
})

describe('deleting a question', () => {
  const ask = async () => {
    renderAdmin(list)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete: Stem 1 Find x.' }))
    const dialog = await screen.findByRole('dialog', { name: adminTexts.confirmTitle })
    expect(dialog).toHaveTextContent(adminTexts.confirmText)
    return within(dialog)
  }

  it('deletes nothing on No', async () => {
    const log = fakeApi(bank)
    await userEvent.click((await ask()).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(log.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  it('deletes on Yes and reads the list again', async () => {
    let rows = [bankQuestion(1), linked]
    fakeApi({
      ...bank,
      [all]: () => ({ data: rows, total: rows.length }),
      'DELETE /admin/questions/q1': () => {
        rows = [linked]
        return { message: bankListTexts.questionDeleted }
      },
    })
    await userEvent.click((await ask()).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByText('Stem 1 Find x.')).toBeNull())
    expect(screen.getByText('Stem 2 Find x.')).toBeVisible()
  })

  it('says why it was refused', async () => {
    const why = 'A test holds this question.'
    fakeApi({ ...bank, 'DELETE /admin/questions/q1': failure(409, 'conflict', why) })
    const dialog = await ask()
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(why)
  })
})

describe('plainText', () => {
  it.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['a<br>b &amp; <em>c</em>d', 'a b & cd'],
    ['x < 3 \\(\\frac12\\)', 'x < 3 \\(\\frac12\\)'],
    ['<img src="x">', ''],
  ])('%s', (html, text) => expect(plainText(html)).toBe(text))
})

describe('universitiesOf', () => {
  it('puts a year under each of its universities, and the rest last', () => {
    const [lagos, ibadan] = [
      { _id: 'u1', title: 'Lagos' },
      { _id: 'u2', title: 'Ibadan' },
    ]
    const years = [
      subjectYear({ _id: 'a', university: [lagos, ibadan] }),
      subjectYear({ _id: 'b', university: [lagos] }),
      subjectYear({ _id: 'c' }),
    ]
    const groups = universitiesOf(years).map(({ title, rows }) => [title, rows.map((y) => y._id)])
    expect(groups).toEqual([
      ['Ibadan', ['a']],
      ['Lagos', ['a', 'b']],
      ['No university', ['c']],
    ])
  })
})
