// Every screen in a second language, which is English between brackets: whatever is shown
// without them is a text that no translator would get to see.
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage, onLanguage } from '@/i18n/catalogue'
import { common } from '@/i18n/common'
import { english } from '@/i18n/common.en'
import { type Language, language, languageKey, languages } from '@/i18n/language'
import { type FlowChoices, useFlow } from '@/stores/flow'
import {
  assessments,
  attempt,
  correction,
  exam,
  examChoice,
  planOffer,
  quiz,
  registration,
  subscription,
} from '@/testing/data'
import { failure, fakeApi } from '@/testing/fakeApi'
import { renderApp, renderStudent } from '@/testing/renderApp'
import { attemptOf, paper } from './features/test/testing/fixtures'

const bracketed = vi.hoisted(() => {
  type Words = Record<string, unknown>
  const inBrackets = (text: unknown): unknown =>
    typeof text === 'function'
      ? (...values: unknown[]) => `⟦${text(...values)}⟧`
      : typeof text === 'string'
        ? `⟦${text}⟧`
        : bracketed(text as Words)
  const bracketed = (words: Words): Words =>
    Object.fromEntries(Object.entries(words).map(([name, text]) => [name, inBrackets(text)]))
  return bracketed
})
vi.mock('@/i18n/catalogue', async (original) => {
  const real = await original<typeof import('@/i18n/catalogue')>()
  const catalogue = (english: Record<string, string>, others: object) =>
    real.catalogue(english, {
      ...others,
      'en-x-brackets': async () => ({ default: bracketed(english) }),
    })
  return { ...real, catalogue }
})

const brackets = 'en-x-brackets' as Language
Object.assign(languages, { [brackets]: 'Brackets' })
// Loaded before the second language was there.
onLanguage(() => {
  Object.assign(common, language() === brackets ? bracketed(english) : english)
})

const jamb = exam({ video_link: 'https://video.example/guide' })
const maths = { _id: 's1', title: 'Mathematics' }
const subjectResults = [
  {
    subject: maths,
    quesLength: 3,
    rightAnswer: 1,
    wrongAnswer: 1,
    unseen: 1,
    score: 33,
    results: [correction(1, 0, 0), correction(2, 0, 1), correction(3, 0, null)],
    theories: [
      {
        theory: { _id: 't1', title: '1', question: 'Stem 4', logo: null },
        resultsDetail: {
          _id: 'quiz1-1',
          theoryAnswered: 'Option 4A',
          theoryCorrectAnswer: 'Because 4',
          detailedAnswer: '',
          resultGrade: null,
          ownGrade: null,
          remark: null,
        },
      },
    ],
  },
]
const report = {
  _id: 'r1',
  question: { _id: 'q1', kind: 'question', title: '1', stem: 'Stem 1', subject: maths, year: 2019 },
  reason: 'typo',
  words: '',
  state: 'open',
  answer: '',
  decidedAt: null,
  createdAt: '2026-03-05T14:30:00.000Z',
}
const mocks = {
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  maximum: 400,
  ranges: [
    { colour: 'red', from: 0, to: 199 },
    { colour: 'yellow', from: 200, to: 299 },
    { colour: 'green', from: 300, to: 400 },
  ],
  quizzes: [
    {
      _id: 'quiz1',
      createdAt: '2026-03-05T14:30:00.000Z',
      correct: 26,
      total: 40,
      percent: 65,
      score: 260,
      colour: 'yellow',
      grade: null,
      subjects: [],
    },
  ],
  subjects: [
    { subject: maths, mocks: 1, correct: 26, wrong: 10, unseen: 4, accuracy: 65, grade: null },
  ],
}
const running = attemptOf({ _id: 'at1', deadline: null })
const replies = {
  'GET /me/exams': {
    data: [
      examChoice(jamb, { subscriptions: [subscription(jamb)], registration: registration(jamb) }),
      examChoice(exam({ _id: 'soon', title: 'BECE', status: false })),
    ],
  },
  'GET /get-categories': { data: [{ _id: 'k1', title: 'Sciences', description: '', image: null }] },
  'GET /get-courses/k1': { data: [{ _id: 'c1', title: 'Medicine' }] },
  'POST /get-course-subjects/': {
    data: [
      { ...maths, exam: jamb, mandetory: false, registered: false, logo: null, university: [] },
    ],
  },
  'GET /get-subscriptions/jamb': { data: [planOffer(), planOffer({ _id: 'p2', price: 0 })] },
  'GET /exam-types': { data: [jamb, exam({ _id: 'soon', title: 'BECE', status: false })] },
  // Without texts of their own, all that the public site shows is ours.
  'GET /admin/banners': { banners: [], total: 0 },
  'GET /admin/home-setting': failure(500, 'internal', 'JAMB UTME'),
  'GET /get-testimonials': { testimonials: [] },
  'GET /get-news-list': {
    data: [{ _id: 'n1', title: 'Biology', logo: null, createdAt: running.serverNow }],
  },
  'GET /faqs': { data: [] },
  'GET /get-assessments': { data: assessments },
  'GET /attempts': { data: [attempt()], total: 1 },
  'GET /attempts/at1': { attempt: running, paper },
  'PUT /attempts/at1/answers': { revision: 1, savedAt: null, serverNow: running.serverNow },
  'GET /user-subscription-list/u1': { data: [subscription(jamb)], total: 1 },
  'GET /get-saved-subjects/u1': { data: [registration(jamb)] },
  'POST /get-year-questions': {
    totalQuestions: 40,
    exam: jamb,
    counts: [{ subject: maths, questions: 40, theories: 0, years: [2019] }],
    subjects: [],
    message: null,
  },
  'GET /topics/s1': {
    data: [
      {
        _id: 't1',
        title: 'Algebra',
        status: true,
        subject: maths,
        topicSections: [{ _id: 'x1', section_name: 'Indices' }],
      },
    ],
  },
  'GET /get-exam-instruction/jamb': {
    data: {
      _id: 'jamb',
      title: 'JAMB UTME',
      examInstructions: '',
      timeHour: 2,
      time: '00',
      minutes: 120,
    },
  },
  'GET /get-results/u1': { quizes: [quiz()], total: 1 },
  'GET /get-result-data/quiz1': { quiz: quiz(), subjectResults, advices: [] },
  'GET /get-result-data-view/quiz1': { quiz: quiz(), subjectResults, advices: [] },
  'GET /get-result-data-view/quiz2': {
    quiz: quiz({ examResult: 'pending', examType: 'both' }),
    subjectResults,
    advices: [],
  },
  'GET /me/weak-topics': {
    data: [
      {
        subject: maths,
        topic: { _id: 't1', title: 'Algebra' },
        answered: 8,
        right: 2,
        accuracy: 25,
      },
    ],
  },
  'GET /me/reports': { data: [report], total: 1 },
  'GET /get-mock-results-analytics/u1': {
    data: {
      quizResultData: [{ examSlug: 'jamb-utme', exams: [mocks] }],
      subscribedExams: [mocks.exam],
      WAECExamSubjects: [],
      JECEExamSubjects: [],
    },
  },
}
const chosen: Partial<FlowChoices> = {
  examId: 'jamb',
  examSlug: 'jamb-utme',
  examName: 'JAMB UTME',
  maximumSubjects: 2,
  examinationType: 'both',
  examType: 'objective',
  userSubscription: 'sub-jamb',
  categoryId: 'k1',
  categoryName: 'Sciences',
  courseId: 'c1',
  assessmentId: 'm2',
  assessmentName: 'Practice',
  assessmentSlug: 'practice',
  RegSubjects: [{ id: 's1', title: 'Mathematics' }],
  year: 2019,
  questionCount: 40,
}

/** What was not written by us: names, titles and questions of the rows above. */
const data = new RegExp(
  [
    ...['Adaeze Okonkwo', 'Adaeze', 'JAMB UTME', 'JAMB', 'JU', 'BECE', 'WASSCE', 'Mathematics'],
    ...['Physics', 'Algebra', 'Indices', 'Study', 'Mock', 'Sciences', 'Medicine', 'Gold', 'Paid'],
    ...['₦', 'unheard-of', 'Every subject'],
    ...['Use of English', 'Biology', 'Practice', 'Stem (of )?\\w+', 'Explain \\w+'],
    ...[
      'Option \\w+( of \\w+)?',
      'Because \\d+',
      'A trader of Kano',
      'quiz1',
      'Brackets',
      'English',
    ],
    ...['[A-Z][a-z]{2} \\d\\d, \\d{4}(, \\d\\d:\\d\\d [AP]M)?', '\\b[A-E]\\b', 'Sabi'],
  ].join('|'),
  'g',
)

/** The words on screen, for eyes and for screen readers, that are in no brackets. */
function untranslated(): string[] {
  const found = [document.title]
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('style, script')) continue
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '')
    }
    for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext']) {
      found.push(element.getAttribute(name) ?? '')
    }
  }
  return found.filter((text) => /\p{L}/u.test(withoutBrackets(text).replace(data, '')))
}

function withoutBrackets(text: string): string {
  const inner = /⟦[^⟦⟧]*⟧/g
  if (inner.test(text)) return withoutBrackets(text.replace(inner, ''))
  // A text with an element in it is in several pieces.
  return text.replace(/⟦.*$|^.*⟧/, '')
}

const atRest = () =>
  waitFor(() => {
    expect(document.body.textContent).toContain('⟦')
    expect(screen.queryByText('⟦Please Wait...⟧')).toBeNull()
    // What failed shows nothing of what is to be read.
    expect(screen.queryByRole('button', { name: '⟦Try again⟧' })).toBeNull()
  })

beforeEach(() => void fakeApi(replies))
afterEach(() => chooseLanguage('en'))

it('is chosen in the frame, remembered, and spoken by screens that come later', async () => {
  const router = renderStudent('/dashboard')
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Language' }),
    'Brackets',
  )
  expect(await screen.findByRole('heading', { name: '⟦Dashboard⟧' })).toBeVisible()
  expect(document.documentElement.lang).toBe(brackets)
  expect(localStorage.getItem(languageKey)).toBe(brackets)
  await act(() => router.navigate('/results'))
  expect(await screen.findByRole('heading', { name: '⟦Results⟧' })).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '⟦Language⟧' }), 'English')
  expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
})

describe('every word is translated', () => {
  beforeEach(() => chooseLanguage(brackets))

  it.each(['/', '/news', '/faqs', '/contact-us', '/login', '/admin/login', '/nowhere'])(
    'at %s',
    async (path) => {
      renderApp(path)
      await atRest()
      expect(untranslated()).toEqual([])
    },
  )

  it.each([
    '/dashboard',
    '/exams',
    '/subscription',
    '/subscription?reference=unheard-of',
    '/subscription-plans',
    '/my-subscriptions',
    '/categories',
    '/category-courses',
    '/course-subjects',
    '/saved-subjects',
    '/saved-subjects-update',
    '/saved-exams',
    '/exam-type',
    '/mode-of-assessment',
    '/registered-subjects',
    '/select-subject-topic',
    '/start-exam',
    '/calculator',
    '/results',
    '/practice-results/quiz1',
    '/practice-results-view/quiz1',
    '/theories-grade/quiz2',
    '/mock-score',
    '/my-reports',
    '/list-questions?attempt=at1',
    '/objective-questions?attempt=at1',
  ])('at %s', async (path) => {
    useFlow.getState().choose(chosen)
    const router = renderStudent(path)
    await atRest()
    // Without its choices a step leads back to the dashboard.
    expect(router.state.location.pathname + router.state.location.search).toBe(path)
    expect(untranslated()).toEqual([])
  })

  it('at /instructions', async () => {
    useFlow.getState().choose({ ...chosen, assessmentSlug: 'mock', assessmentName: 'Mock' })
    const router = renderStudent('/instructions')
    await atRest()
    expect(await screen.findByText('⟦120 minutes⟧')).toBeVisible()
    expect(router.state.location.pathname).toBe('/instructions')
    expect(untranslated()).toEqual([])
  })
})
