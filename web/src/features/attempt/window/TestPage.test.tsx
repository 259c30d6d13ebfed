// The test window on screen, against a model of the server: what a student sees, presses
// and hears of it.
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay } from 'es-toolkit'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { ApiError } from '@/shared/api/errors'
import type { Attempt, User } from '@/shared/api/types'
import type { AttemptApi } from '@/shared/attempt/api'
import { emptyOutbox, putAnswer } from '@/shared/attempt/outbox'
import { openAttemptStore, writeOfflineCopy } from '@/shared/attempt/storage'
import { attemptOf, paper } from '@/shared/attempt/testing/fixtures'
import { ModelServer } from '@/shared/attempt/testing/modelServer'
import { common, uiTexts } from '@/shared/i18n/common'
import { plural } from '@/shared/i18n/format'
import { reportTexts } from '@/shared/report/reportMessages'
import { getSession, useSession } from '@/shared/session/useSession'
import { mainId, useFocusOnChange } from '@/shared/ui/focus'
import { fakeApi, offline } from '@/testing/fakeApi'
import { says } from '@/testing/windows'
import { testTexts } from '../messages'
import { TestPage } from './TestPage'

const server = vi.hoisted(() => ({ api: {} as AttemptApi }))
vi.mock('@/shared/attempt/api', async (original) => ({
  ...(await original<typeof import('@/shared/attempt/api')>()),
  attemptApi: new Proxy({}, { get: (_, name: keyof AttemptApi) => server.api[name] }),
}))

const calculator = vi.hoisted(() => ({ breaks: false }))
vi.mock('@/shared/ui/CalculatorDialog', async (original) => {
  const real = await original<typeof import('@/shared/ui/CalculatorDialog')>()
  const CalculatorDialog: typeof real.CalculatorDialog = (props) => {
    if (calculator.breaks) throw new TypeError('broken')
    return real.CalculatorDialog(props)
  }
  return { CalculatorDialog }
})

const signIn = () =>
  useSession
    .getState()
    .signedIn({ _id: 'u1', role: 'user', first_name: 'Ada', last_name: 'Eze' } as User)
vi.mock('@/shared/session/session', () => ({ loadSession: async () => signIn() }))
const later = (ms: number) => new Date(Date.now() + ms).toISOString()
let model: ModelServer
let router: ReturnType<typeof createMemoryRouter>

function attempt(slug: 'study' | 'practice' | 'mock', more: Partial<Attempt> = {}): Attempt {
  const deadline = slug === 'study' ? null : later(30 * 60_000)
  const assessment = { _id: slug, title: slug, slug }
  return attemptOf({ _id: crypto.randomUUID(), assessment, deadline, ...more })
}

async function open(which: Attempt, wait = true) {
  model = new ModelServer(which)
  model.now = Date.now()
  server.api = model.api
  return show(`/objective-questions?attempt=${which._id}`, wait)
}

/** A page in a frame that puts the focus where reading goes on. */
function Framed({ name }: { name: string }) {
  useFocusOnChange(useLocation().pathname)
  return (
    <main id={mainId}>
      <h1 tabIndex={-1}>page {name}</h1>
    </main>
  )
}

async function show(path: string, wait = true) {
  const page = (name: string) => ({ path: name, element: <Framed name={name} /> })
  router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Notifications />
            <Outlet />
          </>
        ),
        children: [
          { path: '/objective-questions', element: <TestPage /> },
          { path: '/list-questions', element: <TestPage /> },
          page('/login'),
          page('/dashboard'),
          page('/results'),
          page('/practice-results/:id'),
          page('/theories-grade/:id'),
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  if (wait) await firstQuestion()
  return userEvent.setup()
}

const heading = (name: string) => screen.findByRole('heading', { name })
/** With its buttons, which follow once it is painted. */
async function firstQuestion() {
  await screen.findByRole('button', { name: testTexts.markForReview })
  return heading('Question 1 of 2')
}
const status = () => document.querySelector('[data-status]')?.textContent
const saved = () => waitFor(() => expect(status()).toMatch(/^Saved \d\d:\d\d$/))
/** Until a save would be under way. */
const longerThanAnAnswerRests = () => act(() => delay(800))
const at = () => router.state.location.pathname

const answerShown = async () =>
  within(await screen.findByRole('region', { name: testTexts.answer }))
/** Where it says why a choice is not marked yet. */
const marking = () => document.querySelector('[data-marking]')
/** "Let me think first", as this device remembers it. */
const thinkFirst = () => localStorage.setItem('sabi.thinkFirst', 'true')

beforeEach(() => {
  localStorage.removeItem('sabi.thinkFirst')
  notifications.clean()
  signIn()
})

it('walks by the keys of the UTME through subjects, and saves what is chosen', async () => {
  const user = await open(attempt('mock'))
  expect(document.title).toBe('JAMB UTME mock · Sabi')
  await user.keyboard('b')
  expect(screen.getByRole('radio', { name: /Option b of e1/ })).toBeChecked()
  await user.keyboard('n')
  await heading('Question 2 of 2')
  await user.keyboard('D')
  await user.keyboard('nn')
  // Past the theory of English into Physics.
  expect(await screen.findByText('Stem of p1')).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Physics', selected: true })).toBeVisible()
  await user.keyboard('p')
  expect(await screen.findByText('Explain et1')).toBeVisible()
  await saved()
  expect(model.held).toEqual({ e1: 'e1-b', e2: 'e2-d' })
})

it('keeps the letters for writing while an answer is written', async () => {
  const user = await open(attempt('mock', { examType: 'both' }))
  await user.click(screen.getByRole('tab', { name: testTexts.subjective }))
  const box = await screen.findByRole('textbox', { name: /Your answer.*Explain et1/ })
  expect(box).toBeRequired()
  await user.type(box, 'nasps')
  expect(box).toHaveValue('nasps')
  expect(screen.getByText('Explain et1')).toBeVisible()
  await saved()
  expect(model.held).toEqual({ et1: 'nasps' })
})

it('says aloud how much is left once 30, 5 and 1 minutes are passed, and nothing in between', async () => {
  await open(attempt('mock', { deadline: later(40 * 60_000) }))
  const now = vi.spyOn(Date, 'now')
  const real = Date.now()
  const heard = document.querySelector('[aria-live=polite]') as HTMLElement
  // The device sleeps, and its clock with it.
  for (const [minutes, said] of [
    [8.5, ''],
    [11.5, '29 minutes left'],
    [33.5, '29 minutes left'],
    [36.5, '4 minutes left'],
    [39.5, '1 minute left'],
  ] as const) {
    now.mockImplementation(() => real + minutes * 60_000)
    model.now = real + minutes * 60_000
    const face = `${40 - Math.ceil(minutes)}`.padStart(2, '0')
    await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent(`Time left ${face}:`))
    await waitFor(() => expect(heard).toHaveTextContent(said))
  }
})

it('says aloud when the line is gone, and when what was given is saved again', async () => {
  const user = await open(attempt('mock'))
  const heard = document.querySelector('[aria-live=polite]') as HTMLElement
  await user.keyboard('a')
  await saved()
  // Each save by itself is no news.
  expect(heard).not.toHaveTextContent('Saved')
  model.weather = 'cut'
  await user.keyboard('b')
  await waitFor(() => expect(heard).toHaveTextContent(testTexts.offline))
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(heard).toHaveTextContent(/^Saved \d\d:\d\d$/))
})

it('leaves the offline line where it is while more is answered', async () => {
  const user = await open(attempt('mock'))
  model.weather = 'cut'
  await user.keyboard('a')
  await waitFor(() => expect(status()).toBe(testTexts.offline))
  const line = document.querySelector('[data-status]') as HTMLElement
  const seen: (string | undefined)[] = []
  const observer = new MutationObserver(() => seen.push(line.dataset.status))
  observer.observe(line, { attributeFilter: ['data-status'] })
  for (const key of ['b', 'c', 'n', 'd']) await user.keyboard(key)
  await longerThanAnAnswerRests()
  expect(seen).toEqual([])
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  await saved()
  observer.disconnect()
  expect(seen).toEqual(['saved'])
  expect(model.held).toEqual({ e1: 'e1-c', e2: 'e2-d' })
})

it('says aloud that an answer is refused, also where the line was gone just before', async () => {
  const user = await open(attempt('mock'))
  const heard = document.querySelector('[aria-live=polite]') as HTMLElement
  model.weather = 'cut'
  await user.keyboard('a')
  await waitFor(() => expect(heard).toHaveTextContent(testTexts.offline))
  model.poison.add('e1')
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(heard).toHaveTextContent(testTexts.notSaved('e1 is refused')))
})

it('names the state of each question, review over answered', async () => {
  const user = await open(attempt('practice'))
  await user.click(screen.getByRole('radio', { name: /Option a of e1/ }))
  await user.click(screen.getByRole('button', { name: testTexts.markForReview }))
  await user.click(screen.getByRole('button', { name: /All questions/ }))
  const drawer = within(await screen.findByRole('dialog'))
  const one = drawer.getByRole('button', { name: 'Question 1, answered, marked for review' })
  expect(one).toHaveAttribute('data-mark', 'review')
  expect(one).toHaveAttribute('aria-current', 'true')
  // The flag, and the tick beside it.
  expect(one.querySelectorAll('svg')).toHaveLength(2)
  await user.click(drawer.getByRole('button', { name: 'Question 2, unanswered' }))
  await heading('Question 2 of 2')
  await saved()
  expect(model.review).toEqual(['e1'])
})

it('takes a choice back', async () => {
  const user = await open(attempt('practice'))
  await user.keyboard('c')
  await saved()
  await user.click(screen.getByRole('button', { name: 'Clear choice' }))
  await waitFor(() => expect(model.held).toEqual({}))
})

it('marks a choice of study at once, and the first one counts', async () => {
  const user = await open(attempt('study'))
  expect(screen.getByText(testTexts.firstChoiceCounts)).toBeVisible()
  expect(screen.queryByRole('button', { name: testTexts.viewAnswer })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /Option a of e1/ }))
  const answer = await answerShown()
  expect(answer.getByText('Not correct. Correct answer: B')).toBeVisible()
  expect(answer.getByText('Because.')).toBeVisible()
  await waitFor(() =>
    expect(document.querySelector('[aria-live]')).toHaveTextContent(
      'Not correct. Correct answer: B',
    ),
  )
  // Whatever is pressed now; and the focus stays where the choice was made.
  const first = screen.getByRole('radio', { name: /Option a.*Your answer/ })
  expect(first).toHaveFocus()
  await user.keyboard('b')
  await user.click(screen.getByRole('radio', { name: /Option b.*Correct answer/ }))
  expect(first).toBeChecked()
  expect(screen.queryByRole('button', { name: testTexts.clearChoice })).toBeNull()
  await user.keyboard('n')
  await heading('Question 2 of 2')
  await user.keyboard('b')
  expect((await answerShown()).getByText(testTexts.isRight)).toBeVisible()
  // It stays marked, also after another question.
  await user.keyboard('p')
  await firstQuestion()
  expect(screen.getByText('Because.')).toBeVisible()
  expect(model.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  expect(model.calls).not.toContain('reveal')
})

it('brings the explanation of a choice into view once, and smoothly where motion is welcome', async () => {
  const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockClear()
  const user = await open(attempt('study'))
  await user.keyboard('a')
  const answer = await screen.findByRole('region', { name: testTexts.answer })
  await waitFor(() => expect(shown.mock.contexts).toEqual([answer]))
  expect(shown).toHaveBeenLastCalledWith({ block: 'nearest', behavior: 'auto' })
  const { matchMedia: asked } = window
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...asked(query),
    matches: query === '(prefers-reduced-motion: no-preference)',
  }))
  await user.keyboard('n')
  await heading('Question 2 of 2')
  await user.keyboard('b')
  await waitFor(() =>
    expect(shown).toHaveBeenLastCalledWith({ block: 'nearest', behavior: 'smooth' }),
  )
  // Back at one that was marked before, its beginning is in view.
  await user.keyboard('p')
  await firstQuestion()
  expect(shown).toHaveBeenCalledTimes(2)
  shown.mockRestore()
})

it('walks the options by the arrow keys without choosing those on the way', async () => {
  const user = await open(attempt('study'))
  screen.getByRole('radio', { name: /Option a of e1/ }).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(screen.getByRole('radio', { name: /Option b of e1/ })).toHaveFocus()
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await user.keyboard(' ')
  expect((await answerShown()).getByText(testTexts.isRight)).toBeVisible()
  expect(model.held).toEqual({ e1: 'e1-b' })
})

it('says offline that a choice is marked later, and marks it then', async () => {
  const user = await open(attempt('study'))
  model.weather = 'cut'
  await user.keyboard('a')
  await waitFor(() => expect(marking()).toHaveTextContent('Marked when you are online.'))
  await user.keyboard('b')
  const choice = screen.getByRole('radio', { name: /Option a of e1/ })
  expect(choice).toBeChecked()
  // Green is for right answers.
  expect(choice.parentElement).toHaveAttribute('data-mark', 'open')
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  expect((await answerShown()).getByText('Not correct. Correct answer: B')).toBeVisible()
  expect(choice.parentElement).toHaveAttribute('data-mark', 'wrong')
  expect(marking()).toBeNull()
})

it('says of a question in a running mock that it is marked later', async () => {
  const user = await open(attempt('study'))
  model.heldBack.add('e1')
  await user.keyboard('a')
  await waitFor(() => expect(marking()).toHaveTextContent(testTexts.markedAfterMock))
  expect(screen.queryByText('Because.')).toBeNull()
})

it('lets one think first, remembers that, and marks what was chosen by View Answer', async () => {
  const user = await open(attempt('study'))
  await user.click(screen.getByRole('switch', { name: testTexts.thinkFirst }))
  expect(localStorage.getItem('sabi.thinkFirst')).toBe('true')
  await user.keyboard('a')
  await saved()
  expect(screen.queryByText('Because.')).toBeNull()
  await user.keyboard('b')
  expect(screen.getByRole('radio', { name: /Option b of e1/ })).toBeChecked()
  // Switched off again, what was chosen before can still be viewed.
  await user.click(screen.getByRole('switch', { name: testTexts.thinkFirst }))
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  expect(await screen.findByText('Because.')).toBeVisible()
  expect(model.marked.size).toBe(0)
})

it('has the switch before the other actions until the choice is marked, and the report last', async () => {
  const user = await open(attempt('study'))
  const names = () => {
    const card = within(screen.getByRole('region', { name: testTexts.question }))
    return card.getAllByRole('button').map((one) => one.textContent)
  }
  expect(screen.getByRole('switch', { name: testTexts.thinkFirst })).toBeVisible()
  expect(names()[0]).toBe(testTexts.markForReview)
  expect(names().at(-1)).toBe(reportTexts.broken)
  await user.keyboard('a')
  await answerShown()
  expect(screen.queryByRole('switch', { name: testTexts.thinkFirst })).toBeNull()
  await user.keyboard('n')
  await heading('Question 2 of 2')
  expect(screen.getByRole('switch', { name: testTexts.thinkFirst })).toBeVisible()
})

it('has the switch in study alone', async () => {
  await open(attempt('practice'))
  expect(screen.queryByRole('switch', { name: testTexts.thinkFirst })).toBeNull()
  expect(screen.getByRole('button', { name: testTexts.viewAnswer })).toBeVisible()
})

it('shows key and explanation in study, and forgets that with the question', async () => {
  thinkFirst()
  const user = await open(attempt('study'))
  expect(screen.queryByRole('timer')).toBeNull()
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  const answer = within(await screen.findByRole('region', { name: testTexts.answer }))
  expect(answer.getByText('Correct answer: B')).toBeVisible()
  expect(answer.getByText('Because.')).toBeVisible()
  expect(document.querySelector('[aria-live]')).toHaveTextContent('Correct answer: B')
  expect(screen.getByRole('radio', { name: /Option b.*Correct answer/ })).toBeEnabled()
  await user.click(screen.getByRole('button', { name: testTexts.hideAnswer }))
  expect(screen.queryByText('Because.')).toBeNull()
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  await user.keyboard('n')
  await user.keyboard('p')
  await firstQuestion()
  expect(screen.getByRole('button', { name: testTexts.viewAnswer })).toBeVisible()
  expect(screen.queryByText('Because.')).toBeNull()
  expect(model.calls.filter((call) => call === 'reveal')).toHaveLength(1)
})

it('marks right and wrong in practice, and settles the answer', async () => {
  const user = await open(attempt('practice'))
  expect(screen.getByRole('timer')).toHaveTextContent(/^Time left \d\d:\d\d$/)
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  const wrong = await screen.findByRole('radio', { name: /Option a.*Your answer/ })
  expect(wrong).toBeDisabled()
  expect(screen.getByRole('radio', { name: /Option b.*Correct answer/ })).toBeDisabled()
  await user.keyboard('b')
  expect(wrong).toBeChecked()
  expect(model.held).toEqual({ e1: 'e1-a' })
})

it('says who grades a written answer, and that nobody else does once the model answer was seen', async () => {
  const user = await open(attempt('study', { examType: 'both' }))
  await user.click(screen.getByRole('tab', { name: testTexts.subjective }))
  const box = await screen.findByRole('textbox', { name: /Your answer/ })
  expect(box).toHaveAccessibleDescription(testTexts.gradedLater)
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  await answerShown()
  expect(box).toHaveAccessibleDescription(testTexts.ownGradeCounts)
})

it('keeps for a written answer of practice, which is settled by then, that a moderator grades it', async () => {
  const user = await open(attempt('practice', { examType: 'both' }))
  await user.click(screen.getByRole('tab', { name: testTexts.subjective }))
  const box = await screen.findByRole('textbox', { name: /Your answer/ })
  await user.type(box, 'x = 4')
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  await answerShown()
  expect(box).toBeDisabled()
  expect(box).toHaveAccessibleDescription(testTexts.gradedLater)
})

it('announces no key once another question is on screen', async () => {
  thinkFirst()
  const user = await open(attempt('study'))
  model.lag = 300
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  await user.keyboard('n')
  await heading('Question 2 of 2')
  await act(() => delay(600))
  expect(model.calls).toContain('reveal')
  for (const told of screen.getAllByRole('status'))
    expect(told).not.toHaveTextContent(testTexts.rightAnswer)
})

it('says why an answer cannot be shown', async () => {
  thinkFirst()
  const user = await open(attempt('study'))
  model.weather = 'cut'
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  expect(await screen.findByText('cut')).toBeVisible()
  expect(screen.getByRole('button', { name: testTexts.viewAnswer })).toBeEnabled()
})

it('has no answers to view in a mock', async () => {
  await open(attempt('mock'))
  expect(screen.queryByRole('button', { name: testTexts.viewAnswer })).toBeNull()
})

it('asks before submitting, returns with R, submits with Y and shows the result', async () => {
  const user = await open(attempt('mock'))
  await user.keyboard('a')
  await user.keyboard('s')
  expect(await screen.findByText(testTexts.submitQuestion)).toBeVisible()
  expect(screen.getByText('1 of 6 answered.')).toBeVisible()
  await user.keyboard('r')
  await waitFor(() => expect(screen.queryByText(testTexts.submitQuestion)).toBeNull())
  await user.keyboard('s')
  await screen.findByText(testTexts.submitQuestion)
  await user.keyboard('y')
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
  expect(await screen.findByText(common.submitted)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(model.held).toEqual({ e1: 'e1-a' })
})

it('has the focus on the safe button after S, so that Enter submits nothing', async () => {
  const user = await open(attempt('mock'))
  await user.keyboard('a')
  await user.keyboard('s')
  await waitFor(() => expect(screen.getByRole('button', { name: 'No, return (R)' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText(testTexts.submitQuestion)).toBeNull())
  expect(at()).toBe('/objective-questions')
  expect(model.calls).not.toContain('submit')
})

it('leads to the grading of theory answers, which says at its head that they are considered', async () => {
  const user = await open(attempt('mock', { examType: 'both' }))
  await user.keyboard('a')
  await user.keyboard('sy')
  await waitFor(() => expect(at()).toBe('/theories-grade/quiz1'))
  expect(screen.queryByText(common.underConsideration)).toBeNull()
})

it('leads to the result of a combined test that holds no theories to grade', async () => {
  model = new ModelServer(attempt('mock', { examType: 'both' }))
  model.now = Date.now()
  const subjects = paper.subjects.map((one) => ({ ...one, theories: [] }))
  const read = async () => ({ attempt: model.attempt, paper: { ...paper, subjects } })
  server.api = { ...model.api, read }
  const user = await show(`/objective-questions?attempt=${model.base._id}`)
  await user.keyboard('a')
  await user.keyboard('sy')
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
  expect(await screen.findByText(common.submitted)).toBeVisible()
})

it('folds the passage after its first question, and unfolds it for good with one tap', async () => {
  const past = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  const user = await open(attempt('mock'))
  const passage = () => screen.queryByText('A trader of Kano')
  expect(passage()).toBeVisible()
  await user.keyboard('n')
  await heading('Question 2 of 2')
  expect(passage()).not.toBeVisible()
  await user.keyboard('nnp')
  await user.keyboard('p')
  // Come to anew it is there to be read, from its top; what is kept open has been.
  await heading('Question 2 of 2')
  expect(passage()).toBeVisible()
  expect(past).not.toHaveBeenCalled()
  await user.keyboard('p')
  await firstQuestion()
  expect(passage()).not.toBeVisible()
  await user.click(screen.getByText('Passage for questions 1 to 2'))
  expect(passage()).toBeVisible()
  await user.keyboard('n')
  await heading('Question 2 of 2')
  expect(passage()).toBeVisible()
  expect(past).toHaveBeenCalled()
})

it('leaves the passage as it was, open or closed, when the page is loaded again', async () => {
  const user = await open(attempt('mock'))
  const passage = () => screen.queryByText('A trader of Kano')
  expect(passage()).toBeVisible()
  await user.click(screen.getByText('Passage for questions 1 to 2'))
  expect(passage()).not.toBeVisible()
  // A reload takes the page away without unmounting it.
  const kept = { ...sessionStorage }
  cleanup()
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
  const again = await show(`/objective-questions?attempt=${model.base._id}`)
  await firstQuestion()
  expect(passage()).not.toBeVisible()
  await again.click(screen.getByText('Passage for questions 1 to 2'))
  expect(passage()).toBeVisible()
})

it('asks whether to cancel when nothing was answered', async () => {
  const user = await open(attempt('practice'))
  await user.click(screen.getByRole('button', { name: testTexts.submitTest }))
  expect(await screen.findByText(testTexts.emptyQuestion)).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText(testTexts.emptyQuestion)).toBeNull())
  await user.keyboard('s')
  await screen.findByText(testTexts.emptyQuestion)
  await user.keyboard('y')
  await waitFor(() => expect(at()).toBe('/dashboard'))
  expect(await screen.findAllByText(common.cancelled)).toHaveLength(1)
  expect(model.state).toBe('cancelled')
})

it('throws nothing away that was answered on another device', async () => {
  const user = await open(attempt('practice'))
  await user.keyboard('s')
  await screen.findByText(testTexts.emptyQuestion)
  model.answers.set('e1', { kind: 'question', value: 'e1-a', at: Date.now() })
  await user.keyboard('y')
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
  expect(model.state).toBe('submitted')
})

it('is not left while only this window has the answers', async () => {
  const user = await open(attempt('practice'))
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  model.weather = 'cut'
  await user.keyboard('a')
  await waitFor(() => expect(status()).toBe(testTexts.inMemory))
  await user.keyboard('s')
  const leave = await screen.findByRole('button', { name: testTexts.leaveForNow })
  expect(leave).toBeDisabled()
  expect(screen.getByText(testTexts.leaveLost)).toBeVisible()
  refused.mockRestore()
  full.mockRestore()
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(leave).toBeEnabled())
  expect(screen.queryByText(testTexts.leaveLost)).toBeNull()
})

it('can be submitted without a connection, or gone on with', async () => {
  const user = await open(attempt('practice'))
  await user.keyboard('a')
  model.weather = 'cut'
  await user.keyboard('s')
  await user.click(await screen.findByRole('button', { name: /Yes, submit/ }))
  expect(await screen.findByText(/are kept on this device and will be submitted/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Return to the test' }))
  await waitFor(() => expect(status()).toBe(testTexts.offline))
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  await saved()
})

it('submits by force when the time is up', async () => {
  const which = attempt('practice', { deadline: later(900) })
  const since = performance.now()
  await open({ ...which, answers: [] }, false)
  // Read at leisure: for three seconds at least.
  await screen.findByRole('heading', { name: testTexts.timeUpTitle })
  expect(screen.getByText(testTexts.timeUp)).toBeVisible()
  await waitFor(() => expect(at()).toBe('/results'))
  expect(performance.now() - since).toBeGreaterThan(2_500)
  expect(await screen.findByText(testTexts.noResult)).toBeVisible()
})

it('keeps the question and takes no second press until the answer is there', async () => {
  const user = await open(attempt('practice'))
  await user.keyboard('a')
  await saved()
  const { submit } = model.api
  const calls: unknown[] = []
  let answer: () => void = () => undefined
  server.api = {
    ...model.api,
    submit: async (...call) => {
      calls.push(call)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return submit(...call)
    },
  }
  await user.keyboard('s')
  const yes = await screen.findByRole('button', { name: /Yes, submit/ })
  await user.click(yes)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.getByText(testTexts.submitQuestion)).toBeVisible()
  expect(screen.getByRole('button', { name: 'No, return (R)' })).toBeDisabled()
  expect(yes).toBeDisabled()
  answer()
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
  expect(calls).toHaveLength(1)
})

it('has the focus on the first question when it opens, and speaks the same words twice', async () => {
  const user = await open(attempt('practice'))
  expect(await firstQuestion()).toHaveFocus()
  const said = () => document.querySelector('[role="status"][aria-live="polite"]')?.textContent
  await user.keyboard('a')
  await waitFor(() => expect(said()).toBe(testTexts.chosen('A')))
  const seen: (string | null | undefined)[] = []
  const region = document.querySelector('[role="status"][aria-live="polite"]') as Node
  const observer = new MutationObserver(() => seen.push(said()))
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  await user.keyboard('a')
  await waitFor(() => expect(seen).toEqual(['', testTexts.chosen('A')]))
  observer.disconnect()
  await user.keyboard('n')
  await heading('Question 2 of 2')
  expect(said()).not.toContain(testTexts.chosen('A'))
})

it('shows the notice until the server answers', async () => {
  const user = await open(attempt('practice'))
  let cut = true
  server.api = {
    ...model.api,
    submit: (...call) =>
      cut ? Promise.reject(new ApiError(0, 'offline', 'cut')) : model.api.submit(...call),
  }
  // The answer to the save tells of a deadline that is one second off.
  model.deadline = model.now + 1_000
  await user.keyboard('a')
  expect(await screen.findByText(testTexts.timeUp)).toBeVisible()
  expect(await screen.findByText(/that reached Sabi in time count/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Return to the test' })).toBeNull()
  cut = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
})

it('stops going back, and says so once however often it is tried', async () => {
  await show('/dashboard', false)
  model = new ModelServer(attempt('study'))
  model.now = Date.now()
  server.api = model.api
  await act(() => router.navigate(`/objective-questions?attempt=${model.attempt._id}`))
  await firstQuestion()
  const goBack = () => act(() => router.navigate(-1))
  await goBack()
  expect(await screen.findByText(testTexts.noBack)).toBeVisible()
  await goBack()
  await goBack()
  expect(at()).toBe('/objective-questions')
  // What comes later stands behind them.
  fireEvent.copy(screen.getByText('Stem of e1'))
  expect(await screen.findByText(testTexts.copying)).toBeVisible()
  expect(screen.getAllByText(testTexts.noBack)).toHaveLength(1)
})

it('stops copying and right clicks, but not in answer boxes nor by the menu key', async () => {
  const user = await open(attempt('mock', { examType: 'both' }))
  const stem = screen.getByText('Stem of e1')
  expect(fireEvent.copy(stem)).toBe(false)
  expect(await screen.findByText(testTexts.copying)).toBeVisible()
  expect(fireEvent.contextMenu(stem, { button: 2 })).toBe(false)
  expect(await screen.findByText(testTexts.rightClick)).toBeVisible()
  expect(fireEvent.contextMenu(stem, { button: 0 })).toBe(true)
  expect(fireEvent.keyDown(stem, { key: 'F5' })).toBe(false)
  await user.click(screen.getByRole('tab', { name: testTexts.subjective }))
  const box = await screen.findByRole('textbox', { name: /Your answer/ })
  expect(fireEvent.copy(box)).toBe(true)
  expect(fireEvent.paste(box)).toBe(true)
  expect(fireEvent.contextMenu(box, { button: 2 })).toBe(true)
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

it('turns the letter keys off for those who need that', async () => {
  const user = await open(attempt('mock'))
  await user.click(screen.getByRole('button', { name: /All questions/ }))
  await user.click(await screen.findByRole('button', { name: 'Keys' }))
  await user.click(await screen.findByRole('switch', { name: 'Use these keys' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
  await user.keyboard('an')
  expect(screen.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await longerThanAnAnswerRests()
  expect(model.held).toEqual({})
})

it('goes on without a calculator that breaks and can be asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // However long its code takes to load, no look at the screen waits for that.
  await import('@/shared/ui/CalculatorDialog')
  calculator.breaks = true
  const user = await open(attempt('practice'))
  await user.click(screen.getByRole('button', { name: 'Calculator' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(uiTexts.calculatorNotLoaded)).toBeVisible()
  calculator.breaks = false
  await user.click(within(dialog).getByRole('button', { name: common.retry }))
  expect(await screen.findByRole('textbox', { name: 'Expression' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('a')
  await saved()
  expect(model.held).toEqual({ e1: 'e1-a' })
})

it('opens from the device without the server, and saves when it is back', async () => {
  const which = attempt('practice')
  await writeOfflineCopy({ user: 'u1', attempt: which, paper })
  const outbox = putAnswer(emptyOutbox, 'e2', 'question', 'e2-c', Date.now())
  const clock = { offset: 0, last: Date.now() }
  await openAttemptStore(which._id, 'u1').write({
    user: 'u1',
    outbox,
    place: 'e2',
    revealed: {},
    clock,
  })
  model = new ModelServer(which)
  model.now = Date.now() + 1_000
  model.weather = 'cut'
  server.api = model.api
  useSession.setState({ session: { is: 'failed', why: 'visitor', last: null } })
  await show(`/objective-questions?attempt=${which._id}`, false)
  await heading('Question 2 of 2')
  expect(screen.getByRole('radio', { name: /Option c of e2/ })).toBeChecked()
  await waitFor(() => expect(status()).toBe(testTexts.offline))
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  await saved()
  expect(model.held).toEqual({ e2: 'e2-c' })
  // So that the way to the result is open.
  expect(getSession().is).toBe('in')
})

it('goes straight to the result of a test that was submitted before', async () => {
  const which = attempt('practice')
  model = new ModelServer(which)
  model.state = 'submitted'
  server.api = model.api
  await show(`/objective-questions?attempt=${which._id}`, false)
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
})

it('says that it was submitted, not cancelled, where only another device has answers', async () => {
  const user = await open(attempt('practice'))
  await user.keyboard('s')
  await screen.findByText(testTexts.emptyQuestion)
  model.answers.set('e1', { kind: 'question', value: 'e1-a', at: model.now })
  await user.keyboard('y')
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
  expect(await screen.findByText(common.submitted)).toBeVisible()
  expect(screen.queryByText(common.cancelled)).toBeNull()
})

it('gives no reason for the end of a test that it did not see', async () => {
  const which = attempt('practice', { deadline: later(-60_000) })
  model = new ModelServer(which)
  model.now = Date.now()
  model.state = 'cancelled'
  server.api = model.api
  await show(`/objective-questions?attempt=${which._id}`, false)
  await waitFor(() => expect(at()).toBe('/dashboard'))
  expect(await screen.findByText(common.cancelled)).toBeVisible()
})

it('does not ask again for a paper that came with the start', async () => {
  const which = attempt('practice')
  await writeOfflineCopy({ user: 'u1', attempt: which, paper })
  await open(which)
  expect(model.calls).toContain('peek')
  expect(model.calls).not.toContain('read')
})

it('asks nothing of a test that was started a moment ago, but how it stands on a reload', async () => {
  const which = attempt('practice')
  const got = Date.now()
  await writeOfflineCopy({ user: 'u1', attempt: which, paper, started: { sent: got - 400, got } })
  await open(which)
  expect(model.calls).not.toContain('read')
  expect(model.calls).not.toContain('peek')
  cleanup()
  queryClient.clear()
  await show(`/objective-questions?attempt=${which._id}`)
  expect(model.calls).toContain('peek')
})

it('asks how a test stands that was started some time ago, or has answers here', async () => {
  const old = attempt('practice')
  const got = Date.now() - 30_000
  await writeOfflineCopy({ user: 'u1', attempt: old, paper, started: { sent: got, got } })
  await open(old)
  expect(model.calls).toContain('peek')
  cleanup()

  const answered = attempt('practice')
  const now = Date.now()
  const started = { sent: now, got: now }
  await writeOfflineCopy({ user: 'u1', attempt: answered, paper, started })
  const outbox = putAnswer(emptyOutbox, 'e1', 'question', 'e1-a', now)
  const clock = { offset: 0, last: now }
  const kept = { user: 'u1', outbox, place: 'e1', revealed: {}, clock }
  await openAttemptStore(answered._id, 'u1').write(kept)
  await open(answered)
  expect(model.calls).toContain('peek')
})

it("opens no test for an administrator over its student's answers", async () => {
  const which = attempt('practice')
  await writeOfflineCopy({ user: 'u1', attempt: which, paper })
  const outbox = putAnswer(emptyOutbox, 'e1', 'question', 'e1-a', Date.now())
  const clock = { offset: 0, last: Date.now() }
  const kept = { user: 'u1', outbox, place: 'e1', revealed: {}, clock }
  await openAttemptStore(which._id, 'u1').write(kept)
  useSession.getState().signedIn({ _id: 'a1', role: 'admin' } as User)
  await open(which, false)
  expect(await screen.findByText(testTexts.otherUser)).toBeVisible()
  expect(await openAttemptStore(which._id, 'u1').read()).toEqual(kept)
})

describe('the focus', () => {
  const isAt = (element: HTMLElement) => waitFor(() => expect(element).toHaveFocus())

  it('returns to the button that opened the navigator', async () => {
    const user = await open(attempt('practice'))
    const opener = screen.getByRole('button', { name: /^All questions \(you are on/ })
    for (const close of ['{Escape}', 'button']) {
      await user.click(opener)
      const dialog = within(await screen.findByRole('dialog'))
      if (close === 'button') {
        await user.click(dialog.getByRole('button', { name: testTexts.closeNavigator }))
      } else await user.keyboard(close)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await isAt(opener)
    }
  })

  it('is on the question that was chosen in the navigator, or in the list of all', async () => {
    const user = await open(attempt('practice'))
    await user.click(screen.getByRole('button', { name: /^All questions \(you are on/ }))
    await user.click(await screen.findByRole('link', { name: testTexts.listAll }))
    await isAt(await heading('All questions'))
    await user.click(screen.getByRole('link', { name: /Stem of p2/ }))
    await isAt(await heading('Question 2 of 2'))
    await user.click(screen.getByRole('button', { name: /^All questions \(you are on/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /^Question 1/ }))
    await isAt(await firstQuestion())
  })

  it('returns to the button of the calculator', async () => {
    await import('@/shared/ui/CalculatorDialog')
    const user = await open(attempt('practice'))
    const opener = screen.getByRole('button', { name: 'Calculator' })
    await user.click(opener)
    await isAt(await screen.findByRole('textbox', { name: 'Expression' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await isAt(opener)
  })
})

it('lists all questions with what became of them, and goes to the one that is chosen', async () => {
  const user = await open(attempt('practice'))
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: testTexts.markForReview }))
  await user.click(screen.getByRole('button', { name: /^All questions \(you are on/ }))
  await user.click(await screen.findByRole('link', { name: testTexts.listAll }))
  expect(await heading('All questions')).toBeVisible()
  expect(at()).toBe('/list-questions')
  expect(
    screen.getByRole('link', { name: /Stem of e1.*Marked for review.*Answered/ }),
  ).toBeVisible()
  // The letters of the options are none where no question is on screen.
  await user.keyboard('d')
  await user.click(screen.getByRole('button', { name: 'Unanswered' }))
  expect(screen.queryByText('Stem of e1')).toBeNull()
  await user.click(screen.getByRole('link', { name: /Stem of p2.*Unanswered/ }))
  expect(await screen.findByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  expect(screen.getByText('Stem of p2')).toBeVisible()
  expect(screen.getByRole('img')).toHaveAttribute('loading', 'lazy')
  await saved()
  expect(model.held).toEqual({ e1: 'e1-a' })
})

it.each(['study', 'practice', 'mock'] as const)(
  'takes a report of a question in %s, in which letters are text',
  async (mode) => {
    const user = await open(attempt(mode))
    await user.click(screen.getByRole('button', { name: 'This question is broken' }))
    const dialog = within(await screen.findByRole('dialog'))
    const log = fakeApi({ 'POST /reports': { data: {}, message: 'Thanks.' } })
    await user.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(dialog.getByText('Please choose what is wrong.')).toBeVisible()
    await user.selectOptions(dialog.getByRole('combobox'), 'Something else')
    dialog.getByRole('button', { name: 'Cancel' }).focus()
    await user.keyboard('b')
    await user.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(dialog.getByText('Please say what is wrong.')).toBeVisible()
    await user.type(dialog.getByRole('textbox'), 'A and B say the same')
    await user.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(await screen.findByText('You have reported this question.')).toBeVisible()
    expect(log[0]?.body).toEqual({
      question: 'e1',
      reason: 'other',
      words: 'A and B say the same',
    })
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  },
)

it('says that a report has no answer offline, and keeps what was written', async () => {
  const user = await open(attempt('mock'))
  await user.click(screen.getByRole('button', { name: 'This question is broken' }))
  const dialog = within(await screen.findByRole('dialog'))
  const log = fakeApi({ 'POST /reports': offline() })
  await user.selectOptions(dialog.getByRole('combobox'), 'Something else')
  await user.type(dialog.getByRole('textbox'), 'There is no picture')
  await user.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText(common.offline)).toBeVisible()
  expect(dialog.getByRole('textbox')).toHaveValue('There is no picture')
  expect(log).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('b')
  await saved()
  expect(model.held).toEqual({ e1: 'e1-b' })
})

it('tells of extra time and of a power-safe clock', async () => {
  await open(attempt('practice', { extraMinutes: 15, powerSafe: true }))
  expect(screen.getByText(/15 min of extra time · power-safe timer/)).toBeVisible()
})

it('calls a session of Today by its name', async () => {
  await open(attempt('study', { fromToday: true }))
  expect(document.title).toBe('JAMB UTME Today’s questions · Sabi')
  expect(screen.getByRole('region', { name: 'Your test' })).toHaveTextContent('Today’s questions')
})

it('says what is wrong when the attempt cannot be had', async () => {
  model = new ModelServer()
  model.error = new ApiError(404, 'not-found', 'Attempt not found')
  server.api = model.api
  await show('/objective-questions?attempt=nobodys', false)
  expect(await screen.findByText('Attempt not found')).toBeVisible()
})

it('sends a visitor to the login, and back after signing in', async () => {
  useSession.setState({ session: { is: 'out', why: 'visitor', last: null } })
  await show('/objective-questions?attempt=x', false)
  expect(await screen.findByText('page /login')).toBeVisible()
  expect(router.state.location.state).toEqual({ from: '/objective-questions?attempt=x' })
})

it('sends to the login also whose session turns out to be over', async () => {
  model = new ModelServer()
  model.error = new ApiError(401, 'unauthenticated', 'Sign in first')
  server.api = model.api
  await show('/objective-questions?attempt=x', false)
  expect(await screen.findByText('page /login')).toBeVisible()
  expect(router.state.location.state).toEqual({ from: '/objective-questions?attempt=x' })
})

it('sends to the login also whose session turns out to be over, and who has no attempt', async () => {
  model = new ModelServer()
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: false, reason: 'unauthenticated', errMessage: 'x' }, { status: 401 }),
  )
  await show('/list-questions', false)
  expect(await screen.findByText('page /login')).toBeVisible()
  expect(router.state.location.state).toEqual({ from: '/list-questions' })
})

it('goes on past a question that cannot be drawn', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const broken = structuredClone(paper)
  Object.assign(broken.subjects[0]?.questions[0] ?? {}, { options: undefined })
  model = new ModelServer(attempt('practice'))
  model.now = Date.now()
  const { api } = model
  server.api = { ...api, read: async (id) => ({ ...(await api.read(id)), paper: broken }) }
  const user = await show('/objective-questions?attempt=a1')
  expect(screen.getByText(testTexts.notDrawn)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await heading('Question 2 of 2')
  await user.keyboard('b')
  await saved()
  expect(model.held).toEqual({ e2: 'e2-b' })
})

it('offers to finish at the last question, and asks first', async () => {
  const user = await open(attempt('practice'))
  expect(screen.queryByRole('button', { name: testTexts.finish })).toBeNull()
  await user.keyboard('a')
  for (const _ of paper.subjects.flatMap(({ questions, theories }) => [
    ...questions,
    ...theories,
  ])) {
    const next = screen.queryByRole('button', { name: 'Next' })
    if (next) await user.click(next)
  }
  await user.click(await screen.findByRole('button', { name: testTexts.finish }))
  expect(await screen.findByRole('dialog', { name: testTexts.submitTest })).toBeVisible()
  await user.click(screen.getByRole('button', { name: new RegExp(testTexts.noReturn) }))
  expect(model.calls).not.toContain('submit')
})

it('can be left for the dashboard once the last answer is saved, and stays open', async () => {
  const user = await open(attempt('practice', { deadline: later(600_000) }))
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: testTexts.submitTest }))
  expect(await screen.findByText(testTexts.leaveRunsOn)).toBeVisible()
  await user.click(screen.getByRole('button', { name: testTexts.leaveForNow }))
  await waitFor(() => expect(at()).toBe('/dashboard'))
  expect(model.calls).toContain('save')
  expect(model.calls).not.toContain('submit')
})

it('does not say that answers are saved which are only on the device', async () => {
  const user = await open(attempt('study'))
  model.weather = 'cut'
  await user.keyboard('a')
  await screen.findAllByText(testTexts.offline)
  await user.click(screen.getByRole('button', { name: testTexts.submitTest }))
  expect(await screen.findByText(testTexts.leaveUnsent)).toBeVisible()
  expect(screen.queryByText(testTexts.leaveStaysOpen)).toBeNull()
})

it('has no such way where its window can be closed', async () => {
  vi.stubGlobal('opener', { closed: false, postMessage: vi.fn() })
  const user = await open(attempt('study'))
  await user.keyboard('a')
  await user.click(screen.getByRole('button', { name: testTexts.submitTest }))
  expect(await screen.findByRole('dialog', { name: testTexts.submitTest })).toBeVisible()
  expect(screen.queryByRole('button', { name: testTexts.leaveForNow })).toBeNull()
})

it('stays open when the session ends in the middle', async () => {
  const user = await open(attempt('practice'))
  model.error = new ApiError(401, 'unauthenticated', 'Unauthorised access')
  act(() => useSession.getState().expire())
  await user.keyboard('a')
  await waitFor(() => expect(status()).toBe(testTexts.signedOut))
  expect(screen.getByRole('alert')).toHaveTextContent('You have been logged out')
  expect(screen.getByRole('link', { name: testTexts.logInAgain })).toHaveAttribute('href', '/login')
  model.error = null
  act(() => void window.dispatchEvent(new Event('focus')))
  await saved()
})

/** Logs in again by the link on screen, and comes back as the login page does. */
async function logInAndReturn(user: ReturnType<typeof userEvent.setup>, link: HTMLElement) {
  await user.click(link)
  expect(await screen.findByText('page /login')).toBeVisible()
  const from = (router.state.location.state as { from: string }).from
  model.error = null
  signIn()
  await act(() => router.navigate(from, { replace: true }))
}

const ends401 = () => {
  model.error = new ApiError(401, 'unauthenticated', 'Unauthorised access')
  act(() => useSession.getState().expire())
}

it('offers to sign in where a submission needs it, and comes back with nothing lost', async () => {
  const user = await open(attempt('practice'))
  ends401()
  await user.keyboard('b')
  await user.keyboard('s')
  await user.click(await screen.findByRole('button', { name: /Yes, submit/ }))
  const dialog = await screen.findByRole('dialog')
  const link = await within(dialog).findByRole('link', { name: testTexts.logInAgain })
  expect(dialog).toHaveTextContent('Log in again to submit them.')
  await logInAndReturn(user, link)
  await firstQuestion()
  expect(screen.getByRole('radio', { name: /Option b of e1/ })).toBeChecked()
  await saved()
  expect(model.held).toEqual({ e1: 'e1-b' })
  await user.keyboard('s')
  await user.click(await screen.findByRole('button', { name: /Yes, submit/ }))
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
})

it('offers to sign in where cancelling needs it', async () => {
  const user = await open(attempt('practice'))
  ends401()
  await user.keyboard('s')
  await user.click(await screen.findByRole('button', { name: /Yes, cancel/ }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/Log in again to cancel the test/)).toBeVisible()
  await logInAndReturn(user, within(dialog).getByRole('link', { name: testTexts.logInAgain }))
  await firstQuestion()
})

it('offers to sign in where viewing an answer needs it', async () => {
  const user = await open(attempt('practice'))
  ends401()
  await user.keyboard('a')
  await waitFor(() => expect(status()).toBe(testTexts.signedOut))
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  const note = (await screen.findByText(/Log in again to view the answer/)).closest('[role=alert]')
  await logInAndReturn(
    user,
    within(note as HTMLElement).getByRole('link', { name: testTexts.logInAgain }),
  )
  await firstQuestion()
  await saved()
  await user.click(screen.getByRole('button', { name: testTexts.viewAnswer }))
  expect(await screen.findByText('Because.')).toBeVisible()
})

it('names who has signed in instead, and sends nothing as them', async () => {
  const user = await open(attempt('practice'))
  await waitFor(() => expect(model.calls).toContain('save'))
  const other = { _id: 'u2', first_name: 'Chidi', last_name: 'Obi', role: 'user' } as User
  // As a session that is found to be another's does it.
  act(() => {
    queryClient.clear()
    useSession.setState({ session: { is: 'changed', other, last: 'u1' } })
  })
  expect(
    await screen.findByText(
      /Chidi Obi has logged in from another tab, so Ada Eze’s answers are not being sent/,
    ),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in again as Ada Eze' })).toBeVisible()
  model.calls = []
  await user.keyboard('a')
  await waitFor(() => expect(status()).toBe(testTexts.signedOut))
  await longerThanAnAnswerRests()
  expect(model.calls).toEqual([])
  act(() => signIn())
  await saved()
  expect(model.held).toEqual({ e1: 'e1-a' })
})

it('tells which answers came too late, and goes on only once that was read', async () => {
  const user = await open(attempt('practice'))
  model.weather = 'cut'
  await user.keyboard('c')
  await waitFor(() => expect(status()).toBe(testTexts.offline))
  model.state = 'submitted'
  model.weather = 'fair'
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText(plural(testTexts.lostTitle, 1))).toBeVisible()
  expect(screen.getByText('Use of English, question 1')).toBeVisible()
  expect(screen.getByText('Your answer: C')).toBeVisible()
  expect(at()).toBe('/objective-questions')
  const id = model.base._id
  expect(await openAttemptStore(id, 'u1').read()).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'I have read this. Continue' }))
  await waitFor(() => expect(at()).toBe('/practice-results/quiz1'))
  await waitFor(async () => expect(await openAttemptStore(id, 'u1').read()).toBeNull())
})

describe('a window whose test is being started', () => {
  const opener = { closed: false, postMessage: vi.fn() }
  /** The window as it stands, with its test still to come. */
  async function starting(which: Attempt, opened: unknown = opener) {
    vi.stubGlobal('opener', opened)
    model = new ModelServer(which)
    server.api = model.api
    queryClient.clear()
    fakeApi({ 'GET /attempts': { data: [which], total: 1 } })
    await show('/objective-questions?starting', false)
  }
  const first = { name: 'Question 1 of 2' }

  it('asks the one that opened it, and shows the test once it is told', async () => {
    const which = attempt('practice')
    await starting(which)
    const [question, to] = opener.postMessage.mock.lastCall ?? []
    expect([typeof question, to]).toEqual(['string', window.location.origin])
    const path = `/objective-questions?attempt=${which._id}`
    says({}, path)
    says(opener, path, 'https://elsewhere.test')
    expect(router.state.location.search).toBe('?starting')
    act(() => says(opener, path))
    expect(await screen.findByRole('heading', first)).toBeVisible()
    expect(router.state.location.search).toBe(`?attempt=${which._id}`)
  })

  it.each([
    ['was closed', { ...opener, closed: true }],
    ['is not there', null],
  ])('finds the test that runs where the one that opened it %s', async (_, opened) => {
    const which = attempt('practice')
    await starting(which, opened)
    expect(await screen.findByRole('heading', first)).toBeVisible()
    expect(router.state.location.search).toBe(`?attempt=${which._id}`)
  })

  it('does not wait for ever for one that says nothing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const begun = Date.now()
      await starting(attempt('practice'))
      // The time that the page took to appear counts too.
      await act(() => vi.advanceTimersByTimeAsync(begun + 25_000 - Date.now()))
      expect(router.state.location.search).toBe('?starting')
      await act(() => vi.advanceTimersByTimeAsync(10_000))
      expect(await screen.findByRole('heading', first)).toBeVisible()
    } finally {
      vi.useRealTimers()
    }
  })
})
