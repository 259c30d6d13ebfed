// The way from the dashboard to the test window, as a student goes it.
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queryClient'
import { type FlowChoices, useFlow } from '@/stores/flow'
import {
  assessments,
  attempt,
  exam,
  registration,
  subjects,
  subscription,
  waec,
} from '@/testing/data'
import { type Asked, failure, fakeApi, offline } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { messages } from './messages'

const jamb = exam({ video_link: 'https://video.example/guide' })
const soon = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme', status: false })

const catalogue = {
  'GET /exam-types': { data: [jamb, waec, soon] },
  'GET /get-assessments': { data: assessments },
  'GET /attempts': { data: [], total: 0 },
  'GET /user-subscription-list/u1': { data: [subscription(jamb)] },
  'GET /get-saved-subjects/u1': { data: [registration(jamb), registration(waec)] },
  'GET /topics/s1': {
    data: [
      {
        _id: 't1',
        title: 'Algebra',
        status: true,
        subject: { _id: 's1', title: 'Mathematics' },
        topicSections: [
          { _id: 'x1', section_name: 'Indices' },
          { _id: 'x2', section_name: 'Surds' },
        ],
      },
    ],
  },
}

/** Mathematics has 2019, nothing else has anything. */
function availability({ body }: Asked) {
  const { subjects: ids, year } = body as { subjects: string[]; year: number }
  const counts = ids.map((id) => {
    const subject = subjects.find((one) => one._id === id) ?? subjects[0]
    const questions = id === 's1' && year === 2019 ? 40 : 0
    return { subject, questions, theories: 0, years: id === 's1' ? [2019] : [] }
  })
  const some = counts.some((one) => one.questions > 0)
  const every = counts.every((one) => one.questions > 0)
  return {
    totalQuestions: some ? 40 : 0,
    exam: jamb,
    counts,
    subjects: [],
    message: every
      ? null
      : some
        ? `Question available for subject(s) Mathematics for YEAR ${year}`
        : `Question not available for year ${year}`,
  }
}

const chosen: Partial<FlowChoices> = {
  examId: 'jamb',
  examSlug: 'jamb-utme',
  examName: 'JAMB UTME',
  maximumSubjects: 2,
  examinationType: 'objective',
  examType: 'objective',
  universityId: null,
  userSubscription: 'sub-jamb',
  assessmentId: 'm2',
  assessmentName: 'Practice',
  assessmentSlug: 'practice',
}
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))

describe('dashboard', () => {
  it('wants a choice, and offers none that is coming soon', async () => {
    fakeApi(catalogue)
    renderStudent('/dashboard')
    expect(await screen.findByRole('radio', { name: /POST UTME.*Coming Soon/ })).toBeDisabled()
    expect(screen.getByRole('link', { name: /Show Video Guide/ })).toHaveAttribute(
      'href',
      'https://video.example/guide',
    )
    await next()
    expect(screen.getByText(messages.journey.chooseExam)).toBeVisible()
  })

  it('remembers the exam and goes on', async () => {
    useFlow.getState().choose({ RegSubjects: [{ id: 's0', title: 'stale' }] })
    fakeApi(catalogue)
    const router = renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('radio', { name: /JAMB UTME/ }))
    expect(useFlow.getState().RegSubjects).toBeUndefined()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/mode-of-assessment'))
    expect(useFlow.getState()).toMatchObject({
      examId: 'jamb',
      examSlug: 'jamb-utme',
      maximumSubjects: 4,
      userSubscription: 'sub-jamb',
    })
  })

  it('says plainly when there is no subscription', async () => {
    fakeApi(catalogue)
    renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('radio', { name: /WASSCE/ }))
    expect(screen.getByText(/no active subscription for WASSCE/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  })

  it('says plainly when no subjects are registered', async () => {
    fakeApi({ ...catalogue, 'GET /get-saved-subjects/u1': { data: [] } })
    renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('radio', { name: /JAMB UTME/ }))
    expect(screen.getByText(/registered no subjects for JAMB UTME/)).toBeVisible()
  })

  it('offers an exam with both kinds the choice between them', async () => {
    fakeApi({ ...catalogue, 'GET /user-subscription-list/u1': { data: [subscription(waec)] } })
    const router = renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('radio', { name: /WASSCE/ }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/exam-type'))
    await screen.findByRole('heading', { name: 'Choose Exam Type' })
    await next()
    expect(screen.getByText(messages.journey.chooseExamType)).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: /^Theory/ }))
    await next()
    expect(useFlow.getState().examType).toBe('theory')
  })

  it('shows empty and failed lists for what they are', async () => {
    fakeApi({ ...catalogue, 'GET /exam-types': { data: [] } })
    renderStudent('/dashboard')
    expect(await screen.findByText(messages.journey.noExamTypes)).toBeVisible()
  })

  it('says when subscriptions could not be read, and tries again', async () => {
    fakeApi({ ...catalogue, 'GET /user-subscription-list/u1': failure(500, 'internal', 'Oh') })
    renderStudent('/dashboard')
    expect(await screen.findByText(messages.journey.subscriptionFailed)).toBeVisible()
    fakeApi(catalogue)
    await userEvent.click(screen.getByRole('button', { name: messages.common.retry }))
    expect(await screen.findByRole('radio', { name: /JAMB UTME/ })).toBeEnabled()
  })

  it('resumes a running test in its own window, without loading one that is open', async () => {
    fakeApi({ ...catalogue, 'GET /attempts': { data: [attempt()], total: 1 } })
    const replace = vi.fn()
    const focus = vi.fn()
    const href = 'https://sabi.test/objective-questions?attempt=at1'
    const open = vi.fn(() => ({ closed: false, location: { href, replace }, focus }))
    vi.stubGlobal('open', open)
    renderStudent('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: /Resume JAMB UTME/ }))
    expect(open).toHaveBeenCalledWith('', 'sabi-test-at1', expect.stringContaining('popup'))
    expect(replace).not.toHaveBeenCalled()
    expect(focus).toHaveBeenCalled()
  })
})

describe('mode of assessment', () => {
  it('wants a choice; a JAMB mock goes to the instructions', async () => {
    useFlow.getState().choose({ ...chosen, assessmentId: undefined } as Partial<FlowChoices>)
    fakeApi(catalogue)
    const router = renderStudent('/mode-of-assessment')
    await screen.findByRole('radio', { name: /Mock/ })
    await next()
    expect(screen.getByText(messages.journey.chooseAssessment)).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: /Mock/ }))
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/instructions'))
  })

  it('leads back to the start without an exam', async () => {
    fakeApi(catalogue)
    const router = renderStudent('/mode-of-assessment')
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })
})

describe('setup', () => {
  const api = { ...catalogue, 'POST /get-year-questions': availability }
  const slide = (name: string, value: number) =>
    fireEvent.change(screen.getByRole('slider', { name }), { target: { value } })

  beforeEach(() => useFlow.getState().choose(chosen))

  it('wants a subject and, for practice, a time', async () => {
    fakeApi(api)
    renderStudent('/registered-subjects')
    await screen.findByRole('checkbox', { name: 'Mathematics' })
    await next()
    expect(screen.getByText(messages.journey.chooseSubject)).toBeVisible()
    expect(screen.getByText(messages.journey.chooseTime)).toBeVisible()
  })

  it('takes no more subjects than the exam', async () => {
    fakeApi(api)
    renderStudent('/registered-subjects')
    for (const subject of subjects) {
      await userEvent.click(await screen.findByRole('checkbox', { name: subject.title }))
    }
    expect(screen.getByText(/You have reached the maximum limit \(2\)/)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Physics' })).not.toBeChecked()
  })

  it('starts with the first year, and says when it holds nothing', async () => {
    fakeApi(api)
    renderStudent('/registered-subjects')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Mathematics' }))
    expect(screen.getByRole('slider', { name: 'Year' })).toHaveValue('1999')
    slide('Time', 60)
    await next()
    expect(await screen.findByText('Question not available for year 1999')).toBeVisible()
  })

  it('reduces the selection to what the year has, then goes on', async () => {
    const log = fakeApi(api)
    const router = renderStudent('/registered-subjects')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Use of English' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mathematics' }))
    slide('Time', 60)
    slide('Questions a subject', 40)
    await userEvent.click(await screen.findByRole('button', { name: '2019' }))
    await next()
    expect(
      await screen.findByText('Question available for subject(s) Mathematics for YEAR 2019'),
    ).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Use of English' })).not.toBeChecked()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/select-subject-topic'))
    expect(useFlow.getState()).toMatchObject({
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
      questionCount: 40,
      timeDuration: 60,
    })
    const asked = log.filter((one) => one.path === '/get-year-questions')
    expect(asked.every((one) => (one.body as { countsOnly: boolean }).countsOnly)).toBe(true)
  })

  it('asks a mock for its subject alone', async () => {
    useFlow.getState().choose({
      ...chosen,
      examId: 'waec',
      examSlug: 'wassce-waec-ssce',
      assessmentSlug: 'mock',
    })
    fakeApi({
      ...catalogue,
      'POST /get-mock-questions': (asked: Asked) => ({
        ...availability(asked),
        message: messages.journey.noMockQuestions,
      }),
    })
    renderStudent('/registered-subjects')
    await userEvent.click(await screen.findByRole('radio', { name: 'Mathematics' }))
    expect(screen.queryByRole('slider')).toBeNull()
    await next()
    expect(await screen.findByText(messages.journey.noMockQuestions)).toBeVisible()
  })

  it('holds a trial to its number of questions', async () => {
    const trial = subscription(jamb, { planName: 'Trial', numOfQuestions: 10 })
    fakeApi({ ...api, 'GET /user-subscription-list/u1': { data: [trial] } })
    renderStudent('/registered-subjects')
    const slider = await screen.findByRole('slider', { name: 'Questions a subject' })
    expect(slider).toHaveAttribute('max', '10')
  })
})

describe('topics', () => {
  beforeEach(() =>
    useFlow.getState().choose({
      ...chosen,
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
    }),
  )

  it('begins with all of them, which restricts nothing', async () => {
    fakeApi(catalogue)
    const router = renderStudent('/select-subject-topic')
    expect(await screen.findByRole('checkbox', { name: 'Indices' })).toBeChecked()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-exam'))
    expect(useFlow.getState().selectedTopics).toEqual([])
  })

  it('wants at least one, and takes single sections', async () => {
    fakeApi(catalogue)
    const router = renderStudent('/select-subject-topic')
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Select all of Mathematics' }),
    )
    await next()
    expect(screen.getByText(messages.journey.chooseTopic)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Surds' }))
    expect(screen.getByRole('checkbox', { name: 'Algebra' })).toBePartiallyChecked()
    await next()
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-exam'))
    expect(useFlow.getState().selectedTopics).toEqual(['x2'])
  })
})

describe('instructions', () => {
  it('shows who, what and how long, and wants the terms agreed to', async () => {
    useFlow.getState().choose({ ...chosen, assessmentId: 'm3', assessmentSlug: 'mock' })
    fakeApi({
      ...catalogue,
      'GET /get-exam-instruction/jamb': {
        data: {
          _id: 'jamb',
          title: 'JAMB UTME',
          examInstructions: '<p>Answer <b>all</b>.</p>',
          timeHour: 2,
          time: '00',
          minutes: 120,
        },
      },
    })
    const router = renderStudent('/instructions')
    expect(await screen.findByText('120 minutes')).toBeVisible()
    expect(screen.getByText('Adaeze Okonkwo')).toBeVisible()
    expect(screen.getByText('all').tagName).toBe('B')
    await userEvent.click(screen.getByRole('button', { name: 'Start Mock' }))
    expect(screen.getByText(messages.journey.agreeTerms)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: 'Start Mock' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/start-mock/jamb'))
  })
})

describe('start', () => {
  const created = (over = {}) => ({
    attempt: attempt(over),
    paper: { totalQuestions: 40, subjects: [] },
    message: null,
  })
  const popup = () => ({
    closed: false,
    name: '',
    document: { body: { textContent: '' } },
    location: { href: 'about:blank', replace: vi.fn() },
    focus: vi.fn(),
    close: vi.fn(),
  })
  const start = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Start Exam' }))

  beforeEach(() =>
    useFlow.getState().choose({
      ...chosen,
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
      year: 2019,
      questionCount: 40,
      timeDuration: 60,
    }),
  )

  it('opens the test in its own window and returns to the dashboard', async () => {
    const log = fakeApi({ ...catalogue, 'POST /attempts': created() })
    const window = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => window),
    )
    const router = renderStudent('/start-exam')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(window.location.replace).toHaveBeenCalledWith('/objective-questions?attempt=at1')
    expect(window.name).toBe('sabi-test-at1')
    expect(log.find((asked) => asked.method === 'POST')?.body).toMatchObject({
      examId: 'jamb',
      assessmentId: 'm2',
      subjects: ['s1'],
      year: 2019,
      questionLimit: 40,
      timeDuration: 60,
    })
  })

  it('goes on in the same tab when the browser refuses the window', async () => {
    // What the window then does is its own test's business.
    fakeApi({ ...catalogue, 'POST /attempts': created(), 'GET /attempts/at1': created() })
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
    const router = renderStudent('/start-exam')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/objective-questions'))
    expect(router.state.location.search).toBe('?attempt=at1')
  })

  it('closes the window and says why when nothing could be started', async () => {
    fakeApi({
      ...catalogue,
      'POST /attempts': failure(409, 'no-questions', 'Question not available for year 2019'),
    })
    const window = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => window),
    )
    const router = renderStudent('/start-exam')
    await start()
    expect(await screen.findByText('Question not available for year 2019')).toBeVisible()
    expect(window.close).toHaveBeenCalled()
    expect(router.state.location.pathname).toBe('/start-exam')
  })

  const named = (_id: string, slug: 'mock' | 'practice', title: string) => ({
    _id,
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: slug, title, slug },
    year: slug === 'mock' ? null : 2019,
    startedAt: '2026-03-05T14:30:00.000Z',
    deadline: '2026-03-05T16:30:00.000Z',
  })
  const refused = (reason: string, attempts: unknown[]) =>
    failure(409, reason, 'One is running already.', { attempts })

  it('names the tests in the way, and goes on with one of them', async () => {
    fakeApi({
      ...catalogue,
      'POST /attempts': refused('running-mock', [named('at7', 'mock', 'Mock')]),
      'GET /attempts/at7': created(),
    })
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
    const router = renderStudent('/start-exam')
    await start()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('One is running already.')
    expect(alert).toHaveTextContent('JAMB UTME, Mock')
    await userEvent.click(within(alert).getByRole('button', { name: 'Continue JAMB UTME, Mock' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/mock-exam/jamb'))
    expect(router.state.location.search).toBe('?attempt=at7')
  })

  it('ends one of them after asking, and starts then what was asked for', async () => {
    let room = false
    const log = fakeApi({
      ...catalogue,
      'POST /attempts': () =>
        room
          ? created()
          : refused('too-many-running', [
              named('at7', 'practice', 'Practice'),
              named('at8', 'mock', 'Mock'),
            ]),
      'POST /submit-result': () => {
        room = true
        return { quizId: 'quiz7', cancelled: false, message: '' }
      },
    })
    const window = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => window),
    )
    const router = renderStudent('/start-exam')
    await start()
    const name = 'End JAMB UTME, Practice, 2019'
    await userEvent.click(await screen.findByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'No' }))
    expect(log.some(({ path }) => path === '/submit-result')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, end it' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(log.find(({ path }) => path === '/submit-result')?.body).toEqual({
      attemptId: 'at7',
      answered: [],
    })
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  it('says how long to wait after many starts in a row', async () => {
    const words = 'You have started many tests in a row. Please wait a few minutes.'
    fakeApi({
      ...catalogue,
      'POST /attempts': () =>
        new Response(
          JSON.stringify({ success: false, reason: 'too-many-starts', errMessage: words }),
          { status: 429, headers: { 'Retry-After': '200' } },
        ),
    })
    vi.stubGlobal(
      'open',
      vi.fn(() => null),
    )
    renderStudent('/start-exam')
    await start()
    expect(await screen.findByText(`${words} You can start again in 4 min.`)).toBeVisible()
  })

  it('starts nothing by itself when the connection is back', async () => {
    let cut = true
    const log = fakeApi({
      ...catalogue,
      'POST /attempts': () => (cut ? offline() : created()),
    })
    const window = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => window),
    )
    const router = renderStudent('/start-exam')
    await screen.findByRole('button', { name: 'Start Exam' })
    act(() => onlineManager.setOnline(false))
    try {
      await start()
      expect(await screen.findByText(messages.common.offline)).toBeVisible()
      expect(window.close).toHaveBeenCalled()
      cut = false
    } finally {
      act(() => onlineManager.setOnline(true))
    }
    // Whatever waited would be sent now; one more call and answer go by after it.
    await act(() => queryClient.refetchQueries({ queryKey: ['registrations'] }))
    expect(log.filter((asked) => asked.method === 'POST')).toHaveLength(1)
    expect(router.state.location.pathname).toBe('/start-exam')
  })

  it('starts a JAMB mock with all registered subjects', async () => {
    useFlow.getState().choose({ assessmentId: 'm3', assessmentSlug: 'mock' })
    useFlow.getState().forget('RegSubjects')
    const mock = { _id: 'm3', title: 'Mock', slug: 'mock' }
    const log = fakeApi({ ...catalogue, 'POST /attempts': created({ assessment: mock }) })
    const window = popup()
    vi.stubGlobal(
      'open',
      vi.fn(() => window),
    )
    renderStudent('/start-mock/jamb')
    await userEvent.click(await screen.findByRole('button', { name: 'Start Mock' }))
    await waitFor(() =>
      expect(window.location.replace).toHaveBeenCalledWith('/mock-exam/jamb?attempt=at1'),
    )
    expect(log.find((asked) => asked.method === 'POST')?.body).toMatchObject({
      subjects: ['s0', 's1', 's2'],
    })
  })
})
