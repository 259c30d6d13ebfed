// What visitors try without an account: questions that are marked at once, the score that waits on the
// device for a login, and the public page of an exam.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { readTried, writeTried } from '@/shared/flow/tried'
import { useFlow } from '@/shared/flow/useFlow'
import { useSession } from '@/shared/session/useSession'
import { examChoice, examPage, exam as jamb, student, visitorPaper } from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { tryTexts } from './messages'

const score = {
  exam: visitorPaper(0).exam,
  correct: 1,
  total: 2,
  createdAt: '2026-03-05T14:30:00.000Z',
}
const option = (name: string) => screen.findByRole('button', { name: new RegExp(`Opt ${name}`) })

describe('questions to try', () => {
  const paper = { 'GET /try/jamb-utme': { data: visitorPaper(2) } }

  it('marks and explains an answer at one tap, and the first one counts', async () => {
    const log = fakeApi(paper)
    useSession.getState().expire()
    renderApp('/try/jamb-utme')
    expect(await screen.findByText('Visitors are asked 0')).toBeVisible()
    expect(screen.queryByText('Because of 0')).toBeNull()
    await userEvent.click(await option('A'))
    expect(screen.getByText('Not quite. The correct answer is B.')).toBeVisible()
    expect(screen.getByText('Because of 0')).toBeVisible()
    expect(await option('B')).toHaveAttribute('data-mark', 'right')
    await userEvent.click(await option('B'))
    expect(readTried()['jamb-utme']?.answers).toEqual({ v0: 'v0A' })
    await userEvent.click(screen.getByRole('button', { name: 'Next question' }))
    expect(screen.getByRole('heading', { name: 'Question 2 of 2' })).toHaveFocus()
    // A visitor writes nothing on the server.
    expect(log.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('brings verdict and next question into view once an answer is marked', async () => {
    fakeApi(paper)
    const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockClear()
    renderApp('/try/jamb-utme')
    await userEvent.click(await option('A'))
    expect(shown).toHaveBeenCalledExactlyOnceWith({ block: 'nearest', behavior: 'auto' })
    const [part] = shown.mock.contexts as [HTMLElement]
    expect(within(part).getByText('Not quite. The correct answer is B.')).toBeVisible()
    expect(within(part).getByRole('button', { name: 'Next question' })).toBeVisible()
    shown.mockRestore()
  })

  it('continues with the first unanswered question, and keeps the score if the visitor asks for it', async () => {
    writeTried('jamb-utme', { answers: { v0: 'v0A' } })
    fakeApi(paper)
    useSession.getState().expire()
    const router = renderApp('/try/jamb-utme')
    expect(await screen.findByText('Visitors are asked 1')).toBeVisible()
    await userEvent.click(await option('B'))
    expect(screen.getByText('Correct!')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'See your score' }))
    expect(screen.getByRole('heading', { name: 'You got 1 of 2 right.' })).toBeVisible()
    expect(
      screen.getByRole('link', { name: `${score.exam.title}: subjects, years and prices` }),
    ).toHaveAttribute('href', '/exams/jamb-utme')
    expect(readTried()['jamb-utme']?.keep).toBeUndefined()
    await userEvent.click(
      screen.getByRole('link', { name: 'Keep this score: create a free account' }),
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/register'))
    expect(await screen.findByText('You got 1 of 2 right. We will keep this score.')).toBeVisible()
    expect(readTried()['jamb-utme']).toEqual({ answers: { v0: 'v0A', v1: 'v1B' }, keep: 'asked' })
  })

  it('leads on to an account and to the exam where there is nothing to try', async () => {
    fakeApi({ 'GET /try/jamb-utme': { data: visitorPaper(0) } })
    useSession.getState().expire()
    const router = renderApp('/try/jamb-utme')
    expect(await screen.findByText('There are no questions to try here yet.')).toBeVisible()
    expect(screen.queryByText(/Each answer is marked/)).toBeNull()
    const main = within(screen.getByRole('main'))
    const about = main.getByRole('link', { name: tryTexts.aboutExam('JAMB UTME') })
    expect(about).toHaveAttribute('href', '/exams/jamb-utme')
    await userEvent.click(main.getByRole('link', { name: 'Start free' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/register'))
    expect(router.state.location.state).toEqual({
      from: '/practise?exam=jamb-utme',
      exam: 'JAMB UTME',
    })
    expect(useFlow.getState()).toMatchObject({ examSlug: 'jamb-utme', ofVisitor: true })
  })

  it('leads a student on to the dashboard where there is nothing to try', async () => {
    fakeApi({ 'GET /try/jamb-utme': { data: visitorPaper(0) } })
    useSession.getState().signedIn(student)
    renderApp('/try/jamb-utme')
    expect(await screen.findByText('There are no questions to try here yet.')).toBeVisible()
    const main = within(screen.getByRole('main'))
    const way = main.getByRole('link', { name: 'Go to your dashboard' })
    expect(way).toHaveAttribute('href', '/dashboard')
  })

  it('is Page Not Found for an exam that is none', async () => {
    fakeApi({ 'GET /try/none': failure(404, 'not-found', 'Exam not found') })
    renderApp('/try/none')
    expect(await screen.findByText('Page Not Found')).toBeVisible()
  })
})

describe('a score that was kept', () => {
  const dashboard = {
    'GET /me/exams': { data: [examChoice(jamb())] },
    'GET /attempts': { data: [], total: 0 },
    'GET /get-assessments': { data: [] },
    'GET /get-results/u1': { quizes: [], total: 0 },
  }

  it('is marked by the server at the sign-in, shown, and put away', async () => {
    writeTried('jamb-utme', { answers: { v0: 'v0A', v1: 'v1B' }, keep: 'asked' })
    const log = fakeApi({
      ...dashboard,
      'POST /me/visitor-scores': { data: score },
      'GET /me/visitor-scores': { data: [score] },
    })
    renderStudent('/dashboard')
    expect(await screen.findByText('JAMB UTME: 1 of 2 right.')).toBeVisible()
    const sent = log.filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        exam: 'jamb-utme',
        answers: [
          { question: 'v0', answer: 'v0A' },
          { question: 'v1', answer: 'v1B' },
        ],
      },
    ])
    // The public pages no longer show the old answers.
    expect(readTried()).toEqual({ 'jamb-utme': { answers: {}, keep: 'sent' } })
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('JAMB UTME: 1 of 2 right.')).toBeNull()
    expect(readTried()).toEqual({})
  })

  it('waits while it cannot be sent, and is forgotten where its questions are gone', async () => {
    const { sendTried } = await import('@/shared/flow/sendTried')
    const waiting = { answers: { v0: 'v0A' }, keep: 'asked' } as const
    writeTried('jamb-utme', waiting)
    fakeApi({ 'POST /me/visitor-scores': failure(503, 'unavailable', 'Later') })
    await act(sendTried)
    expect(readTried()).toEqual({ 'jamb-utme': waiting })
    fakeApi({ 'POST /me/visitor-scores': failure(422, 'invalid', 'Gone', { answers: 'Gone' }) })
    await act(sendTried)
    expect(readTried()).toEqual({})
  })

  it('is not asked of those who tried nothing, nor sent unless the visitor wanted it', async () => {
    writeTried('jamb-utme', { answers: { v0: 'v0A' } })
    const log = fakeApi(dashboard)
    renderStudent('/dashboard')
    await screen.findByRole('heading', { name: 'Three steps to your first test' })
    expect(log.some(({ path }) => path.includes('visitor-scores'))).toBe(false)
  })

  it('forgets what is no record of it', () => {
    localStorage.setItem('sabi.try', '{"jamb-utme":{"answers":null},"waec":7}')
    expect(readTried()).toEqual({})
    localStorage.setItem('sabi.try', 'not JSON')
    expect(readTried()).toEqual({})
  })
})

describe('the page of an exam', () => {
  const page = { 'GET /exam-types/jamb-utme': { data: examPage() } }

  it('shows subjects, years, plans and prices, each once, and the way in', async () => {
    fakeApi(page)
    useSession.getState().expire()
    const router = renderApp('/exams/jamb-utme')
    expect(await screen.findByRole('heading', { name: 'JAMB UTME', level: 1 })).toBeVisible()
    expect(screen.getByText('4 subjects · 3 years · 480 questions')).toBeVisible()
    const subjects = within(screen.getByRole('table'))
    expect(subjects.getByRole('row', { name: 'Use of English 2019 to 2023 1,100' })).toBeVisible()
    expect(subjects.getByRole('row', { name: 'Biology 2023 40' })).toBeVisible()
    const plans = within(screen.getByRole('region', { name: 'Plans and prices' }))
    expect(plans.getByText(/^A plan belongs to your account and works on any phone/)).toBeVisible()
    const [trial, yearly] = plans.getAllByRole('listitem')
    expect(trial).toHaveTextContent('TrialFree7 daysUp to 10 questions per test')
    expect(yearly).toHaveTextContent('Yearly₦5,000365 daysNo limit on questions')
    const [start] = screen.getAllByRole('link', { name: 'Start free' })
    await userEvent.click(start as HTMLElement)
    await waitFor(() => expect(router.state.location.pathname).toBe('/register'))
    expect(router.state.location.state).toEqual({
      from: '/practise?exam=jamb-utme',
      exam: 'JAMB UTME',
    })
    expect(useFlow.getState()).toMatchObject({ examSlug: 'jamb-utme', ofVisitor: true })
  })

  it.each([
    [0, 'is silent about theory answers where there are none'],
    [5, 'says who marks theory answers'],
  ])('with %d theory questions %s', async (theories) => {
    const [first] = examPage().subjects
    const subjects = first ? [{ ...first, theories }] : []
    fakeApi({ 'GET /exam-types/jamb-utme': { data: examPage({ subjects }) } })
    renderApp('/exams/jamb-utme')
    expect(await screen.findByRole('table')).toBeVisible()
    const said = screen.queryByText('Real people mark your theory answers.')
    expect(said !== null).toBe(theories > 0)
  })

  it('marks its question and leads to the others', async () => {
    fakeApi(page)
    renderApp('/exams/jamb-utme')
    expect(await screen.findByRole('link', { name: 'Try some questions' })).toBeVisible()
    await userEvent.click(await option('B'))
    expect(screen.getByText('Correct!')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Next question' })).toHaveAttribute(
      'href',
      '/try/jamb-utme',
    )
  })

  it('leads to no questions where there are none to try', async () => {
    fakeApi({ ...page, 'GET /exam-types/jamb-utme': { data: examPage({ question: null }) } })
    renderApp('/exams/jamb-utme')
    expect(await screen.findAllByRole('link', { name: 'Start free' })).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Try some questions' })).toBeNull()
  })

  it('leads a student on to a test', async () => {
    fakeApi(page)
    useSession.getState().signedIn(student)
    renderApp('/exams/jamb-utme')
    const [start] = await screen.findAllByRole('link', { name: 'Start JAMB UTME' })
    expect(start).toHaveAttribute('href', '/practise?exam=jamb-utme')
  })

  it('says Coming Soon of an exam without questions', async () => {
    const soon = examPage({ status: false, plans: [], subjects: [], question: null })
    fakeApi({ 'GET /exam-types/jamb-utme': { data: soon } })
    renderApp('/exams/jamb-utme')
    expect(await screen.findByText('Coming Soon')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Start free' })).toBeNull()
  })

  it('is Page Not Found where there is no such exam', async () => {
    fakeApi({ 'GET /exam-types/none': failure(404, 'not-found', 'Exam not found') })
    renderApp('/exams/none')
    expect(await screen.findByText('Page Not Found')).toBeVisible()
  })
})

describe('the sign-in of a visitor who comes from an exam', () => {
  it('names the exam, and offers an account first', async () => {
    useSession.getState().expire()
    fakeApi({})
    useFlow.getState().choose({ examName: 'WASSCE' })
    useFlow.setState({ ofVisitor: true })
    renderApp('/login')
    expect(
      await screen.findByText('Create a free account to start WASSCE, or log in.'),
    ).toBeVisible()
    const main = within(screen.getByRole('main'))
    const [first] = main.getAllByRole('link')
    expect(first).toHaveTextContent('Register')
    expect(first).not.toHaveAttribute('data-variant')
    expect(main.getByRole('button', { name: 'Login' })).toHaveAttribute('data-variant', 'default')
  })

  it('is as it was for everybody else', async () => {
    useSession.getState().expire()
    fakeApi({})
    renderApp('/login')
    const submit = await screen.findByRole('button', { name: 'Login' })
    expect(submit).toHaveAttribute('data-variant', 'filled')
    expect(screen.queryByText(/free account to start/)).toBeNull()
  })
})
