// The route tables of the specification (1 §2 "Full route table", 2 §2), each address opened by a
// visitor, by students without and with a subscription, and by an administrator: where each lands.
import 'fake-indexeddb/auto'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Attempt } from '@/shared/api/types'
import { attemptOf, paper } from '@/shared/attempt/testing/fixtures'
import { useFlow } from '@/shared/flow/useFlow'
import { useSession } from '@/shared/session/useSession'
import { attempt, exam, examChoice, quiz, subscription } from '@/testing/data'
import { answers, chosen } from '@/testing/everything'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderAdmin, renderApp, renderStudent } from '@/testing/renderApp'

/** Addresses that visitors open, with the heading of each. */
const open = {
  '/': 'Be ready before exam day: JAMB UTME, WAEC, BECE and POST UTME',
  '/exams/jamb-utme': 'JAMB UTME',
  '/try/jamb-utme': 'Try JAMB UTME',
  '/news': 'News',
  '/news/n1': 'Mock week',
  '/register': 'Register',
  '/login': 'Log in',
  '/forgot-password': 'Forgot Password',
  '/password/reset/token': 'Reset Password',
  '/contact-us': 'Contact Us',
  '/pages/about-us': 'About Us',
  '/activate-account/id': 'Account Activation',
  '/faqs': 'Frequently Asked Questions',
  '/admin/login': 'Admin login',
  '/admin/forgot-password': 'Forgot Password',
  '/admin/reset-password/token': 'Reset Password',
} as const

/** Pages that a logged-in user does not need. */
const doors = ['/login', '/register', '/admin/login']

interface Protected {
  /** The heading, for a student who has everything that the page needs. */
  title: string
  /** Where a student without any choices is redirected. */
  bare?: string
  /** Where a student is redirected who has chosen an exam without a subscription to it. */
  unpaid?: string
  /** Where a student with everything is redirected, if anywhere. */
  held?: string
  exam?: 'post'
  mode?: 'mock'
}

/** Pages that need an exam and a subscription to it. */
const subscribed = (title: string) => ({ title, bare: '/dashboard', unpaid: '/subscription' })
const window = (path: string) => ({
  title: 'No test is open here',
  held: `${path}?attempt=at1`,
})

/** Addresses of students, in the order of the specification. */
const student: Record<string, Protected> = {
  '/exams': { title: 'Select Exam Type' },
  '/university': { title: 'University', bare: '/dashboard', exam: 'post' },
  '/exam-type': subscribed('Choose Exam Type'),
  '/categories': subscribed('Category'),
  '/category-courses': subscribed('Course'),
  '/subscription': { title: 'Subscription plans', bare: '/dashboard' },
  '/subscription-plans': { title: 'Subscription plans', bare: '/dashboard' },
  '/course-subjects': subscribed('Course Subjects'),
  '/mode-of-assessment': subscribed('Mode of Assessment'),
  '/registered-subjects': subscribed('Registered Subjects'),
  '/select-subject-topic': subscribed('Select Topics'),
  '/instructions': { ...subscribed('Instruction for Candidates'), mode: 'mock' },
  '/start-exam': subscribed('Start Exam'),
  '/start-mock/jamb': { ...subscribed('Start Mock'), mode: 'mock' },
  '/mock-exam/jamb': window('/objective-questions'),
  // Whoever has taken no test is welcomed there.
  '/dashboard': { title: 'Dashboard', bare: '/dashboard', unpaid: '/dashboard' },
  '/profile': { title: 'Profile' },
  '/profile/edit': { title: 'Edit Profile' },
  '/account-setting': { title: 'Account Setting' },
  '/list-questions': window('/list-questions'),
  '/objective-questions': window('/objective-questions'),
  '/theories-questions': window('/objective-questions'),
  '/objective-exam/jamb': window('/objective-questions'),
  '/theories-grade/quiz1': { title: 'Grade your answers' },
  '/theories-exam/jamb': window('/objective-questions'),
  '/calculator': { title: 'Calculator' },
  '/my-subscriptions': { title: 'My Subscriptions' },
  '/saved-exams': { title: 'Saved Exams' },
  '/saved-subjects': { title: 'Registered Subjects' },
  // The page says which registration is meant.
  '/saved-subjects-update': {
    title: 'Change Subjects',
    bare: '/saved-subjects',
    unpaid: '/subscription',
  },
  '/results': { title: 'Results' },
  '/mock-score': { title: 'Mock Performance Tracker' },
  '/practice-results/quiz1': { title: 'Result' },
  '/theories-results/quiz1': { title: 'Result' },
  '/practice-results-view/quiz1': { title: 'Corrections: Practice' },
  '/theories-results-view/quiz1': { title: 'Corrections: Practice' },
}

/** The start screen, which does in one step what these do in five. */
student['/practise'] = { title: 'Practise' }

/** The questions on this device, which are newer than the tables. */
student['/offline'] = { title: 'Practise without internet' }

/** What a student keeps missing, which is newer than the tables. */
student['/to-learn/jamb'] = { title: 'Learn these' }

/** Addresses of the back-office that the tables name; the others are its own. */
const backOffice = [
  '/admin',
  '/admin/subscribenewsletter',
  '/admin/testimonials',
  '/admin/user-theories-exam',
]

/** Where students are redirected who lack what a step needs. */
const titles: Record<string, string> = {
  '/dashboard': 'Welcome, ',
  '/subscription': 'Subscription plans',
  '/saved-subjects': 'Registered Subjects',
}

const jamb = exam()
const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })
const university = { _id: 'unilag', title: 'University of Lagos' }
const both = {
  ...answers,
  'GET /me/exams': {
    data: [
      ...answers['GET /me/exams'].data,
      examChoice(post, { subscriptions: [subscription(post, { university })] }),
    ],
  },
  'GET /payments/open': { data: [] },
  'GET /bank-sizes': { data: [] },
  'GET /universities': { data: [{ ...university, description: '', logo: null }] },
  'GET /get-subscriptions/post': { data: [] },
  'GET /page/about-us': { data: [{ page_title: 'About Us', content: '<p>We.</p>' }] },
  'GET /get-news-detail/n1': {
    data: {
      _id: 'n1',
      title: 'Mock week',
      description: '',
      logo: null,
      createdAt: quiz().createdAt,
    },
  },
  'GET /activate-account/id': failure(422, 'invalid', 'No', { token: 'No such link' }),
  'GET /country': { countries: [], minAgeDays: 6500 },
}
/** The message for a student without anything. */
const nothing = {
  ...both,
  'GET /me/exams': { data: [examChoice(jamb), examChoice(post)] },
  'GET /user-subscription-list/u1': { data: [], total: 0 },
  'GET /get-saved-subjects/u1': { data: [] },
  'GET /attempts': { data: [], total: 0 },
  'GET /get-results/u1': { quizes: [], total: 0 },
}

const toExam = ({ exam }: Protected) => ({
  ...{ examId: 'jamb', examSlug: 'jamb-utme', examName: 'JAMB UTME', maximumSubjects: 4 },
  ...(exam === 'post' && { examId: 'post', examSlug: 'post-utme', examName: 'POST UTME' }),
})
const toMock = {
  assessmentId: 'm3',
  assessmentName: 'Mock',
  assessmentSlug: 'mock',
  agreedExam: 'jamb',
} as const

type Router = ReturnType<typeof renderApp>
const addressOf = ({ state: { location } }: Router) => location.pathname + location.search

/** Waits until this address is shown, with this heading. */
async function lands(router: Router, path: string, title?: string) {
  await waitFor(() => {
    expect(addressOf(router)).toBe(path)
    if (title !== undefined) {
      expect(document.querySelector('main h1')?.textContent).toContain(title)
    }
  })
}

it('knows each address once, and all of the specification', () => {
  expect(Object.keys(open)).toHaveLength(11 + 3 + 2)
  expect(Object.keys(student)).toHaveLength(36 + 3)
})

describe('a visitor', () => {
  beforeEach(() => {
    fakeApi(both)
    useSession.getState().expire()
  })

  it.each(Object.entries(open))('opens %s', async (path, title) => {
    await lands(renderApp(path), path, title)
  })

  it.each(Object.keys(student))(
    'is sent from %s to the login, and knows the way back',
    async (path) => {
      const router = renderApp(`${path}?from=mail`)
      await lands(router, '/login', 'Log in')
      expect(router.state.location.state).toEqual({ from: `${path}?from=mail` })
    },
  )

  it.each(backOffice)('is sent from %s to the administrators’ login', async (path) => {
    const router = renderApp(path)
    await lands(router, '/admin/login', 'Admin login')
    expect(router.state.location.state).toEqual({ from: path })
  })

  it('is told of an address that is none', () =>
    lands(renderApp('/no/such/page'), '/no/such/page', 'Page Not Found'))
})

describe('a student who holds nothing', () => {
  beforeEach(() => void fakeApi(nothing))

  it.each(Object.entries(open))('opens %s', async (path, title) => {
    const router = renderStudent(path)
    await (doors.includes(path)
      ? lands(router, '/dashboard', 'Welcome, ')
      : lands(router, path, title))
  })

  it.each(Object.entries(student))('at %s, having chosen nothing', async (path, row) => {
    const to = row.bare ?? path
    await lands(renderStudent(path), to, row.bare ? titles[row.bare] : row.title)
  })

  it.each(Object.entries(student))('at %s, having chosen an exam', async (path, row) => {
    useFlow.getState().choose(toExam(row))
    const to = row.unpaid ?? path
    await lands(renderStudent(path), to, row.unpaid ? titles[row.unpaid] : row.title)
  })

  it.each(backOffice)('is no administrator at %s', async (path) => {
    await lands(renderStudent(path), '/dashboard', 'Welcome, ')
  })

  it('is told of an address that is none', () =>
    lands(renderStudent('/no/such/page'), '/no/such/page', 'Page Not Found'))
})

describe('a student with a subscription and registered subjects', () => {
  beforeEach(() => void fakeApi(both))

  it.each(Object.entries(student))('opens %s', async (path, row) => {
    useFlow.getState().choose({ ...chosen, ...toExam(row), ...(row.mode === 'mock' && toMock) })
    await lands(renderStudent(path), row.held ?? path, row.held ? undefined : row.title)
  })

  it.each(Object.entries(open))('opens %s of everybody', async (path, title) => {
    const router = renderStudent(path)
    await (doors.includes(path)
      ? lands(router, '/dashboard', 'Dashboard')
      : lands(router, path, title))
  })

  it.each(backOffice)('is no administrator at %s', async (path) => {
    await lands(renderStudent(path), '/dashboard', 'Dashboard')
  })

  it('is told of an address that is none', () =>
    lands(renderStudent('/no/such/page'), '/no/such/page', 'Page Not Found'))
})

/** The kinds of tests, with the addresses of the window of each; the first is where it is led to. */
const windows: [
  slug: Attempt['assessment']['slug'],
  type: Attempt['examType'],
  addresses: string[],
][] = [
  ['practice', 'objective', ['/objective-questions', '/list-questions']],
  ['study', 'theory', ['/theories-questions', '/list-questions']],
  ['mock', 'objective', ['/mock-exam/jamb', '/objective-exam/jamb', '/list-questions']],
  ['mock', 'theory', ['/theories-exam/jamb', '/list-questions']],
]

describe.each(windows)('a student whose %s of kind %s runs', (slug, examType, addresses) => {
  const which = {
    _id: 'at1',
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: 'm1', title: slug, slug },
    examType,
    deadline: null,
  }
  const [own = '', ...others] = addresses

  beforeEach(
    () =>
      void fakeApi({
        ...both,
        'GET /attempts': { data: [attempt(which)], total: 1 },
        'GET /attempts/at1': { attempt: attemptOf(which), paper },
      }),
  )

  /** The window of the test itself, which has the screen to itself. */
  async function opens(path: string, address: string) {
    await lands(renderStudent(path), address)
    expect((await screen.findAllByText(/^(Stem of|Explain) \w+$/)).length).toBeGreaterThan(0)
    expect(document.title).toBe(`JAMB UTME ${slug} · Sabi`)
  }

  it('is led to its window', () => opens(own, `${own}?attempt=at1`))

  it.each([own, ...others])('has it at %s', (path) =>
    opens(`${path}?attempt=at1`, `${path}?attempt=at1`),
  )
})

describe('an administrator', () => {
  beforeEach(
    () =>
      void fakeApi({
        ...nothing,
        'GET /user-subscription-list/a1': { data: [], total: 0 },
        'GET /get-saved-subjects/a1': { data: [] },
        'GET /get-results/a1': { quizes: [], total: 0 },
        'GET /get-mock-results-analytics/a1': {
          data: {
            quizResultData: [],
            subscribedExams: [],
            WAECExamSubjects: [],
            JECEExamSubjects: [],
          },
        },
        'GET /admin/question-subjects': { data: [] },
      }),
  )

  it.each(Object.entries(open))('opens %s', async (path, title) => {
    const router = renderAdmin(path)
    await (doors.includes(path) ? lands(router, '/admin') : lands(router, path, title))
  })

  it.each(Object.entries(student))('at %s, holding nothing', async (path, row) => {
    await lands(renderAdmin(path), row.bare ?? path, row.bare ? titles[row.bare] : row.title)
  })

  it.each(backOffice)('opens %s', async (path) => {
    await lands(renderAdmin(path), path, '')
  })

  it.each(['/no/such/page', '/admin/no-such-page'])('is told of %s', async (path) => {
    await lands(renderAdmin(path), path, 'Page Not Found')
  })
})
