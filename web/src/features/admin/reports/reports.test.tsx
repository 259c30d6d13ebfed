// Reports of questions are answered.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { letterOf } from '@/shared/i18n/format'
import { admin, bankQuestion, moderator } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { leaveTexts } from '../messages'
import { keyTexts } from '../quality/messages'
import { reportsTexts } from './ReportCard'

const report = {
  _id: 'r1',
  user: null,
  question: {
    _id: 'q1',
    kind: 'question',
    title: 'Q',
    stem: 'The beginning of it',
    subject: { _id: 's1', title: 'Mathematics' },
    year: 2019,
  },
  reason: 'wrong-key',
  words: 'B is right',
  state: 'open',
  answer: '',
  reports: 2,
  decidedAt: null,
  version: 3,
  createdAt: '2026-03-05T14:30:00.000Z',
}

it('shows a moderator what was asked, and takes their decision with words', async () => {
  let rows = [report]
  const log = fakeApi({
    'GET /reports': () => ({ data: rows, total: rows.length }),
    'GET /reports/r1': { data: { ...report, item: bankQuestion(1), theory: null } },
    'PUT /reports/r1': () => {
      rows = []
      return { data: report, message: 'Report updated successfully.' }
    },
  })
  renderAdmin('/admin/reports', moderator)
  const card = within(await screen.findByRole('region', { name: /^Report 1: Question/ }))
  expect(await card.findByText(reportsTexts.right)).toBeVisible()
  expect(card.queryByRole('link', { name: reportsTexts.editQuestion })).toBeNull()
  expect(card.getByText('B is right')).toBeVisible()
  expect(log.find(({ path }) => path === '/reports')?.query.get('state')).toBe('open')
  await userEvent.type(
    card.getByRole('textbox', { name: reportsTexts.answer }),
    'Put right, thank you.',
  )
  await userEvent.click(card.getByRole('button', { name: reportsTexts.reject }))
  expect(await screen.findByText('Report updated successfully.')).toBeVisible()
  expect(await screen.findByText(reportsTexts.none)).toBeVisible()
  expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({
    state: 'rejected',
    words: 'Put right, thank you.',
    version: 3,
  })
})

it('is not rejected without a reply, and accepted without one', async () => {
  const log = fakeApi({
    'GET /reports': { data: [report], total: 1 },
    'GET /reports/r1': { data: { ...report, item: bankQuestion(1), theory: null } },
    'PUT /reports/r1': { data: report, message: 'Report updated successfully.' },
  })
  renderAdmin('/admin/reports', admin)
  await userEvent.click(await screen.findByRole('button', { name: reportsTexts.reject }))
  expect(await screen.findByText(reportsTexts.replyRequired)).toBeVisible()
  expect(log.filter(({ method }) => method === 'PUT')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: reportsTexts.accept }))
  expect(await screen.findByText('Report updated successfully.')).toBeVisible()
})

it('shows an administrator the question with its key, and the way to change it', async () => {
  fakeApi({
    'GET /reports': { data: [report], total: 1 },
    'GET /reports/r1': { data: { ...report, item: bankQuestion(1), theory: null } },
  })
  renderAdmin('/admin/reports', admin)
  expect(await screen.findByText(reportsTexts.right)).toBeVisible()
  const { subject, year, topic, _id } = bankQuestion(1)
  expect(screen.getByRole('link', { name: reportsTexts.editQuestion })).toHaveAttribute(
    'href',
    `/admin/questions/edit/${subject._id}/${year._id}/${_id}/${topic._id}`,
  )
})

it('shows how a question began that is not in the bank any more', async () => {
  fakeApi({
    'GET /reports': { data: [report], total: 1 },
    'GET /reports/r1': { data: { ...report, item: null, theory: null } },
  })
  renderAdmin('/admin/reports', admin)
  expect(await screen.findByText(reportsTexts.gone)).toBeVisible()
  expect(screen.getByText('The beginning of it')).toBeVisible()
})

it('says when somebody else has decided meanwhile, and shows it as it is now', async () => {
  let now = report
  fakeApi({
    'GET /reports': () => ({ data: [now], total: 1 }),
    'GET /reports/r1': { data: { ...report, item: bankQuestion(1), theory: null } },
    'PUT /reports/r1': () => {
      now = { ...report, state: 'accepted', answer: 'Theirs', version: 4 }
      return failure(409, 'changed', 'Changed meanwhile.', { version: 4 })
    },
  })
  renderAdmin('/admin/reports?state=all', moderator)
  await userEvent.click(await screen.findByRole('button', { name: reportsTexts.accept }))
  expect(await screen.findByText(reportsTexts.changed)).toBeVisible()
  expect(await screen.findByText('Theirs')).toBeVisible()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: reportsTexts.accept })).toBeNull(),
  )
})

it('keeps what was typed where somebody else has decided meanwhile, beside theirs', async () => {
  let now: object = report
  let open: object[] = [report]
  const log = fakeApi({
    'GET /reports': () => ({ data: open, total: open.length }),
    'GET /reports/r1': () => ({ data: { ...now, item: bankQuestion(1), theory: null } }),
    'PUT /reports/r1': ({ body }) => {
      const { reportsTexts, state, version } = body as Record<string, unknown>
      if (version === 3) {
        now = { ...report, state: 'accepted', answer: 'Theirs', version: 4 }
        open = []
        return failure(409, 'changed', 'Changed meanwhile.', { version: 4 })
      }
      now = { ...report, state, answer: reportsTexts, version: 5 }
      return { data: now, message: 'Report updated successfully.' }
    },
  })
  renderAdmin('/admin/reports', moderator)
  await userEvent.type(await screen.findByRole('textbox', { name: reportsTexts.answer }), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: reportsTexts.reject }))
  expect(await screen.findByText('Theirs')).toBeVisible()
  expect(screen.getByText(reportsTexts.yoursToo)).toBeVisible()
  expect(screen.getByRole('textbox', { name: reportsTexts.answer })).toHaveValue('Mine')

  await userEvent.click(screen.getByRole('button', { name: reportsTexts.reject }))
  expect(await screen.findByText('Report updated successfully.')).toBeVisible()
  expect(await screen.findByText(reportsTexts.none)).toBeVisible()
  expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    state: 'rejected',
    words: 'Mine',
    version: 4,
  })
})

it('asks before another part of the list takes the place of what was typed', async () => {
  fakeApi({
    'GET /reports': { data: [report], total: 1 },
    'GET /reports/r1': { data: { ...report, item: bankQuestion(1), theory: null } },
  })
  const router = renderAdmin('/admin/reports', moderator)
  await userEvent.type(await screen.findByRole('textbox', { name: reportsTexts.answer }), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: reportsTexts.rejected }))
  await userEvent.click(await screen.findByRole('button', { name: leaveTexts.stay }))
  expect(router.state.location.search).toBe('')
  expect(screen.getByRole('textbox', { name: reportsTexts.answer })).toHaveValue('Mine')

  await userEvent.click(screen.getByRole('button', { name: reportsTexts.accepted }))
  await userEvent.click(await screen.findByRole('button', { name: leaveTexts.go }))
  await waitFor(() => expect(router.state.location.search).toBe('?state=accepted'))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: reportsTexts.answer })).toHaveValue(''),
  )
})

it('shows all reports of a question together, and decides them together', async () => {
  const other = { ...report, _id: 'r2', reason: 'unclear', words: 'Two are right' }
  let open = [report, other]
  const log = fakeApi({
    'GET /reports': () => ({ data: open, total: open.length }),
    'GET /reports/r1': {
      data: { ...report, item: { ...bankQuestion(1), passage: '<p>A long passage</p>' } },
    },
    'PUT /reports/of/q1': () => {
      open = []
      return { message: 'Report updated successfully.' }
    },
  })
  renderAdmin('/admin/reports', admin)
  expect(await screen.findAllByRole('region', { name: /^Report / })).toHaveLength(1)
  expect(await screen.findByText(reportsTexts.passage)).toBeVisible()
  expect(screen.getByText('A long passage')).not.toBeVisible()
  await userEvent.click(await screen.findByText('1 more report of this question'))
  expect(screen.getByText('Two are right')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Accept all 2' }))
  expect(await screen.findByText('Report updated successfully.')).toBeVisible()
  expect(log.find(({ method }) => method === 'PUT')?.body).toEqual({
    state: 'accepted',
    words: '',
    expected: 2,
  })
})

it('corrects the key and accepts in one step', async () => {
  const item = bankQuestion(1)
  const right = item.options.find(({ _id }) => _id !== item.correctAns)
  const single = { ...report, reports: 1 }
  const log = fakeApi({
    'GET /reports': { data: [single], total: 1 },
    'GET /reports/r1': { data: { ...single, item, theory: null } },
    [`PUT /admin/questions/${item._id}/key`]: ({ body }) => ({
      dryRun: (body as { dryRun: boolean }).dryRun,
      affected: 3,
      moved: 0,
      changed: [],
    }),
    'PUT /reports/r1': { data: single, message: 'Report updated successfully.' },
  })
  renderAdmin('/admin/reports', admin)
  await userEvent.click(await screen.findByRole('button', { name: reportsTexts.correctAndAccept }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(
    dialog.getByRole('radio', {
      name: new RegExp(`^${letterOf(item.options.indexOf(right as never))}`),
    }),
  )
  await userEvent.click(dialog.getByRole('button', { name: keyTexts.look }))
  await userEvent.click(await dialog.findByRole('button', { name: reportsTexts.correctAndAccept }))
  expect(await screen.findByText('Report updated successfully.')).toBeVisible()
  expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject({
    state: 'accepted',
    version: 3,
  })
})
