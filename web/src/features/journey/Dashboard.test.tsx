// The dashboard and the choice of mode, where the way to a test begins.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { addUsed } from '@/shared/device/dataUsed'
import { type FlowChoices, useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { formatDay } from '@/shared/i18n/format'
import { attempt, quiz, registration, subscription, todaySession } from '@/testing/data'
import { failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { journeyTexts } from './messages'
import { catalogue, chosen, expired, held, jamb, next, waec } from './testing/journey'

const plans = {
  'GET /get-subscriptions/waec': { data: [] },
  'GET /get-categories': { data: [] },
}

/** Opens the choice of exam step by step. */
async function openChoice() {
  await userEvent.click(await screen.findByText('Select Exam Type'))
}

describe('dashboard', () => {
  it('wants a choice, shows the size of each exam, and offers none that is coming soon', async () => {
    fakeApi(catalogue)
    renderStudent('/dashboard')
    await openChoice()
    const soon = await screen.findByRole('radio', { name: /POST UTME.*Coming Soon/ })
    expect(soon).toBeDisabled()
    expect(soon.closest('label')).not.toHaveTextContent(/questions/)
    const open = screen.getByRole('radio', { name: /JAMB UTME/ }).closest('label')
    expect(open).toHaveTextContent('4 subjects · 3 years · 480 questions')
    expect(screen.getByRole('link', { name: /Show Video Guide/ })).toHaveAttribute(
      'href',
      'https://video.example/guide',
    )
    await next()
    expect(screen.getByText(journeyTexts.chooseExam)).toBeVisible()
  })

  it('remembers the exam and goes on', async () => {
    useFlow.getState().choose({ RegSubjects: [{ id: 's0', title: 'stale' }] })
    fakeApi(catalogue)
    const router = renderStudent('/dashboard')
    await openChoice()
    await userEvent.click(await screen.findByRole('radio', { name: /JAMB UTME/ }))
    expect(useFlow.getState().RegSubjects).toBeUndefined()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/mode-of-assessment'))
    expect(useFlow.getState()).toMatchObject({
      examId: 'jamb',
      examSlug: 'jamb-utme',
      maximumSubjects: 3,
      userSubscription: 'sub-jamb',
    })
  })

  it.each([
    ['no subscription', expired, '/subscription'],
    ['nothing registered', { ...held, registration: null }, '/categories'],
  ])('leads on where there is %s', async (_name, choice, path) => {
    fakeApi({ ...catalogue, ...plans, 'GET /me/exams': { data: [choice] } })
    const router = renderStudent('/dashboard')
    await openChoice()
    const name = (said: string) => said.startsWith(choice.title)
    await userEvent.click(await screen.findByRole('radio', { name }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
    expect(useFlow.getState().examId).toBe(choice._id)
  })

  it('forgets what was chosen of another exam', async () => {
    useFlow.getState().choose({ ...chosen, examId: 'another', courseId: 'c9', year: 2018 })
    fakeApi(catalogue)
    renderStudent('/dashboard')
    await openChoice()
    await userEvent.click(await screen.findByRole('radio', { name: /JAMB UTME/ }))
    await next()
    const { courseId, year, assessmentId } = useFlow.getState()
    expect([courseId, year, assessmentId]).toEqual([undefined, undefined, undefined])
  })

  it('offers an exam with both kinds the choice between them', async () => {
    const both = { ...expired, subscriptions: [subscription(waec)] }
    fakeApi({ ...catalogue, 'GET /me/exams': { data: [both] } })
    const router = renderStudent('/dashboard')
    await openChoice()
    await userEvent.click(await screen.findByRole('radio', { name: /WASSCE/ }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/exam-type'))
    await screen.findByRole('heading', { name: 'Choose Exam Type' })
    await next()
    expect(screen.getByText(journeyTexts.chooseExamType)).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: /^Theory/ }))
    await next()
    expect(useFlow.getState().examType).toBe('theory')
  })

  it('is a page of its own at /exams', async () => {
    fakeApi(catalogue)
    renderStudent('/exams')
    expect(await screen.findByRole('heading', { name: 'Select Exam Type' })).toBeVisible()
    expect(await screen.findByRole('radio', { name: /JAMB UTME/ })).toBeEnabled()
  })

  it('shows empty and failed lists for what they are', async () => {
    fakeApi({ ...catalogue, 'GET /me/exams': { data: [] } })
    renderStudent('/dashboard')
    await openChoice()
    expect(await screen.findByText(journeyTexts.noExamTypes)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact-us')
  })

  it('says when subscriptions could not be read, and tries again', async () => {
    fakeApi({ ...catalogue, 'GET /me/exams': failure(500, 'internal', 'Oh') })
    renderStudent('/dashboard')
    expect(await screen.findByText(journeyTexts.subscriptionFailed)).toBeVisible()
    fakeApi(catalogue)
    await userEvent.click(screen.getByRole('button', { name: common.retry }))
    await openChoice()
    expect(await screen.findByRole('radio', { name: /JAMB UTME/ })).toBeEnabled()
  })

  it('resumes a running test in its own window, without loading one that is open', async () => {
    fakeApi({ ...catalogue, 'GET /attempts': { data: [attempt()], total: 1 } })
    const replace = vi.fn()
    const focus = vi.fn()
    const href = 'https://sabi.test/objective-questions?attempt=at1'
    const location = { href, search: '?attempt=at1', replace }
    const open = vi.fn(() => ({ closed: false, location, focus }))
    vi.stubGlobal('open', open)
    renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: /Continue JAMB UTME/ }))
    expect(open).toHaveBeenCalledWith('', 'sabi-test-at1', expect.stringContaining('popup'))
    expect(replace).not.toHaveBeenCalled()
    expect(focus).toHaveBeenCalled()
  })

  it('brings a window that has gone on to another page back to its test', async () => {
    fakeApi({ ...catalogue, 'GET /attempts': { data: [attempt()], total: 1 } })
    const replace = vi.fn()
    const location = { href: 'https://sabi.test/dashboard', search: '', replace }
    const focus = vi.fn()
    vi.stubGlobal('open', () => ({ closed: false, location, focus }))
    renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: /Continue JAMB UTME/ }))
    expect(replace).toHaveBeenCalledWith('/objective-questions?attempt=at1')
    expect(focus).toHaveBeenCalled()
  })

  it('resumes in the very window of the test that has come to the dashboard', async () => {
    const paper = { totalQuestions: 40, subjects: [] }
    fakeApi({
      ...catalogue,
      'GET /attempts': { data: [attempt()], total: 1 },
      'GET /attempts/at1': { attempt: attempt(), paper },
    })
    vi.stubGlobal('open', () => window)
    const router = renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: /Continue JAMB UTME/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/objective-questions'))
    expect(router.state.location.search).toBe('?attempt=at1')
  })
})

describe('mode of assessment', () => {
  it('wants a choice; a JAMB mock goes to the instructions', async () => {
    useFlow.getState().choose({ ...chosen, assessmentId: undefined } as Partial<FlowChoices>)
    const log = fakeApi(catalogue)
    const router = renderStudent('/mode-of-assessment')
    await screen.findByRole('radio', { name: /Mock/ })
    await next()
    expect(screen.getByText(journeyTexts.chooseAssessment)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/course-subjects')
    expect(screen.getByRole('link', { name: 'Subjects' })).toHaveAttribute(
      'href',
      '/course-subjects',
    )
    await userEvent.click(screen.getByRole('radio', { name: /Mock/ }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/instructions'))
    expect(log.some(({ path }) => path === '/save-registered-subjects')).toBe(false)
  })

  it('keeps what was chosen with the registered subjects, and waits for no answer', async () => {
    useFlow.getState().choose(chosen)
    const log = fakeApi({ ...catalogue, 'POST /save-registered-subjects': offline() })
    const router = renderStudent('/mode-of-assessment')
    await userEvent.click(await screen.findByRole('radio', { name: /Study/ }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/registered-subjects'))
    expect(log.find(({ path }) => path === '/save-registered-subjects')?.body).toEqual({
      userId: 'u1',
      examId: 'jamb',
      examType: 'objective',
      assessmentId: 'm1',
      subjects: ['s0', 's1', 's2'],
      regSubId: 'reg-jamb',
    })
  })

  it.each([
    ['keeps what was ticked before a mode was chosen', undefined, [{ id: 's1', title: 'Maths' }]],
    ['keeps what was ticked for this mode', 'm1', [{ id: 's1', title: 'Maths' }]],
    ['forgets what was ticked for another mode', 'm2', undefined],
  ])('%s', async (_name, assessmentId, kept) => {
    useFlow.getState().choose({ ...chosen, RegSubjects: [{ id: 's1', title: 'Maths' }] })
    useFlow.setState({ assessmentId })
    fakeApi(catalogue)
    const router = renderStudent('/mode-of-assessment')
    await userEvent.click(await screen.findByRole('radio', { name: /Study/ }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/registered-subjects'))
    expect(useFlow.getState().RegSubjects).toEqual(kept)
  })

  it('leads to the subjects where none are registered', async () => {
    useFlow.getState().choose({ ...chosen, categoryId: 'k1', courseId: 'c1' })
    const subjects = { 'POST /get-course-subjects/': { data: [] } }
    fakeApi({
      ...catalogue,
      ...subjects,
      'GET /me/exams': { data: [{ ...held, registration: null }] },
    })
    const router = renderStudent('/mode-of-assessment')
    await waitFor(() => expect(router.state.location.pathname).toBe('/course-subjects'))
  })

  it('leads back where there is no mode', async () => {
    useFlow.getState().choose(chosen)
    fakeApi({ ...catalogue, 'GET /get-assessments': { data: [] } })
    renderStudent('/mode-of-assessment')
    expect(await screen.findByText(common.noRecords)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/course-subjects')
  })

  it('leads back to the start without an exam', async () => {
    fakeApi(catalogue)
    const router = renderStudent('/mode-of-assessment')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })
})

describe('before the first test', () => {
  const steps = async () =>
    within(await screen.findByRole('region', { name: 'Three steps to your first test' }))

  it.each([
    ['nothing', { ...held, subscriptions: [], registration: null }, 0, '/practise'],
    ['a subscription', { ...held, registration: null }, 1, '/practise?exam=jamb-utme'],
    ['registered subjects', held, 2, '/practise?exam=jamb-utme'],
  ])('leads to the next of three steps of a student who has %s', async (_name, one, at, path) => {
    fakeApi({ ...catalogue, 'GET /me/exams': { data: [one] } })
    const router = renderStudent('/dashboard')
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Adaeze' })).toBeVisible()
    const section = await steps()
    const listed = section.getAllByRole('listitem')
    expect(listed.map((step) => step.getAttribute('aria-current'))).toEqual(
      listed.map((_, i) => (i === at ? 'step' : null)),
    )
    expect(section.queryAllByText(/\(done\)/)).toHaveLength(at)
    // Once an exam is chosen, its name stands for the list of exams.
    expect(section.queryAllByText('JAMB UTME')).toHaveLength(at === 0 ? 0 : 1)
    expect(screen.queryByRole('button', { name: 'Calculator' })).toBeNull()
    const { firstSteps } = journeyTexts
    await userEvent.click(section.getByRole('link', { name: firstSteps[at]?.title ?? '' }))
    await waitFor(() => {
      const { pathname, search } = router.state.location
      expect(pathname + search).toBe(path)
    })
  })

  it('tells the days to the exam once subjects are registered', async () => {
    fakeApi(catalogue)
    renderStudent('/dashboard')
    expect(await screen.findByRole('region', { name: 'Days to your exam' })).toBeVisible()
  })

  it('says nothing of it where nothing is registered', async () => {
    fakeApi({ ...catalogue, 'GET /me/exams': { data: [{ ...held, registration: null }] } })
    renderStudent('/dashboard')
    await steps()
    expect(screen.queryByRole('region', { name: 'Days to your exam' })).toBeNull()
  })

  it('is over once a test runs', async () => {
    fakeApi({ ...catalogue, 'GET /attempts': { data: [attempt()], total: 1 } })
    renderStudent('/dashboard')
    expect(await screen.findByRole('button', { name: /Continue JAMB UTME/ })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Three steps to your first test' })).toBeNull()
  })
})

const availabilityOf = (counts: unknown[]) => ({
  totalQuestions: 0,
  exam: jamb,
  counts,
  subjects: [],
  message: null,
})

describe('coming back', () => {
  const last = {
    ...catalogue,
    'GET /get-results/u1': { quizes: [quiz({ year: 2019 })], total: 1 },
    'GET /me/weak-topics': {
      data: [
        {
          subject: { _id: 's1', title: 'Mathematics' },
          topic: { _id: 't1', title: 'Algebra' },
          answered: 8,
          right: 2,
          accuracy: 25,
        },
      ],
    },
  }

  it('shows the last tests, and leads to the same once more with its choices', async () => {
    fakeApi(last)
    const router = renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Your last tests' }))
    expect(screen.getByRole('button', { name: 'Calculator' })).toBeVisible()
    expect(section.getByText('65%')).toBeVisible()
    await userEvent.click(
      section.getByRole('button', { name: 'Same again: JAMB UTME, Practice, 2019' }),
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-exam'))
    expect(useFlow.getState()).toMatchObject({
      examId: 'jamb',
      assessmentSlug: 'practice',
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
      questionCount: 40,
      timeDuration: 60,
      paperFrom: undefined,
    })
  })

  it('tells the score to expect as a range, and what a forecast still needs', async () => {
    const subject = (title: string, more: object) => ({
      subject: { _id: title, title },
      score: null,
      grade: null,
      mocksNeeded: 0,
      answersNeeded: 0,
      ...more,
    })
    const data = {
      score: { about: 245, from: 220, to: 270, outOf: 400 },
      subjects: [
        subject('Physics', { score: { about: 61, from: 52, to: 70, outOf: 100 } }),
        subject('Biology', { mocksNeeded: 1, answersNeeded: 96 }),
        subject('Economics', {
          score: { about: 58, from: 50, to: 66, outOf: 100 },
          grade: { about: 'C5', from: 'C6', to: 'B3' },
        }),
      ],
      next: { topic: { title: 'Waves' }, subject: { title: 'Physics' } },
    }
    fakeApi({ ...last, 'GET /me/forecast': { data } })
    renderStudent('/dashboard')
    const forecast = await screen.findByRole('region', { name: 'If JAMB UTME were today' })
    for (const text of [
      'About 245',
      'Between 220 and 270 of 400',
      'About 61, between 52 and 70 of 100',
      'For a forecast, take 1 more mock or answer 96 new questions',
      'About C5, between C6 and B3',
      'To move up, work on Waves in Physics.',
    ]) {
      expect(within(forecast).getByText(text)).toBeVisible()
    }
  })

  it.each([
    [1, 'Trial: 1 day left'],
    [6, 'Trial: 6 days left'],
  ])('tells %i days of a trial, and forecasts none of its subjects', async (days, told) => {
    const expireAt = new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()
    const plan = subscription(jamb, { planName: 'Trial', numOfQuestions: 10, expireAt })
    const physics = { _id: 's2', title: 'Physics' }
    const needs = { score: null, grade: null, mocksNeeded: 2, answersNeeded: 147 }
    const score = { about: 245, from: 220, to: 270, outOf: 400 }
    fakeApi({
      ...last,
      'GET /me/exams': { data: [{ ...held, subscriptions: [plan] }] },
      'GET /me/forecast': {
        data: { score, subjects: [{ subject: physics, ...needs }], next: null },
      },
    })
    renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Your next test' }))
    expect(await section.findByText(told)).toBeVisible()
    const forecast = within(await screen.findByRole('region', { name: 'If JAMB UTME were today' }))
    expect(forecast.getByText('About 245')).toBeVisible()
    expect(forecast.queryByText('Physics')).toBeNull()
  })

  it('tells no days of a plan that is paid for', async () => {
    fakeApi(last)
    renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Your next test' }))
    await section.findByRole('button', { name: 'Start' })
    expect(section.queryByText(/days? left/)).toBeNull()
  })

  it('starts the questions of today with one press, and says when they are done', async () => {
    const today = { 'GET /me/today': { data: todaySession({ toLearn: 1 }) } }
    const asked = fakeApi({ ...last, ...today })
    renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Today' }))
    expect(
      await section.findByText('14 questions to repeat, 6 new, about 9 minutes, 8 KB'),
    ).toBeVisible()
    expect(section.getByRole('link', { name: 'Learn the one you keep missing' })).toHaveAttribute(
      'href',
      '/to-learn/jamb',
    )
    await userEvent.click(section.getByRole('button', { name: /^Start today/ }))
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/attempts',
        body: { examId: 'jamb', from: 'today' },
      }),
    )
  })

  it('counts questions that are all new', async () => {
    const today = { due: 0, fresh: 20, minutes: 10, kilobytes: 8 }
    fakeApi({ ...last, 'GET /me/today': { data: todaySession(today) } })
    renderStudent('/dashboard')
    expect(await screen.findByText('20 new questions, about 10 minutes, 8 KB')).toBeVisible()
  })

  it.each([
    [true, 'Done for today. Well done! What you missed comes back soon.'],
    [false, 'Nothing to repeat today. Questions you miss in a test come back here.'],
  ])('says when nothing is left today; done: %s', async (isDone, text) => {
    const none = { due: 0, fresh: 0, minutes: 0, kilobytes: 0, toLearn: 0 }
    fakeApi({ ...last, 'GET /me/today': { data: todaySession({ ...none, isDone }) } })
    renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Today' }))
    expect(await section.findByText(text)).toBeVisible()
    expect(section.queryByRole('button')).toBeNull()
    expect(section.queryByRole('link')).toBeNull()
  })

  it('offers what was missed where no topic is weak, and praises only where nothing was wrong', async () => {
    const none = { 'GET /me/weak-topics': { data: [] } }
    fakeApi({ ...last, ...none })
    const router = renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: 'Practise the 14 you missed' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-exam'))
    expect(useFlow.getState()).toMatchObject({ paperFrom: 'mistakes', mistakesOf: 'quiz1' })
    expect(screen.queryByText(/No weak topics right now/)).toBeNull()
  })

  it('praises where nothing was wrong, and gives a score out of 400 with its scale', async () => {
    const score = {
      percent: 100,
      overall: null,
      grade: null,
      outOf400: 396,
      colour: null,
      jambScale: null,
    }
    const perfect = quiz({ correctCount: 40, wrongCount: 0, unseenCount: 0, score })
    fakeApi({
      ...last,
      'GET /me/weak-topics': { data: [] },
      'GET /get-results/u1': { quizes: [perfect], total: 1 },
    })
    renderStudent('/dashboard')
    expect(await screen.findByText(/No weak topics right now/)).toBeVisible()
    expect(screen.getByText('396 of 400')).toBeVisible()
  })

  it('says above the cards what is missing, with the focus on the first', async () => {
    fakeApi(last)
    renderStudent('/dashboard')
    await openChoice()
    const [first] = await screen.findAllByRole('radio')
    const next = screen.getByRole('button', { name: 'Next' })
    await userEvent.click(next)
    const error = await screen.findByText(journeyTexts.chooseExam)
    expect(first).toHaveFocus()
    expect(
      error.compareDocumentPosition(first as Node) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy()
    next.focus()
    await userEvent.click(next)
    expect(first).toHaveFocus()
  })

  it('leads from a weak topic to questions of it at the student’s level', async () => {
    const log = fakeApi({ ...last, 'POST /attempts': failure(409, 'no-questions', 'None.') })
    vi.stubGlobal('open', () => null)
    renderStudent('/dashboard')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Study Algebra at your level' }),
    )
    expect(await screen.findByText('Matched to your level')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Start Exam' }))
    expect(await screen.findByText('None.')).toBeVisible()
    expect(log.find(({ method }) => method === 'POST')?.body).toMatchObject({
      assessmentId: 'm1',
      from: 'weak',
      questionLimit: 20,
      subjects: ['s1'],
      selectedTopics: ['t1'],
      year: null,
      timeDuration: null,
    })
  })

  it('starts the next test by one press, with the choices of the last one and another year', async () => {
    const counts = [
      {
        subject: { _id: 's1', title: 'Mathematics' },
        questions: 0,
        theories: 0,
        years: [2019, 2018],
      },
    ]
    const log = fakeApi({
      ...last,
      'POST /get-year-questions': { ...availabilityOf(counts) },
      'POST /attempts': failure(409, 'no-questions', 'None.'),
    })
    vi.stubGlobal('open', () => null)
    renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Your next test' }))
    expect(await section.findByText('Practice, 40 questions, 45 min')).toBeVisible()
    expect(section.getByRole('link', { name: 'Change your next test' })).toHaveAttribute(
      'href',
      '/practise?exam=jamb-utme',
    )
    await userEvent.click(section.getByRole('button', { name: 'Start' }))
    expect(await section.findByText('None.')).toBeVisible()
    expect(log.find(({ path, method }) => method === 'POST' && path === '/attempts')?.body).toEqual(
      {
        examId: 'jamb',
        assessmentId: 'm2',
        examType: 'objective',
        subjects: ['s1'],
        university: null,
        year: 2018,
        questionLimit: 40,
        timeDuration: 45,
        shuffleQuestions: false,
        shuffleOptions: false,
        selectedTopics: [],
        powerSafe: false,
      },
    )
  })

  it('has one main action: a running test comes before the next one', async () => {
    fakeApi({ ...last, 'GET /attempts': { data: [attempt()], total: 1 } })
    renderStudent('/dashboard')
    await screen.findByRole('region', { name: 'Your last tests' })
    expect(screen.getByRole('button', { name: /Continue JAMB UTME/ })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Your next test' })).toBeNull()
  })

  it('goes on offering tests while a mock for later waits to be opened', async () => {
    const ahead = {
      openUntil: '2026-03-09T15:30:00.000Z',
      openedAt: null,
      takenUntil: '2026-03-10T15:30:00.000Z',
    }
    fakeApi({ ...last, 'GET /attempts': { data: [attempt({ ahead })], total: 1 } })
    renderStudent('/dashboard')
    expect(await screen.findByRole('region', { name: 'Your next test' })).toBeVisible()
  })

  it('ends a running test after asking', async () => {
    let runs = true
    const log = fakeApi({
      ...last,
      'GET /attempts': () => ({ data: runs ? [attempt()] : [], total: 1 }),
      'POST /submit-result': () => {
        runs = false
        return { quizId: null, message: '' }
      },
    })
    renderStudent('/dashboard')
    const end = async () => screen.findByRole('button', { name: /^End JAMB UTME/ })
    await userEvent.click(await end())
    await userEvent.click(await screen.findByRole('button', { name: 'No' }))
    expect(await end()).toHaveFocus()
    await userEvent.click(await end())
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, end it' }))
    expect(await screen.findByText(common.cancelled)).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Continue your test' })).toBeNull(),
    )
    // What was pressed is gone.
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(log.find(({ path }) => path === '/submit-result')?.body).toEqual({
      attemptId: 'at1',
      answered: [],
    })
  })

  it.each([
    [57, 'Up from 57% last time'],
    [70, 'Down from 70% last time'],
    [65, 'Same as last time'],
  ])('says how the last score moved since %i%%', async (percent, told) => {
    const before = quiz({ _id: 'quiz0', score: { ...quiz().score, percent } })
    const other = quiz({ _id: 'quiz9', subjectId: ['s2'] })
    fakeApi({ ...last, 'GET /get-results/u1': { quizes: [quiz(), other, before], total: 3 } })
    renderStudent('/dashboard')
    expect(await screen.findByText(told)).toBeVisible()
  })

  it('compares no score with that of another kind of test', async () => {
    const mock = quiz({ _id: 'q0', assessment: { _id: 'm3', title: 'Mock', slug: 'mock' } })
    fakeApi({ ...last, 'GET /get-results/u1': { quizes: [quiz(), mock], total: 2 } })
    renderStudent('/dashboard')
    await screen.findByRole('region', { name: 'Your last tests' })
    expect(screen.queryByText(/last time/)).toBeNull()
  })

  it('tells what tests have used of the data on this device, once it is known', async () => {
    fakeApi(last)
    addUsed('at1', 1_240_000)
    renderStudent('/dashboard')
    expect(
      await screen.findByText(/^Tests on this device have used 1.2 MB of data since /),
    ).toBeVisible()
  })

  it('offers to grade what is not graded, and calls nothing of it bad', async () => {
    const both = quiz({ examType: 'both', examResult: 'pending' })
    fakeApi({ ...last, 'GET /get-results/u1': { quizes: [both], total: 1 } })
    renderStudent('/dashboard')
    const link = await screen.findByRole('link', { name: 'Grade your answers' })
    expect(link).toHaveAttribute('href', '/theories-grade/quiz1')
    const section = screen.getByRole('region', { name: 'Your last tests' })
    expect(section.querySelector('[data-verdict=poor]')).toBeNull()
  })

  it('says why a test cannot be taken again', async () => {
    fakeApi({ ...last, 'GET /me/exams': { data: [{ ...held, registration: null }] } })
    const router = renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: /^Same again/ }))
    expect(await screen.findByText(/^This test is no longer available/)).toBeVisible()
    expect(router.state.location.pathname).toBe('/dashboard')
  })

  const inDays = (days: number) => {
    const at = new Date()
    at.setDate(at.getDate() + days)
    return formatDay(at.toISOString())
  }

  it.each([
    [45, '45 days'],
    [1, '1 day'],
    [0, 'It is today. Good luck!'],
    [-1, 'Your exam date has passed.'],
  ])('tells %i days to the exam in words', async (days, told) => {
    // Not while the day changes.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(12, 0, 0, 0) })
    onTestFinished(() => void vi.useRealTimers())
    const saved = registration(jamb, { examDate: inDays(days) })
    fakeApi({ ...last, 'GET /get-saved-subjects/u1': { data: [saved], total: 1 } })
    renderStudent('/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Days to your exam' }))
    expect(section.getByText(told)).toBeVisible()
  })

  it('takes the day of an exam, tells what is wrong with it, and takes it away', async () => {
    let date: string | null = null
    let refused = true
    const one = () => registration(jamb, { examDate: date })
    const log = fakeApi({
      ...last,
      'GET /get-saved-subjects/u1': () => ({ data: [one()], total: 1 }),
      'PUT /me/exams/jamb/date': ({ body }) => {
        if (refused) {
          return failure(422, 'invalid', 'Please check the form.', {
            date: 'The exam date must be today or within two years.',
          })
        }
        date = (body as { date: string | null }).date
        return { data: one() }
      },
    })
    renderStudent('/dashboard')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Set exam date for JAMB UTME' }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please choose a date.')).toBeVisible()
    expect(log.some(({ method }) => method === 'PUT')).toBe(false)
    fireEvent.change(screen.getByLabelText('Exam date for JAMB UTME'), {
      target: { value: inDays(30) },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/within two years/)).toBeVisible()
    refused = false
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('30 days')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Change exam date for JAMB UTME' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('When is your exam?')).toBeVisible()
    expect(log.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ date: null })
  })
})
