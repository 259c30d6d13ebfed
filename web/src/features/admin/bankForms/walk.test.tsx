// The questions that a screen showed are walked through, wherever in the bank each of them is.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { bankQuestion, subjectYear } from '@/testing/data'
import { fakeApi, lines } from '@/testing/fakeApi'
import { renderAdmin } from '@/testing/renderApp'
import { walkTexts } from '../bank/messages'
import { qualityTexts } from '../quality/messages'
import { reportsTexts } from '../reports/ReportCard'

vi.mock('@/shared/ui/RichTextField', () => import('@/testing/RichTextField'))

const here = bankQuestion(1)
const elsewhere = bankQuestion(2, { topic: { _id: 't9', title: 'Waves' } })
const at = '2026-03-05T14:30:00.000Z'
const exam = { _id: 'jamb', title: 'JAMB', slug: 'jamb' }
const figures = { attempts: 9, facility: 0.5, discrimination: 0.2, flagged: false }

const ranked = (question: typeof here) => ({
  question,
  exam,
  subject: question.subject,
  year: 2019,
  ...figures,
})
const fault = (question: string, stem: string) => ({
  kind: 'no-explanation',
  message: 'It has no explanation.',
  exam: 'jamb',
  subject: 'Mathematics',
  year: 2019,
  question,
  stem,
})
const report = (id: string, { _id, title, subject }: typeof here) => ({
  _id: id,
  user: null,
  question: { _id, kind: 'question', title, stem: title, subject, year: 2019 },
  reason: 'typo',
  words: '',
  state: 'open',
  answer: '',
  reports: 1,
  decidedAt: null,
  version: 0,
  createdAt: at,
})
const [first, second] = [report('r1', here), report('r2', elsewhere)]

it.each([
  ['/admin/question-statistics', async () => screen.findByRole('link', { name: /^Stem 1/ })],
  [
    '/admin/bank/check',
    async () => {
      await userEvent.click(await screen.findByRole('button', { name: qualityTexts.begin }))
      return (await screen.findAllByRole('link', { name: 'Stem 1' }))[0]
    },
  ],
  [
    '/admin/reports',
    async () => {
      await waitFor(() =>
        expect(screen.getAllByRole('link', { name: reportsTexts.editQuestion })).toHaveLength(2),
      )
      return screen.getAllByRole('link', { name: reportsTexts.editQuestion })[0]
    },
  ],
])('from %s', async (address, link) => {
  fakeApi({
    'GET /admin/exams': { data: [], total: 0 },
    'GET /admin/subjects': { data: [], total: 0 },
    'GET /admin/question-statistics': { data: [here, elsewhere].map(ranked), total: 2 },
    // The check reports several findings for one question.
    'GET /admin/bank/check': () =>
      lines(fault('q1', 'Stem 1'), fault('q1', 'Stem 1'), fault('q2', 'Stem 2')),
    'GET /reports': { data: [first, second], total: 2 },
    'GET /reports/r1': { data: { ...first, item: here, theory: null } },
    'GET /reports/r2': { data: { ...second, item: elsewhere, theory: null } },
    'GET /admin/subject-years/detail/y19': { data: subjectYear() },
    'POST /admin/question-topic-sections': { data: [] },
    'GET /admin/questions/all/all/q1': { data: here },
    'GET /admin/questions/all/all/q2': { data: elsewhere },
    'GET /admin/questions/s1/y19/q1': { data: here },
    'GET /admin/questions/s1/y19/q2': { data: elsewhere },
  })
  const router = renderAdmin(address)
  await userEvent.click((await link()) as HTMLElement)
  expect(await screen.findByText(walkTexts.position('1', '2'))).toBeVisible()
  fireEvent.keyDown(document.body, { key: ']' })
  expect(await screen.findByText(walkTexts.position('2', '2'))).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/questions/edit/s1/y19/q2/t9')
  fireEvent.keyDown(document.body, { key: '[' })
  expect(await screen.findByText(walkTexts.position('1', '2'))).toBeVisible()
})

it('do not lead from a queue to the next question of the topic', async () => {
  const log = fakeApi({
    'GET /admin/needs-a-look': { data: [], total: 0, counts: [], checking: 0 },
    'GET /admin/exams': { data: [], total: 0 },
    'GET /admin/subject-years/detail/y19': { data: subjectYear() },
    'POST /admin/question-topic-sections': { data: [] },
    'GET /admin/questions/s1/y19/q1': { data: here },
    'GET /admin/questions/s1/t1/y19/all/all': { data: [here, elsewhere], total: 2 },
  })
  const router = renderAdmin('/admin/needs-a-look')
  await screen.findByRole('heading', { level: 1 })
  await router.navigate('/admin/questions/edit/s1/y19/q1/t1', {
    state: { list: '/admin/needs-a-look?page=2' },
  })
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible()
  expect(screen.queryByText(walkTexts.position('1', '2'))).toBeNull()
  expect(log.map(({ path }) => path)).not.toContain('/admin/questions/s1/t1/y19/all/all')
})
