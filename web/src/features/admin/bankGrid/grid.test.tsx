// The bank as a grid: what it shows, opens, adds and changes.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { BankOfExam } from '@/shared/api/types'
import { subjectYear } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { bankGridTexts } from '../bank/messages'
import { columnsOf, matching, missingCells } from './grid'

const year = (subject: string, number: number, changes = {}) => ({
  _id: `${subject}-${number}`,
  year: number,
  status: true,
  version: 1,
  questions: 40,
  theories: 0,
  ...changes,
})
const subject = (title: string, years: BankOfExam['subjects'][number]['years']) => ({
  _id: title.toLowerCase(),
  title,
  status: true,
  mockQuestions: 40,
  heldBack: 0,
  years,
})
const jamb: BankOfExam = {
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  subjects: [
    subject('Biology', [
      year('biology', 2020),
      year('biology', 2019, { status: false, questions: 3 }),
    ]),
    subject('Yorùbá', []),
  ],
}
const waec: BankOfExam = {
  exam: { _id: 'waec', title: 'WASSCE (WAEC)', slug: 'wassce' },
  subjects: [subject('Physics', [year('physics', 2001)])],
}

describe('the years and subjects of a grid', () => {
  it('has the last ten years, and all that exist', () => {
    const lastYears = Array.from({ length: 40 }, (_, i) => 2026 - i)
    const years = columnsOf(waec, lastYears)
    expect(years).toEqual([2026, 2025, 2024, 2023, 2022, 2021, 2020, 2019, 2018, 2017, 2001])
  })

  it.each([
    ['', ['Biology', 'Yorùbá']],
    ['yoruba', ['Yorùbá']],
    [' BIO ', ['Biology']],
    ['x', []],
  ])('finds "%s"', (typed, titles) => {
    expect(matching(jamb.subjects, typed).map(({ title }) => title)).toEqual(titles)
  })

  it('knows what is missing', () => {
    const cells = missingCells(jamb.subjects, 2018, 2020)
    expect(cells.map(({ subject, year }) => `${subject.title} ${year}`)).toEqual([
      'Biology 2018',
      'Yorùbá 2018',
      'Yorùbá 2019',
      'Yorùbá 2020',
    ])
    expect(missingCells(jamb.subjects, 2020, 2018)).toEqual([])
  })
})

const at = '/admin/question-subjects?view=grid'
const add = 'POST /admin/question-subjects/add'

function server(more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({ 'GET /admin/bank/grid': { data: [jamb, waec] }, ...more })
}

describe('the grid', () => {
  it('leads to the questions of a year, in each exam', async () => {
    server()
    const router = renderAdmin(at)
    const found = await screen.findByRole('link', { name: 'Biology, 2019: 3, inactive' })
    expect(found).toHaveAttribute('href', '/admin/questions/all/biology/biology-2019/all')
    await userEvent.click(screen.getByRole('radio', { name: 'WASSCE (WAEC)' }))
    expect(await screen.findByRole('link', { name: 'Physics, 2001: 40, active' })).toBeVisible()
    expect(router.state.location.search).toContain('exam=wassce')
    expect(screen.queryByText('Biology')).toBeNull()
  })

  it('begins a year that is missing, and opens it', async () => {
    const log = server({ [add]: { user: { _id: 'biology-2018' }, message: 'Added' } })
    const router = renderAdmin(at)
    await userEvent.click(await screen.findByRole('button', { name: 'Add Biology, 2018' }))
    const to = '/admin/questions/all/biology/biology-2018/all'
    await waitFor(() => expect(router.state.location.pathname).toBe(to))
    expect(log.find(({ method }) => method === 'POST')?.body).toEqual({
      subject: 'biology',
      year: 2018,
      university: [],
      status: false,
    })
  })

  it('adds the missing years of the subjects that are shown, and names what failed', async () => {
    const log = server({
      [add]: ({ body }) =>
        (body as { year: number }).year === 2018
          ? failure(422, 'invalid', 'Year 2018 is not allowed.')
          : { user: { _id: 'x' } },
    })
    renderAdmin(at)
    await userEvent.type(
      await screen.findByRole('searchbox', { name: bankGridTexts.search }),
      'bio',
    )
    await userEvent.click(screen.getByRole('button', { name: bankGridTexts.addYears }))
    const dialog = within(await screen.findByRole('dialog'))
    const fill = async (label: string, text: string) => {
      const field = dialog.getByLabelText(label)
      await userEvent.clear(field)
      await userEvent.type(field, text)
    }
    await fill(bankGridTexts.from, '2020')
    await fill(bankGridTexts.to, '2020')
    expect(dialog.getByText(bankGridTexts.nothingToAdd)).toBeVisible()
    expect(dialog.getByRole('button', { name: bankGridTexts.addYears })).toBeDisabled()
    await fill(bankGridTexts.from, '2017')
    expect(dialog.getByText('2 years will be added.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: bankGridTexts.addYears }))
    expect(await screen.findByText('1 row changed.')).toBeVisible()
    expect(screen.getByText('Biology, 2018: Year 2018 is not allowed.')).toBeVisible()
    const sent = log.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(sent).toMatchObject([
      { subject: 'biology', year: 2017 },
      { subject: 'biology', year: 2018 },
    ])
  })

  it('exports the questions and the theory questions of the selected years', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x' }))
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: unknown) {
      saved.push((this as HTMLAnchorElement).download)
    })
    const written = [
      year('biology', 2020, { theories: 5 }),
      year('biology', 2019),
      year('biology', 2018, { questions: 0, theories: 2 }),
    ]
    const file = () => new Response('file')
    const log = fakeApi({
      'GET /admin/bank/grid': { data: [{ ...jamb, subjects: [subject('Biology', written)] }] },
      'GET /admin/questions/export': file,
      'GET /admin/theories/export': file,
    })
    renderAdmin(at)
    await userEvent.click(await screen.findByRole('switch', { name: bankGridTexts.select }))
    await userEvent.click(
      screen.getByRole('checkbox', { name: bankGridTexts.selectSubject('Biology') }),
    )
    await userEvent.click(screen.getByRole('button', { name: bankGridTexts.export }))
    await waitFor(() =>
      expect(saved).toEqual([
        'jamb-utme-Biology-2020.xlsx',
        'jamb-utme-Biology-2020-theories.xlsx',
        'jamb-utme-Biology-2019.xlsx',
        'jamb-utme-Biology-2018-theories.xlsx',
      ]),
    )
    const asked = log.filter(({ path }) => path.endsWith('/export'))
    expect(asked.map(({ path, query }) => `${path} ${query.get('year')}`)).toEqual([
      '/admin/questions/export 2020',
      '/admin/theories/export 2020',
      '/admin/questions/export 2019',
      '/admin/theories/export 2018',
    ])
  })

  it('exports a file for each university of a POST UTME year', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x' }))
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: unknown) {
      saved.push((this as HTMLAnchorElement).download)
    })
    const exam = { _id: 'post', title: 'POST UTME', slug: 'post-utme' }
    const years = [year('biology', 2020), year('biology', 2019)]
    const university = ['Lagos', 'Ibadan'].map((title) => ({ _id: title, title }))
    const log = fakeApi({
      'GET /admin/bank/grid': { data: [{ exam, subjects: [subject('Biology', years)] }] },
      'GET /admin/subject-years/detail/biology-2020': { data: subjectYear({ university }) },
      'GET /admin/subject-years/detail/biology-2019': { data: subjectYear({ university: [] }) },
      'GET /admin/questions/export': () => new Response('file'),
    })
    renderAdmin(at)
    await userEvent.click(await screen.findByRole('switch', { name: bankGridTexts.select }))
    await userEvent.click(
      screen.getByRole('checkbox', { name: bankGridTexts.selectSubject('Biology') }),
    )
    await userEvent.click(screen.getByRole('button', { name: bankGridTexts.export }))
    expect(await screen.findByText(`Biology, 2019: ${bankGridTexts.noUniversity}`)).toBeVisible()
    expect(saved).toEqual([
      'post-utme-Biology-2020-Lagos.xlsx',
      'post-utme-Biology-2020-Ibadan.xlsx',
    ])
    const asked = log.filter(({ path }) => path.endsWith('/export'))
    expect(asked.map(({ query }) => query.get('university'))).toEqual(['Lagos', 'Ibadan'])
  })

  it('switches the selected years on', async () => {
    const log = server({ 'PUT /admin/subject-years/update/biology-2019': { data: {} } })
    renderAdmin(at)
    await userEvent.click(await screen.findByRole('switch', { name: bankGridTexts.select }))
    await userEvent.click(
      screen.getByRole('checkbox', { name: bankGridTexts.selectSubject('Biology') }),
    )
    expect(screen.getByText('2 years selected')).toBeVisible()
    expect(
      screen.getByRole('checkbox', { name: bankGridTexts.selectCell('Biology', 2019) }),
    ).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('1 row changed.')).toBeVisible()
    const sent = log.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ body }) => body)).toEqual([{ status: true, version: 1 }])
  })

  it('moves the selected years to another year, and names those that cannot', async () => {
    const log = server({
      'PUT /admin/subject-years/move/biology-2020': failure(409, 'active', 'Deactivate it first.'),
      'PUT /admin/subject-years/move/biology-2019': { data: {}, message: 'Year moved.' },
    })
    renderAdmin(at)
    await userEvent.click(await screen.findByRole('switch', { name: bankGridTexts.select }))
    await userEvent.click(
      screen.getByRole('checkbox', { name: bankGridTexts.selectSubject('Biology') }),
    )
    await userEvent.click(screen.getByRole('button', { name: bankGridTexts.move }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 years' }))
    const go = () => userEvent.click(dialog.getByRole('button', { name: bankGridTexts.move }))
    await userEvent.type(dialog.getByLabelText(/^Year/), '1950')
    await go()
    expect(dialog.getByText(bankGridTexts.chooseYear('1987', '2026'))).toBeVisible()
    await userEvent.clear(dialog.getByLabelText(/^Year/))
    await userEvent.type(dialog.getByLabelText(/^Year/), '2015')
    await go()
    expect(await screen.findByText('1 row changed.')).toBeVisible()
    expect(screen.getByText('Biology, 2020: Deactivate it first.')).toBeVisible()
    const to = { version: 1, year: 2015, sectionId: null }
    expect(log.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([to, to])
  })

  it('moves a year to a section of another subject', async () => {
    const topic = { _id: 't1', title: 'Language', topicSections: [] as object[] }
    topic.topicSections.push({ _id: 'x1', section_name: 'Verbs', totalQuestions: 0 })
    const log = server({
      'POST /admin/question-topic-sections': { data: [topic] },
      'PUT /admin/subject-years/move/biology-2019': { data: {}, message: 'Year moved.' },
    })
    renderAdmin(at)
    await userEvent.click(await screen.findByRole('switch', { name: bankGridTexts.select }))
    await userEvent.click(
      screen.getByRole('checkbox', { name: bankGridTexts.selectCell('Biology', 2019) }),
    )
    await userEvent.click(screen.getByRole('button', { name: bankGridTexts.move }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 year' }))
    await userEvent.click(dialog.getByRole('radio', { name: bankGridTexts.anotherSubject }))
    await userEvent.click(dialog.getByRole('button', { name: bankGridTexts.move }))
    expect(dialog.getByText(bankGridTexts.chooseSubject)).toBeVisible()
    const choose = async (label: string, option: RegExp) => {
      await userEvent.click(dialog.getByRole('combobox', { name: label }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    await choose(bankGridTexts.subject, /^Yorùbá/)
    await choose(bankGridTexts.section, /Verbs/)
    await userEvent.click(dialog.getByRole('button', { name: bankGridTexts.move }))
    expect(await screen.findByText('1 row changed.')).toBeVisible()
    const sent = log.filter(({ method }) => method === 'PUT')
    expect(sent.map(({ body }) => body)).toEqual([{ version: 1, year: null, sectionId: 'x1' }])
  })
})
