// The start screen: the exam, its choices, the start; and the first time, with trial and subjects.
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { keepChoices, lastChoices } from '@/shared/flow/lastChoices'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import {
  assessments,
  attempt,
  examChoice,
  registration,
  subscription,
  waec as wassce,
} from '@/testing/data'
import {
  bece,
  biology,
  fresh,
  jamb as jambExam,
  monthly,
  offered,
  post,
  sizes,
  trial,
  unilag,
} from '@/testing/enrolment'
import { type Asked, failure, fakeApi, hang } from '@/testing/fakeApi'
import { renderStudent } from '@/testing/renderApp'
import { journeyTexts } from './messages'
import { enrolTexts } from './practise/Enrol'
import { practiseTexts } from './practise/messages'
import { availability, catalogue, expired, held, jamb } from './testing/journey'

const words = { ...practiseTexts, ...enrolTexts }
const start = () => userEvent.click(screen.getByRole('button', { name: words.start }))
const pick = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('radio', { name }))
const group = (name: string | RegExp) => screen.findByRole('group', { name })
const bodyOf = (log: Asked[], path: string) =>
  log.find((asked) => asked.method === 'POST' && asked.path === path)?.body
const created = { attempt: attempt(), paper: { totalQuestions: 40, subjects: [] }, message: null }
const ready = {
  ...catalogue,
  'POST /get-year-questions': availability,
  'POST /attempts': created,
  'GET /attempts/at1': created,
}

describe('a test', () => {
  it('starts with what was chosen, in this tab where the browser refuses a window', async () => {
    const log = fakeApi(ready)
    vi.stubGlobal('open', () => null)
    const router = renderStudent('/practise')
    // Of the three exams one could be started now.
    expect(await screen.findByRole('radio', { name: 'JAMB UTME' })).toBeChecked()
    expect(screen.getByRole('radio', { name: /POST UTME.*Coming Soon/ })).toBeDisabled()
    const subjects = within(await group('Subjects'))
    expect(subjects.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    await userEvent.click(subjects.getByRole('checkbox', { name: 'Use of English' }))
    await userEvent.click(subjects.getByRole('checkbox', { name: 'Physics' }))
    await pick('Practice')
    await pick('10')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/objective-questions'))
    expect(bodyOf(log, '/attempts')).toEqual({
      examId: 'jamb',
      assessmentId: 'm2',
      examType: 'objective',
      subjects: ['s1'],
      university: null,
      year: 2019,
      questionLimit: 10,
      timeDuration: 15,
      shuffleQuestions: false,
      shuffleOptions: false,
      selectedTopics: [],
      powerSafe: false,
    })
    expect(bodyOf(log, '/save-registered-subjects')).toEqual({
      userId: 'u1',
      examId: 'jamb',
      examType: 'objective',
      assessmentId: 'm2',
      subjects: ['s1'],
      regSubId: 'reg-jamb',
    })
    expect(lastChoices('jamb')).toMatchObject({ mode: 'practice', subjects: ['s1'], questions: 10 })
  })

  it('begins with the choices of the last one', async () => {
    keepChoices('jamb', {
      ...{ university: null, examType: 'objective', mode: 'practice', subjects: ['s2'] },
      ...{ questions: 40, minutes: 30, year: 2019, powerSafe: true },
      ...{ shuffleQuestions: true, shuffleOptions: false },
    })
    fakeApi(ready)
    renderStudent('/practise')
    expect(await screen.findByRole('radio', { name: 'Practice' })).toBeChecked()
    expect(screen.getByRole('radio', { name: '40' })).toBeChecked()
    const subjects = within(await group('Subjects'))
    expect(subjects.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
    expect(subjects.getByRole('checkbox', { name: 'Physics' })).toBeChecked()
    await screen.findByText(/^More options: .*30 min$/)
  })

  it('folds away year, time, topics, order and the power-safe timer', async () => {
    const log = fakeApi(ready)
    vi.stubGlobal('open', () => null)
    keepChoices('jamb', {
      ...{ university: null, examType: 'objective', mode: 'practice', subjects: ['s1'] },
      ...{ questions: 20, minutes: null, year: null, powerSafe: false },
      ...{ shuffleQuestions: false, shuffleOptions: false },
    })
    renderStudent('/practise')
    expect(screen.queryByLabelText('Year')).toBeNull()
    await userEvent.click(await screen.findByText('More options: 2019, all topics, 30 min'))
    await userEvent.click(await screen.findByRole('button', { name: '1 h' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Shuffle questions' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Power-safe timer' }))
    await userEvent.click(await screen.findByText('Change'))
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Select all of Mathematics' }),
    )
    await start()
    expect(await screen.findByText(journeyTexts.chooseTopic)).toBeVisible()
    expect(bodyOf(log, '/attempts')).toBeUndefined()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Indices' }))
    expect(screen.getByText('More options: 2019, 1 topic, 1 h')).toBeVisible()
    await start()
    await waitFor(() => expect(bodyOf(log, '/attempts')).toBeDefined())
    expect(bodyOf(log, '/attempts')).toMatchObject({
      timeDuration: 60,
      shuffleQuestions: true,
      powerSafe: true,
      selectedTopics: ['x1'],
    })
  })

  it('wants a subject', async () => {
    const log = fakeApi(ready)
    renderStudent('/practise')
    for (const one of within(await group('Subjects')).getAllByRole('checkbox')) {
      await userEvent.click(one)
    }
    await start()
    expect(await screen.findByText(journeyTexts.chooseSubject)).toBeVisible()
    expect(bodyOf(log, '/attempts')).toBeUndefined()
  })

  it('takes one subject of any other exam, and asks of which kind', async () => {
    const waec = examChoice(wassce, {
      subscriptions: [subscription(wassce)],
      registration: registration(wassce),
    })
    const log = fakeApi({ ...ready, 'GET /me/exams': { data: [held, waec] } })
    vi.stubGlobal('open', () => null)
    renderStudent('/practise?exam=wassce-waec-ssce')
    await pick('Mathematics')
    await pick('Study')
    expect(screen.getByText(journeyTexts.studyText.objective)).toBeVisible()
    await pick('Both')
    expect(screen.getByText(journeyTexts.studyText.both)).toBeVisible()
    await pick('Theory')
    // Nothing that is written is marked at once.
    expect(screen.getByText(/A moderator grades your answers after you submit\.$/)).toBeVisible()
    await pick(words.whole)
    await start()
    await waitFor(() => expect(bodyOf(log, '/attempts')).toBeDefined())
    expect(bodyOf(log, '/attempts')).toMatchObject({
      examId: 'waec',
      examType: 'theory',
      subjects: ['s1'],
      questionLimit: 100,
    })
  })

  it('offers what a trial gives', async () => {
    const plan = subscription(jamb, { planName: 'Trial', numOfQuestions: 10 })
    fakeApi({ ...ready, 'GET /me/exams': { data: [{ ...held, subscriptions: [plan] }] } })
    renderStudent('/practise')
    expect(
      await screen.findByText(
        /^Your trial plan allows 10 questions per test, shared among 3 subjects\. A trial .* repeat them\.$/,
      ),
    ).toBeVisible()
    // One number is no choice.
    expect(screen.queryByRole('group', { name: /^Number of questions/ })).toBeNull()
    const subjects = within(await group('Subjects'))
    await userEvent.click(subjects.getByRole('checkbox', { name: 'Use of English' }))
    await userEvent.click(subjects.getByRole('checkbox', { name: 'Physics' }))
    expect(screen.getByText(/^Your trial plan allows 10 questions per test\./)).toBeVisible()
  })

  it('offers the numbers of a trial that gives several', async () => {
    const plan = subscription(jamb, { planName: 'Trial', numOfQuestions: 15 })
    fakeApi({ ...ready, 'GET /me/exams': { data: [{ ...held, subscriptions: [plan] }] } })
    renderStudent('/practise')
    expect(await screen.findByRole('radio', { name: '15' })).toBeChecked()
    expect(screen.getByRole('radio', { name: '10' })).toBeVisible()
    expect(screen.queryByRole('radio', { name: words.whole })).toBeNull()
  })

  it('says why nothing was started', async () => {
    fakeApi({ ...ready, 'POST /attempts': failure(409, 'no-questions', 'Question not available.') })
    vi.stubGlobal('open', () => null)
    renderStudent('/practise')
    await screen.findByRole('button', { name: words.start })
    await start()
    expect(await screen.findByText('Question not available.')).toBeVisible()
  })

  it('changes the exam, and remembers it', async () => {
    const other = examChoice(wassce, {
      subscriptions: [subscription(wassce)],
      registration: registration(wassce),
    })
    fakeApi({ ...ready, 'GET /me/exams': { data: [held, other] } })
    const router = renderStudent('/practise')
    await pick('WASSCE')
    expect(await group('Subject')).toBeVisible()
    expect(router.state.location.search).toBe('?exam=wassce-waec-ssce')
    expect(useFlow.getState().examId).toBe('waec')
  })
})

describe('a mock', () => {
  const mocks = {
    ...ready,
    'POST /get-mock-questions': {
      ...availability({ body: { subjects: [], year: 0 } } as unknown as Asked),
      mock: { questions: 140, minutes: 120 },
    },
    'GET /get-exam-instruction/jamb': {
      data: { _id: 'jamb', title: 'JAMB UTME', examInstructions: '', minutes: 120 },
    },
  }

  it('of JAMB UTME is of all subjects, as long as its blueprint says, and has terms first', async () => {
    const log = fakeApi(mocks)
    const router = renderStudent('/practise')
    await pick('Mock')
    expect(await screen.findByText(/140 questions in 2 h\./)).toBeVisible()
    expect(screen.getByText(/^All your registered subjects: Use of English/)).toBeVisible()
    expect(screen.queryByText(/^More options/)).toBeNull()
    expect(screen.queryByRole('radio', { name: '10' })).toBeNull()
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/instructions'))
    expect(bodyOf(log, '/attempts')).toBeUndefined()
    const flow = useFlow.getState()
    expect([flow.assessmentSlug, flow.RegSubjects, flow.agreedExam]).toEqual([
      'mock',
      undefined,
      undefined,
    ])
    expect(await screen.findByRole('link', { name: 'Prev' })).toHaveAttribute('href', '/practise')
    const box = screen.getByRole('checkbox')
    expect(box).toBeRequired()
    const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    await userEvent.click(screen.getByRole('button', { name: 'Start Mock' }))
    const error = await screen.findByText('Please agree to the terms.')
    expect(error).toBeVisible()
    expect(shown.mock.contexts).toContain(error)
    expect(box).toHaveFocus()
    shown.mockRestore()
    // From the start screen, this is the last press.
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Start Mock' }))
    await waitFor(() => expect(bodyOf(log, '/attempts')).toMatchObject({ examId: 'jamb' }))
    expect(bodyOf(log, '/attempts')).not.toHaveProperty('questionLimit')
    expect(router.state.location.pathname).not.toBe('/start-mock/jamb')
  })

  it('is named and described as a short sample on a trial', async () => {
    const plan = subscription(jamb, { planName: 'Trial', numOfQuestions: 10 })
    fakeApi({
      ...mocks,
      'GET /me/exams': { data: [{ ...held, subscriptions: [plan] }] },
      'POST /get-mock-questions': {
        ...availability({ body: { subjects: [], year: 0 } } as unknown as Asked),
        mock: { questions: 10, minutes: 15 },
      },
    })
    const router = renderStudent('/practise')
    await pick('Mock sample')
    expect(await screen.findByText(/^A short sample of the real exam\. 10 questions/)).toBeVisible()
    expect(screen.queryByText(/full paper/)).toBeNull()
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/instructions'))
    expect(await screen.findByText('10 questions, a short sample on your trial plan')).toBeVisible()
  })

  it('of another exam is of one subject', async () => {
    const waec = examChoice(wassce, {
      subscriptions: [subscription(wassce)],
      registration: registration(wassce),
    })
    fakeApi({
      ...mocks,
      'GET /me/exams': { data: [waec] },
      'GET /get-exam-instruction/waec': {
        data: { _id: 'waec', title: 'WASSCE', examInstructions: '', minutes: 60 },
      },
    })
    const router = renderStudent('/practise')
    await pick('Physics')
    await pick('Mock')
    await start()
    await waitFor(() => expect(router.state.location.pathname).toBe('/instructions'))
    expect(useFlow.getState().RegSubjects).toEqual([{ id: 's2', title: 'Physics' }])
  })
})

/** A screen that is touched; returns what is scrolled into view. */
function onPhone() {
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query === '(pointer: coarse)',
  }))
  const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockClear()
  return () => shown.mock.contexts.map((element) => (element as HTMLElement).textContent?.trim())
}

describe('on a phone', () => {
  it('an error of Start is scrolled into view', async () => {
    const shown = onPhone()
    fakeApi({ ...ready, 'POST /attempts': failure(503, 'unavailable', 'Sabi is busy.') })
    renderStudent('/practise')
    await screen.findByRole('radio', { name: 'Practice' })
    await start()
    await screen.findByText('Sabi is busy.')
    expect(shown()).toContain('Sabi is busy.')
  })

  it('Start without a subject leads to the subjects', async () => {
    fakeApi(ready)
    renderStudent('/practise')
    const subjects = within(await group('Subjects')).getAllByRole('checkbox')
    for (const one of subjects) await userEvent.click(one)
    await start()
    await waitFor(() => expect(subjects[0]).toHaveFocus())
  })
})

describe('the first time', () => {
  const none = examChoice(jambExam)
  const enrolment = {
    ...ready,
    'GET /get-subscriptions/jamb': { data: [trial, monthly] },
    'GET /get-categories': {
      data: [{ _id: 'k1', title: 'Sciences', description: '', image: null }],
    },
    'GET /get-courses/k1': {
      data: [
        { _id: 'c1', title: 'Microbiology' },
        { _id: 'c2', title: 'Law' },
      ],
    },
    'GET /bank-sizes': { data: sizes },
    'POST /get-course-subjects/': { data: offered },
    'POST /subscribe-plan': {
      userSubscription: subscription(jambExam, { planName: 'Trial', numOfQuestions: 10 }),
    },
    'POST /save-exam-subjects': { data: registration(jambExam) },
    'GET /me/exams': { data: [none, examChoice({ ...bece, status: false })] },
  }
  const enrol = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

  /** Answers of a server that keeps the registration. */
  const enrolling = () => {
    let done = false
    return {
      ...enrolment,
      'GET /me/exams': () => ({
        data: [
          done
            ? examChoice(jambExam, {
                subscriptions: [subscription(jambExam, { planName: 'Trial', numOfQuestions: 10 })],
                registration: registration(jambExam),
              })
            : none,
        ],
      }),
      'POST /save-exam-subjects': () => {
        done = true
        return { data: registration(jambExam) }
      },
    }
  }

  it('starts the trial and registers what the course requires by one press', async () => {
    const log = fakeApi(enrolling())
    renderStudent('/practise')
    await pick('Sciences')
    // Each course says what it requires; one without questions cannot be chosen.
    await pick(/^Microbiology.*Subjects: Use of English, Mathematics, Physics/)
    expect(screen.getByRole('radio', { name: /^Law.*No questions yet/ })).toBeDisabled()
    const subjects = within(await group('Subjects for Microbiology'))
    expect(subjects.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    expect(subjects.getByRole('checkbox', { name: /^Use of English/ })).toBeDisabled()
    expect(screen.getByText('3 of 3 chosen.')).toBeVisible()
    await userEvent.click(subjects.getByRole('checkbox', { name: /^Physics/ }))
    expect(screen.getByText(/^2 of 3 chosen\. Choose 1 more/)).toBeVisible()
    expect(screen.getByText(words.forGood)).toBeVisible()
    await userEvent.click(subjects.getByRole('checkbox', { name: /^Physics/ }))
    expect(screen.getByText(/^Your free trial runs for 7 days, with up to 10/)).toBeVisible()
    // Nothing can be added to all of them.
    expect(screen.getByText(words.forGoodAll)).toBeVisible()
    await enrol('Start free with 3 subjects')
    expect(await screen.findByText(common.registeredToast)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: words.start })).toHaveFocus())
    expect(bodyOf(log, '/subscribe-plan')).toMatchObject({
      examId: 'jamb',
      universityId: null,
      subscriptionId: 'trial',
    })
    expect(bodyOf(log, '/save-exam-subjects')).toEqual({
      userId: 'u1',
      examId: 'jamb',
      categoryId: 'k1',
      courseId: 'c1',
      userSubscription: 'sub-jamb',
      subjects: ['s0', 's1', 's2'],
      subjectsUpdate: [],
    })
  })

  it('keeps room on a course’s card for subjects that are not there yet', async () => {
    fakeApi({ ...enrolment, 'POST /get-course-subjects/': hang })
    renderStudent('/practise')
    await pick('Sciences')
    const title = await screen.findByText('Microbiology')
    const card = title.closest('label')
    expect(card?.querySelector('span[style*="min-height"]')).toBeEmptyDOMElement()
  })

  it('shows the courses once it is known which have questions, and asks for their subjects alone', async () => {
    const log = fakeApi({
      ...enrolment,
      'GET /bank-sizes': async () => {
        // Longer than the courses take.
        await new Promise((resolve) => setTimeout(resolve, 200))
        return { data: sizes }
      },
    })
    renderStudent('/practise')
    await pick('Sciences')
    await screen.findByRole('radio', { name: /^Microbiology.*Subjects: Use of English/ })
    expect(screen.getByRole('radio', { name: /^Law.*No questions yet/ })).toBeDisabled()
    const asked = log.filter(({ path }) => path === '/get-course-subjects/')
    expect(asked.map(({ body }) => (body as { courseId: string }).courseId)).toEqual(['c1'])
  })

  it('scrolls into view what each choice opens, on a phone', async () => {
    const shown = onPhone()
    fakeApi({
      ...enrolment,
      'GET /me/exams': { data: [none, examChoice(wassce)] },
      'GET /get-subscriptions/waec': { data: [trial] },
    })
    renderStudent('/practise?exam=jamb-utme')
    await screen.findByRole('radio', { name: 'Sciences' })
    expect(shown()).toHaveLength(0)
    await pick('Sciences')
    await waitFor(() => expect(shown()).toHaveLength(1))
    await pick(/^Microbiology/)
    await waitFor(() => expect(shown()).toHaveLength(2))
    expect(shown()[1]).toContain('Subjects for Microbiology')
    await pick('WASSCE')
    await waitFor(() => expect(shown()).toHaveLength(3))
  })

  it('begins at the top of the choices once subjects are registered, on a phone', async () => {
    const shown = onPhone()
    fakeApi(enrolling())
    renderStudent('/practise')
    await pick('Sciences')
    await pick(/^Microbiology/)
    await group('Subjects for Microbiology')
    await enrol(/^Start free/)
    await screen.findByRole('button', { name: words.start })
    await waitFor(() => expect(shown().at(-1)).toMatch(/Subjects.*Mode/s))
  })

  it('leaves the choice to the student where the course offers more than fits', async () => {
    fakeApi({ ...enrolment, 'POST /get-course-subjects/': { data: [...offered, biology] } })
    renderStudent('/practise')
    await pick('Sciences')
    await pick(/^Microbiology/)
    const subjects = within(await group('Subjects for Microbiology'))
    expect(subjects.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
    for (const name of ['Mathematics', 'Physics', 'Biology']) {
      await userEvent.click(subjects.getByRole('checkbox', { name }))
    }
    expect(screen.getByText(common.maximumReached(3))).toBeVisible()
    expect(subjects.getByRole('checkbox', { name: 'Biology' })).not.toBeChecked()
    expect(screen.getByRole('button', { name: /with 3 subjects/ })).toBeVisible()
  })

  it('only registers once the trial has started, where registering failed', async () => {
    let fails = true
    let trials = 0
    fakeApi({
      ...enrolment,
      'GET /me/exams': () => ({ data: [trials > 0 ? fresh : none] }),
      'POST /subscribe-plan': () => {
        trials += 1
        return { userSubscription: subscription(jambExam) }
      },
      'POST /save-exam-subjects': () =>
        fails ? failure(503, 'unavailable', 'Sabi is busy.') : { data: registration(jambExam) },
    })
    renderStudent('/practise')
    await pick('Sciences')
    await pick(/^Microbiology/)
    await group('Subjects for Microbiology')
    await enrol(/^Start free/)
    expect(await screen.findByText('Sabi is busy.')).toBeVisible()
    fails = false
    await enrol('Register 3 subjects')
    expect(await screen.findByText(common.registeredToast)).toBeVisible()
    expect(trials).toBe(1)
  })

  it('leads to the plans where the trial is used up', async () => {
    fakeApi({
      ...enrolment,
      'GET /get-subscriptions/jamb': { data: [{ ...trial, standing: 'used' }, monthly] },
      'GET /payments/open': { data: [] },
    })
    const router = renderStudent('/practise')
    expect(await screen.findByText(words.trialUsed)).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: words.seePlans }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/subscription'))
    expect(await screen.findByRole('heading', { name: 'Subscription plans' })).toBeVisible()
    expect(useFlow.getState().examId).toBe('jamb')
  })

  it('takes up a trial again for subjects that are registered already', async () => {
    const log = fakeApi({
      ...enrolment,
      'GET /me/exams': { data: [{ ...none, registration: registration(jambExam) }] },
    })
    renderStudent('/practise')
    await waitFor(() => screen.getByRole('button', { name: words.startFree }))
    await enrol(words.startFree)
    await waitFor(() => expect(bodyOf(log, '/subscribe-plan')).toBeDefined())
    expect(bodyOf(log, '/save-exam-subjects')).toBeUndefined()
  })

  it('asks for no course in BECE', async () => {
    const log = fakeApi({
      ...enrolment,
      // With room for more than is offered.
      'GET /me/exams': { data: [examChoice({ ...bece, maximumSubjects: 9 })] },
      'GET /get-subscriptions/bece': { data: [trial] },
      'POST /get-course-subjects/': {
        data: offered.map((one) => ({ ...one, exam: { ...one.exam, _id: 'bece' } })),
      },
      'POST /subscribe-plan': { userSubscription: subscription(bece) },
      'POST /save-exam-subjects': { data: registration(bece) },
    })
    renderStudent('/practise')
    expect(await group('Subjects of JSCE (BECE)')).toBeVisible()
    expect(screen.getByText('3 of 9 chosen.')).toBeVisible()
    expect(screen.getByText(words.forGood)).toBeVisible()
    await enrol(/^Start free/)
    await waitFor(() => expect(bodyOf(log, '/save-exam-subjects')).toBeDefined())
    expect(bodyOf(log, '/save-exam-subjects')).toMatchObject({ courseId: null, categoryId: null })
  })

  it('takes the only university of POST UTME without asking', async () => {
    const log = fakeApi({
      ...enrolment,
      'GET /me/exams': { data: [examChoice(post)] },
      'GET /universities': { data: [unilag, { ...unilag, _id: 'other', title: 'Other' }] },
      'GET /get-subscriptions/post/unilag': { data: [trial] },
      'POST /get-course-subjects/': {
        data: offered.map((one) => ({ ...one, exam: { ...one.exam, _id: 'post' } })),
      },
      'POST /subscribe-plan': {
        userSubscription: subscription(post, {
          university: { _id: 'unilag', title: unilag.title },
        }),
      },
      'POST /save-exam-subjects': { data: registration(post) },
    })
    renderStudent('/practise')
    expect(await screen.findByRole('radio', { name: unilag.title, checked: true })).toBeVisible()
    expect(screen.queryByRole('radio', { name: 'Other' })).toBeNull()
    await pick('Sciences')
    await pick(/^Microbiology/)
    await group('Subjects for Microbiology')
    await enrol(/^Start free/)
    await waitFor(() => expect(bodyOf(log, '/subscribe-plan')).toBeDefined())
    expect(bodyOf(log, '/subscribe-plan')).toMatchObject({ universityId: 'unilag' })
  })

  it('asks which exam where nothing tells', async () => {
    fakeApi({ ...enrolment, 'GET /me/exams': { data: [none, expired] } })
    renderStudent('/practise')
    expect(await group(words.chooseExam)).toBeVisible()
    expect(screen.queryByRole('button', { name: words.start })).toBeNull()
    await pick('JAMB UTME')
    expect(await group(words.chooseCategory)).toBeVisible()
  })
})

it('says that there is no exam', async () => {
  fakeApi({ ...ready, 'GET /me/exams': { data: [] } })
  renderStudent('/practise')
  expect(await screen.findByText(journeyTexts.noExamTypes)).toBeVisible()
})

it('says that no mode is switched on', async () => {
  const off = assessments.map((one) => ({ ...one, status: false }))
  fakeApi({ ...ready, 'GET /get-assessments': { data: off } })
  renderStudent('/practise')
  expect(await screen.findByText(words.noModes)).toBeVisible()
})
