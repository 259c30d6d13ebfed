// An import from the file to the counts.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import type { ImportReport } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { exam, subjectYear } from '@/testing/data'
import { type Asked, failure, fakeApi, lines, offline } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { proofTexts } from '../account/messages'
import { leaveTexts } from '../messages'
import { importedTexts, importTexts, leaveImportTexts } from './messages'
import { byRow } from './Phases'

const here = '/admin/questions/import/x1/s1/y19/t1'
const route = 'POST /admin/questions/import'
const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })

const bank = {
  'GET /admin/subject-years/detail/y19': { data: subjectYear() },
  'POST /admin/question-topic-sections': {
    data: [
      {
        _id: 't1',
        title: 'Algebra',
        status: true,
        topicSections: [
          { _id: 'x1', section_name: 'Indices', status: true, totalQuestions: 1, totalTheories: 0 },
        ],
      },
    ],
  },
  'GET /admin/exams': { data: [exam(), post], total: 2 },
  'GET /admin/subjects': { data: [{ _id: 's1', title: 'Mathematics' }], total: 1 },
  'GET /admin/university/list': { data: [{ _id: 'u1', title: 'University of Lagos' }], total: 1 },
  'GET /topics/s1': { data: [] },
  'POST /admin/questions/import/parts': { data: [] },
  'POST /admin/theories/import/parts': { data: [] },
}

const report = (over: Partial<ImportReport> = {}): ImportReport => ({
  dryRun: true,
  unit: 'row',
  new: 3,
  changed: 1,
  unchanged: 0,
  rejected: 12,
  written: false,
  rows: 16,
  problems: Array.from({ length: 12 }, (_, i) => ({
    row: i + 2,
    column: 'rightAnswer',
    message: `Key ${i + 2} is out of range`,
  })),
  warnings: [{ row: null, column: 'notes', message: 'Unknown column' }],
  preview: null,
  ...over,
})

/** As the server answers: some progress, then the report, written unless it is a dry run. */
const importing = (over: Partial<ImportReport> = {}) => ({
  [route]: ({ body }: Asked) => {
    const written = (body as Record<string, string>).dryRun === 'false'
    return lines(
      { progress: { stage: 'reading', done: 0, total: 1 } },
      { progress: { stage: 'checking', done: 16, total: 16 } },
      { success: true, data: report({ dryRun: !written, written, ...over }) },
    )
  },
})

const workbook = (name = 'bank.xlsx') => new File(['PK'], name)
const pick = async (file = workbook()) =>
  userEvent.upload(await screen.findByLabelText(/^Workbook/), file, { applyAccept: false })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const preview = async () => {
  await pick()
  await press('Preview')
}
const uploads = (log: Asked[]) =>
  log.filter(({ path }) => path.endsWith('/import')).map(({ body }) => body)

describe('import', () => {
  it('previews, names the problems page by page, and imports once confirmed', async () => {
    const log = fakeApi({ ...bank, ...importing() })
    renderAdmin(here)
    await preview()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Preview' })).toHaveFocus())
    expect(screen.getByText('Rejected').nextSibling).toHaveTextContent('12')
    const problems = within(screen.getByRole('region', { name: 'Problems' }))
    expect(problems.getByText('Key 2 is out of range')).toBeVisible()
    expect(problems.queryByText('Key 13 is out of range')).toBeNull()
    await userEvent.click(problems.getByRole('button', { name: 'Next page' }))
    expect(problems.getByText('Key 13 is out of range')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Warnings' })).toHaveTextContent('Unknown column')

    await press('Confirm import')
    expect(await screen.findByRole('heading', { name: 'Imported' })).toBeVisible()
    // The toast is placed away from the link.
    expect(document.body.dataset.foot).toBe('result')
    expect(screen.getByRole('link', { name: 'View questions' })).toHaveAttribute(
      'href',
      '/admin/questions/x1/s1/y19/t1',
    )
    const target = { exam: 'jamb-utme', subject: 'Mathematics', year: '2019' }
    const place = { topic: 'Algebra', section: 'Indices' }
    const how = { allOrNothing: 'false', strict: 'false', key: 'any', file: expect.any(File) }
    expect(uploads(log)).toEqual([
      { ...target, ...place, ...how, dryRun: 'true', previewFrom: '0' },
      { ...target, ...place, ...how, dryRun: 'false' },
    ])
  })

  it('asks for the password again where keys move, and then imports', async () => {
    let proved = false
    const refused = { success: false, errMessage: 'Please prove it.', reason: 'prove-password' }
    const upload = importing()[route]
    const log = fakeApi({
      ...bank,
      [route]: (asked: Asked) =>
        proved || (asked.body as { dryRun: string }).dryRun === 'true'
          ? upload(asked)
          : lines(refused),
      'POST /me/prove': () => {
        proved = true
        return { message: 'Thank you.' }
      },
    })
    renderAdmin(here)
    await preview()
    await press('Confirm import')
    const dialog = await screen.findByRole('dialog', { name: proofTexts.title })
    await userEvent.type(within(dialog).getByLabelText(proofTexts.label), 'mine{Enter}')
    expect(await screen.findByRole('heading', { name: 'Imported' })).toBeVisible()
    expect(uploads(log)).toHaveLength(3)
  })

  it('tells each row once, with all that is said of it', () => {
    const said = (row: number | null, column: string, message: string) => ({ row, column, message })
    expect(
      byRow([
        said(4, 'rightAnswer', 'Out of range'),
        said(4, 'option3', 'Empty'),
        said(4, 'option3', 'Empty'),
        said(2, 'question', 'A script was left out'),
        said(null, 'notes', 'Unknown column'),
      ]),
    ).toEqual([
      { row: null, said: [{ column: 'notes', message: 'Unknown column' }] },
      { row: 2, said: [{ column: 'question', message: 'A script was left out' }] },
      {
        row: 4,
        said: [
          { column: 'rightAnswer', message: 'Out of range' },
          { column: 'option3', message: 'Empty' },
        ],
      },
    ])
  })

  it('takes other formats with pictures, and keeps theory questions apart', async () => {
    const call = 'POST /admin/theories/import'
    const log = fakeApi({ ...bank, [call]: importing()[route] })
    renderAdmin(here)
    await userEvent.click(await screen.findByRole('radio', { name: 'Theory questions' }))
    expect(screen.queryByRole('option', { name: 'Aiken' })).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText(/^Format/), 'GIFT')
    await pick(workbook('bank.xlsx'))
    expect(await screen.findByText(/must end in .gift, .txt, .zip/)).toBeVisible()
    await pick(workbook('bank.gift'))
    const pictures = screen.getByLabelText('Pictures')
    await userEvent.upload(pictures, [new File(['x'], 'a.bmp')], { applyAccept: false })
    expect(await screen.findByText('a.bmp: Please select valid image.')).toBeVisible()
    await press('Remove all')
    await userEvent.upload(pictures, [
      new File(['x'], 'a.png', { type: 'image/png' }),
      new File(['y'], 'b.png', { type: 'image/png' }),
    ])
    await press('Preview')
    await screen.findByRole('heading', { name: 'Preview' })
    const asked = log.find(({ path }) => path === '/admin/theories/import')
    expect(asked?.body).toMatchObject({ format: 'gift', images: expect.any(File) })
    await press('Confirm import')
    expect(await screen.findByText('Theory imported')).toBeVisible()
  })

  it('cancels an import that is not kept yet', async () => {
    let answer: (reply: Response) => void = () => undefined
    let id = ''
    const waits = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const log = fakeApi({
      ...bank,
      [route]: (asked) =>
        (asked.body as Record<string, string>).dryRun === 'true'
          ? (importing()[route]?.(asked) as Response)
          : waits,
    })
    const asking = globalThis.fetch
    vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) => {
      if (typeof request !== 'string' && request.method === 'DELETE') {
        id = request.url.split('/').at(-1) ?? ''
        answer(failure(409, 'cancelled', 'The import was cancelled.'))
        return Response.json({ success: true, message: 'The import has been asked to stop.' })
      }
      return asking(request as Request, init)
    })
    renderAdmin(here)
    await preview()
    await press('Confirm import')
    await press('Cancel')
    expect(await screen.findByRole('alert')).toHaveTextContent('The import was cancelled.')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(uploads(log)).toHaveLength(2)
  })

  it('imports nothing while all or nothing is asked for and rows are rejected', async () => {
    fakeApi({ ...bank, ...importing() })
    renderAdmin(here)
    await preview()
    await userEvent.click(await screen.findByRole('switch'))
    expect(screen.getByText(importedTexts.refusedAll)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm import' })).toBeDisabled()
    await userEvent.click(screen.getByRole('switch'))
    expect(screen.getByRole('button', { name: 'Confirm import' })).toBeEnabled()
  })

  it.each([
    [{ rows: 0, new: 0, changed: 0, rejected: 0, problems: [] }, importedTexts.noRows],
    [{ new: 0, changed: 0, rejected: 0, unchanged: 16, problems: [] }, importedTexts.nothingNew],
  ])('has nothing to confirm %#', async (over, why) => {
    fakeApi({ ...bank, ...importing(over) })
    renderAdmin(here)
    await preview()
    expect(await screen.findByText(why)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Confirm import' })).toBeDisabled()
  })

  it('goes back to the form on Cancel and keeps the file', async () => {
    const log = fakeApi({ ...bank, ...importing() })
    renderAdmin(here)
    await preview()
    await press('Cancel')
    expect(await screen.findByText('bank.xlsx')).toBeVisible()
    expect(uploads(log)).toHaveLength(1)
  })

  it('takes only .xlsx, and nothing without a file', async () => {
    const log = fakeApi({ ...bank, ...importing() })
    renderAdmin(here)
    await press('Preview')
    expect(await screen.findByText(importedTexts.chooseFile)).toBeVisible()
    await pick(workbook('bank.csv'))
    expect(await screen.findByText(importedTexts.notExcel)).toBeVisible()
    expect(uploads(log)).toEqual([])
  })

  it('says under the file that it is no workbook', async () => {
    const why = `${importedTexts.notExcel} It is no zip archive.`
    const refusal = { success: false, errMessage: why, reason: 'not-a-workbook' }
    fakeApi({ ...bank, [route]: lines(refusal) })
    renderAdmin(here)
    await preview()
    expect(await screen.findByText(why)).toBeVisible()
    expect(screen.getByLabelText(/^Workbook/)).toHaveAccessibleDescription(/no zip/)
  })

  it('tries again after a failure, also of the import itself', async () => {
    let answer: () => Response | Error = offline
    fakeApi({ ...bank, [route]: () => answer() })
    renderAdmin(here)
    await preview()
    expect(await screen.findByRole('alert')).toHaveTextContent(common.offline)
    answer = () => lines({ success: true, data: report() })
    await press(common.retry)
    // The connection goes before the result has come.
    await screen.findByRole('heading', { name: 'Preview' })
    answer = () => lines({ progress: { stage: 'writing', done: 1, total: 4 } })
    await press('Confirm import')
    expect(await screen.findByRole('alert')).toHaveTextContent(importedTexts.mayHaveFinished)
    answer = () => lines({ success: true, data: report({ written: true }) })
    await press(common.retry)
    expect(await screen.findByRole('heading', { name: 'Imported' })).toBeVisible()
  })
})

describe('import anywhere', () => {
  const choose = async (label: RegExp, option: string) =>
    userEvent.selectOptions(await screen.findByLabelText(label), option)

  it('asks for exam, subject and year, and of POST UTME for the university', async () => {
    const log = fakeApi({
      ...bank,
      ...importing(),
      'GET /admin/subject-years/s1': { data: [subjectYear()], total: 1 },
    })
    renderAdmin('/admin/questions/import')
    await pick()
    await press('Preview')
    expect(await screen.findByText('Choose an exam', { selector: 'p' })).toBeVisible()
    expect(screen.queryByLabelText(/University/)).toBeNull()

    await choose(/Exam/, 'POST UTME')
    await waitFor(() => expect(screen.getByRole('option', { name: 'Mathematics' })).toBeVisible())
    await choose(/Subject/, 'Mathematics')
    await choose(/Year/, '2019')
    await press('Preview')
    expect(await screen.findByText(importedTexts.chooseUniversity)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('option', { name: /Lagos/ })).toBeVisible())
    await choose(/University/, 'University of Lagos')
    await press('Preview')
    await press('Confirm import')
    expect(await screen.findByRole('link', { name: 'View questions' })).toHaveAttribute(
      'href',
      '/admin/questions/all/s1/y19/all',
    )
    expect(uploads(log)[0]).toMatchObject({ exam: 'post-utme', university: 'University of Lagos' })
  })

  it('leads to a year that the import made, however late the years arrive', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let imported = false
    const upload = importing()[route]
    fakeApi({
      ...bank,
      [route]: (asked: Asked) => {
        imported = (asked.body as { dryRun: string }).dryRun === 'false'
        return upload(asked)
      },
      'GET /admin/subject-years/s1': async () => {
        if (!imported) return { data: [], total: 0 }
        await arrived
        return { data: [subjectYear()], total: 1 }
      },
    })
    renderAdmin('/admin/questions/import')
    await choose(/Exam/, 'JAMB UTME')
    await waitFor(() => expect(screen.getByRole('option', { name: 'Mathematics' })).toBeVisible())
    await choose(/Subject/, 'Mathematics')
    await choose(/Year/, '2019')
    await preview()
    await press('Confirm import')
    await screen.findByRole('heading', { name: 'Imported' })
    expect(await screen.findByRole('button', { name: 'View questions' })).toBeDisabled()
    expect(screen.queryByRole('link', { name: 'View questions' })).toBeNull()
    arrive()
    expect(await screen.findByRole('link', { name: 'View questions' })).toHaveAttribute(
      'href',
      '/admin/questions/all/s1/y19/all',
    )
  })

  it('offers the topics that the import made to the next', async () => {
    // As in life, where what was read a moment ago is not asked for again.
    const { queries, ...rest } = queryClient.getDefaultOptions()
    queryClient.setDefaultOptions({ ...rest, queries: { ...queries, staleTime: 30_000 } })
    let imported = false
    const upload = importing()[route]
    fakeApi({
      ...bank,
      [route]: (asked: Asked) => {
        imported = (asked.body as { dryRun: string }).dryRun === 'false'
        return upload(asked)
      },
      'GET /admin/subject-years/s1': { data: [subjectYear()], total: 1 },
      'GET /topics/s1': () => ({
        data: imported ? [{ _id: 't2', title: 'Geometry', topicSections: [] }] : [],
      }),
    })
    renderAdmin('/admin/questions/import')
    await choose(/Exam/, 'JAMB UTME')
    await waitFor(() => expect(screen.getByRole('option', { name: 'Mathematics' })).toBeVisible())
    await choose(/Subject/, 'Mathematics')
    await choose(/Year/, '2019')
    await preview()
    await press('Confirm import')
    await screen.findByRole('heading', { name: 'Imported' })
    await press('Import another file')
    await userEvent.click(await screen.findByLabelText('Topic', { selector: 'input' }))
    expect(await screen.findByRole('option', { name: 'Geometry' })).toBeVisible()
  })

  it("puts the server's words under their fields", async () => {
    const why = 'Year is one of the last 40'
    fakeApi({ ...bank, [route]: failure(422, 'invalid', why, { year: why }) })
    renderAdmin('/admin/questions/import')
    await choose(/Exam/, 'JAMB UTME')
    await waitFor(() => expect(screen.getByRole('option', { name: 'Mathematics' })).toBeVisible())
    await choose(/Subject/, 'Mathematics')
    await choose(/Year/, '2019')
    await preview()
    expect(await screen.findByText(why)).toBeVisible()
    expect(screen.getByLabelText(/Year/)).toHaveAccessibleDescription(why)
  })
})

describe('the preview', () => {
  const item = (row: number) => ({
    row,
    isNew: true,
    title: '',
    status: true,
    passage: null,
    question: `<p>Stem ${row}</p>`,
    logo: row === 2 ? '/uploads/a.png' : null,
    options: ['One', 'Two'],
    correct: 2,
    description: 'Because.',
    detailedAnswer: null,
  })
  const previewOf = (total: number, from = 0) => ({
    items: Array.from({ length: Math.min(50, total - from) }, (_, i) => item(from + i + 2)),
    total,
    pictures: { '/uploads/a.png': 'data:image/png;base64,AAAA' },
  })

  it('shows questions as students will see them, and loads further ones', async () => {
    const log = fakeApi({
      ...bank,
      [route]: ({ body }: Asked) => {
        const from = Number((body as Record<string, string>).previewFrom)
        const preview = previewOf(60, from)
        return lines({ success: true, data: report({ problems: [], rejected: 0, preview }) })
      },
    })
    renderAdmin(here)
    await preview()
    const shown = within(await screen.findByRole('region', { name: importTexts.asStudents }))
    expect(shown.getByText('Stem 2')).toBeVisible()
    expect(shown.getAllByText(/Right answer|Correct/).length).toBeGreaterThan(0)
    expect(shown.queryByText('Stem 7')).toBeNull()
    for (let n = 0; n < 10; n += 1) {
      await userEvent.click(shown.getByRole('button', { name: 'Next page' }))
    }
    expect(await shown.findByText('Stem 52')).toBeVisible()
    expect(uploads(log).at(-1)).toMatchObject({ dryRun: 'true', previewFrom: '50' })
  })

  it('imports a file of several years part by part', async () => {
    const log = fakeApi({
      ...bank,
      ...importing({ problems: [], rejected: 0, new: 1, changed: 0, rows: 1 }),
      'POST /admin/questions/import/parts': {
        data: [
          { subject: null, year: '2018', rows: [2] },
          { subject: null, year: '2019', rows: [3] },
        ],
      },
    })
    renderAdmin('/admin/questions/import')
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: /^Exam/ }),
      'jamb-utme',
    )
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: /^Subject/ }),
      await screen.findByRole('option', { name: 'Mathematics' }),
    )
    await preview()
    await press('Confirm import')
    expect(await screen.findByRole('heading', { name: 'Imported' })).toBeVisible()
    expect(
      uploads(log).map((body) => {
        const { year, byColumns, dryRun } = body as Record<string, string>
        return [year, byColumns, dryRun]
      }),
    ).toEqual([
      ['2018', 'true', 'true'],
      ['2019', 'true', 'true'],
      ['2018', 'true', 'false'],
      ['2019', 'true', 'false'],
    ])
  })

  describe('of several years', () => {
    const years = ['2018', '2019', '2020']
    const parts = years.map((year, i) => ({ subject: null, year, rows: [i + 2] }))

    /** The import of 2019 waits for an answer. */
    async function importYears(onCancel: () => Response) {
      let answer: (reply: Response) => void = () => undefined
      const waits = new Promise<Response>((resolve) => {
        answer = resolve
      })
      const upload = importing({ problems: [], warnings: [], rejected: 0, rows: 4 })[route]
      const log = fakeApi({
        ...bank,
        'POST /admin/questions/import/parts': { data: parts },
        [route]: (asked: Asked) => {
          const { dryRun, year } = asked.body as Record<string, string>
          return dryRun === 'false' && year === '2019' ? waits : upload?.(asked)
        },
      })
      const asking = globalThis.fetch
      vi.stubGlobal('fetch', async (request: Request | string, init?: RequestInit) =>
        typeof request !== 'string' && request.method === 'DELETE'
          ? onCancel()
          : asking(request as Request, init),
      )
      const router = renderAdmin('/admin/questions/import')
      await userEvent.selectOptions(
        await screen.findByRole('combobox', { name: /^Exam/ }),
        'jamb-utme',
      )
      await userEvent.selectOptions(
        await screen.findByRole('combobox', { name: /^Subject/ }),
        await screen.findByRole('option', { name: 'Mathematics' }),
      )
      await preview()
      await press('Confirm import')
      const sent = () =>
        uploads(log)
          .map((body) => body as Record<string, string>)
          .filter(({ dryRun }) => dryRun === 'false')
          .map(({ year }) => year)
      const finish = () =>
        answer(lines({ success: true, data: report({ dryRun: false, written: true }) }))
      return { router, answer, finish, sent }
    }

    it('says which years were imported before it was cancelled', async () => {
      const { answer, sent } = await importYears(() => {
        answer(failure(409, 'cancelled', 'The import was cancelled. Nothing was written.'))
        return Response.json({ success: true, message: '' })
      })
      expect(await screen.findByText(/^Year 2 of 3: /)).toBeVisible()
      await press('Cancel')
      expect(await screen.findByRole('heading', { name: importTexts.stopped })).toBeVisible()
      expect(screen.getByText('1 of 3 years were imported: Mathematics 2018.')).toBeVisible()
      expect(screen.queryByText(/Nothing was written/)).toBeNull()
      expect(sent()).toEqual(['2018', '2019'])
    })

    it('begins no further year after a cancellation that came too late for one', async () => {
      const { finish, sent } = await importYears(() => {
        finish()
        return failure(404, 'not-found', 'No such import.')
      })
      await screen.findByText(/^Year 2 of 3: /)
      await press('Cancel')
      expect(
        await screen.findByText('2 of 3 years were imported: Mathematics 2018, Mathematics 2019.'),
      ).toBeVisible()
      expect(sent()).toEqual(['2018', '2019'])
    })

    it('asks before it is left', async () => {
      const { router, finish } = await importYears(() => failure(404, 'not-found', ''))
      await screen.findByText(/^Year 2 of 3: /)
      void router.navigate('/admin')
      const dialog = await screen.findByRole('dialog', { name: leaveImportTexts.title })
      await userEvent.click(within(dialog).getByRole('button', { name: leaveTexts.stay }))
      finish()
      expect(await screen.findByRole('heading', { name: 'Imported' })).toBeVisible()
    })
  })

  it('saves the rejected rows as a workbook', async () => {
    const saved = vi.fn(() => 'blob:rows')
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined })
    const log = fakeApi({
      ...bank,
      ...importing(),
      'POST /admin/questions/import/problems': () => new Response('PK'),
    })
    renderAdmin(here)
    await preview()
    await userEvent.click(await screen.findByRole('button', { name: importTexts.saveRows }))
    await waitFor(() => expect(saved).toHaveBeenCalled(), { timeout: 20_000 })
    expect(log.some(({ path }) => path === '/admin/questions/import/problems')).toBe(true)
  })
})
