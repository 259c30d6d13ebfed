// A server that has something of everything, for tests that walk through all screens.
import type { ExamMocks, News } from '@/shared/api/types'
import { paper } from '@/shared/attempt/testing/fixtures'
import {
  assessments,
  attempt,
  correction,
  exam,
  examChoice,
  examOffer,
  examPage,
  noLinks,
  packList,
  progressLink,
  questionToLearn,
  quiz,
  registration,
  session,
  student,
  subjects,
  subscription,
  todaySession,
  visitorPaper,
  waec,
} from './data'
import { biology, jamb, monthly, offered, sizes, trial, unilag } from './enrolment'

const at = '2026-03-05T14:30:00.000Z'
const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })
const full = examChoice(jamb, {
  subscriptions: [subscription(jamb)],
  registration: registration(jamb),
})
const bought = {
  reference: 'sabi-1',
  amount: 100_000,
  currency: 'NGN',
  gateway: 'sandbox',
  url: '/payments/sandbox/sabi-1',
}
const news: News = {
  _id: 'n1',
  title: 'The dates are out',
  description: '<p>Registration begins on Monday.</p>',
  logo: null,
  status: true,
  version: 0,
  createdAt: at,
}
const results = [
  {
    subject: { _id: 's1', title: 'Mathematics' },
    quesLength: 1,
    rightAnswer: 0,
    wrongAnswer: 1,
    unseen: 0,
    score: 0,
    topics: [{ topic: { _id: 't1', title: 'Algebra' }, quesLength: 1, rightAnswer: 0 }],
    results: [correction(1, 0, 1)],
    theories: [],
  },
]
const theories = [
  {
    ...results[0],
    results: [],
    theories: [
      {
        theory: { _id: 't1', title: '1', question: '<p>Explain it.</p>', logo: null },
        resultsDetail: {
          _id: 'quiz2-1',
          theoryAnswered: 'Mine',
          photographs: [],
          theoryCorrectAnswer: '<p>Model</p>',
          detailedAnswer: '',
          resultGrade: null,
          ownGrade: null,
          remark: null,
        },
      },
    ],
  },
]
const written = quiz({ _id: 'quiz2', examType: 'theory', examResult: 'pending' })
const mocks: ExamMocks = {
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  maximum: 400,
  ranges: [],
  quizzes: [],
  subjects: [],
}
const topic = {
  _id: 't1',
  title: 'Algebra',
  status: true,
  subject: { _id: 's1', title: 'Mathematics' },
  topicSections: [{ _id: 'x1', section_name: 'Indices' }],
}

/** The answer to each call, by `METHOD /path`. */
export const world: Record<string, Record<string, unknown>> = {
  'GET /me': { user: student },
  'GET /admin/banners': { banners: [], total: 0 },
  'GET /try': { data: null },
  'GET /try/jamb-utme': { data: visitorPaper(5) },
  'GET /exam-types/jamb-utme': { data: examPage() },
  'GET /me/visitor-scores': { data: [] },
  'GET /me/progress-links': { data: [progressLink()] },
  'GET /me/weekly-mail': { data: { isOn: null } },
  'PUT /me/weekly-mail': { data: { isOn: true } },
  'POST /me/progress-links': {
    data: progressLink({ _id: 'link2', name: 'Papa', url: 'https://sabi.test/progress/abc' }),
  },
  'DELETE /me/progress-links/link1': { message: 'The link does not work any more.' },
  'GET /admin/home-setting': { data: null },
  'GET /site-links': { data: noLinks },
  'GET /exam-types': { data: [jamb, post, waec].map(examOffer) },
  'GET /get-testimonials': {
    testimonials: [{ _id: 'w1', name: 'Bisi', image: null, description: '<p>It helped.</p>' }],
  },
  'GET /get-news-list': { data: [news] },
  'GET /get-news-detail/n1': { data: news },
  'GET /faqs': { data: [{ _id: 'f1', question: 'Is it free?', answer: '<p>A trial is.</p>' }] },
  'GET /page/terms': { data: [{ _id: 'p1', page_title: 'Terms', content: '<p>Be fair.</p>' }] },
  'GET /country': {
    countries: [{ ref_id: 3, sortname: 'NG', name: 'Nigeria', phonecode: '234' }],
    minAgeDays: 6500,
  },
  'POST /admin/contactus/add': { message: 'Thank you' },
  'POST /login': { user: student },
  'POST /register': { user: student, message: 'Your account is made.' },
  'GET /activate-account/abc': { message: 'Account activated' },
  'POST /activate-account/resend': { message: 'Sent.' },
  'POST /password/forgot': { message: 'A mail is on its way.' },
  'POST /admin/forgot-password': { message: 'A mail is on its way.' },
  'GET /password/reset/abc': { message: 'This link is valid.' },
  'PUT /password/reset/abc': { message: 'Password changed' },
  'PUT /admin/reset-password/abc': { message: 'Password changed' },

  'POST /logout': { message: 'Logout successfully.' },
  'POST /admin/subscribenewsletter/add': { message: 'Thanks' },
  'PUT /me/update': { user: student, message: 'Profile updated successfully' },
  'PUT /password/update': { message: 'Password updated successfully', token: null },
  'GET /me/sessions': {
    data: [session(), session({ _id: 'other', device: 'Firefox', isCurrent: false })],
    total: 2,
  },
  'DELETE /me/sessions/other': { message: 'The session was ended.' },
  'GET /me/export': { data: {} },
  'POST /me/erase': { message: 'The account was erased.' },

  'GET /bank-sizes': { data: sizes },
  'GET /payments/open': { data: [] },
  'GET /me/exams': { data: [full, examChoice(post), examChoice(waec)] },
  'GET /attempts': { data: [attempt()], total: 1 },
  'GET /get-results/u1': { quizes: [quiz()], total: 1 },
  'GET /me/packs': { data: packList() },
  'GET /me/today': { data: todaySession() },
  'GET /me/to-learn': { data: [questionToLearn(1)] },
  'GET /me/weak-topics': {
    data: [
      {
        subject: { _id: 's1', title: 'Mathematics' },
        topic: { _id: 't1', title: 'Algebra' },
        answered: 10,
        right: 4,
        accuracy: 40,
      },
    ],
  },
  'GET /me/forecast': {
    data: {
      score: null,
      subjects: [
        {
          subject: { _id: 's1', title: 'Mathematics' },
          score: { about: 62, from: 54, to: 70, outOf: 100 },
          grade: null,
          mocksNeeded: 0,
          answersNeeded: 0,
        },
      ],
      next: null,
    },
  },
  'GET /universities': { data: [unilag] },
  'GET /get-categories': {
    data: [{ _id: 'k1', title: 'Sciences', description: '<p>Medicine</p>', image: null }],
  },
  'GET /get-courses/k1': { data: [{ _id: 'c1', title: 'Microbiology' }] },
  'POST /get-course-subjects/': { data: [...offered, biology] },
  'POST /save-exam-subjects': { data: registration(jamb) },
  'GET /get-subscriptions/jamb': { data: [trial, monthly] },
  'POST /payments/initialize': { data: bought },
  'POST /subscribe-plan': { userSubscription: subscription(jamb), message: 'Done' },
  'GET /user-subscription-list/u1': { data: [subscription(jamb)], total: 1 },
  'GET /get-saved-subjects/u1': { data: [registration(jamb)] },
  'GET /get-assessments': { data: assessments },
  'POST /save-registered-subjects': { data: registration(jamb) },
  'POST /get-year-questions': {
    totalQuestions: 40,
    exam: jamb,
    counts: [{ subject: subjects[1], questions: 40, theories: 0, years: [2019] }],
    subjects: [],
    message: null,
  },
  'POST /get-mock-questions': {
    totalQuestions: 40,
    exam: waec,
    counts: [{ subject: subjects[1], questions: 40, theories: 0, years: [2019] }],
    mock: { questions: 160, minutes: 120 },
    subjects: [],
    message: null,
  },
  'GET /topics/s1': { data: [topic] },
  'GET /get-exam-instruction/jamb': { data: { examInstructions: '<p>Be calm.</p>', minutes: 120 } },
  'GET /attempts/at1': { attempt: attempt(), paper },
  'PUT /attempts/at1/answers': {
    revision: 1,
    savedAt: at,
    serverNow: at,
    deadline: null,
    ignored: [],
    revealed: [],
  },
  'POST /submit-result': { quizId: 'quiz1', message: 'Done' },
  'POST /attempts/at1/cancel': { message: 'Your test was cancelled.' },
  'POST /attempts/at1/reveal': {
    data: { question: 'e1', correctAns: 'e1-b', description: 'Because.' },
  },
  'POST /attempts': { attempt: attempt(), paper: { totalQuestions: 0, subjects: [] } },

  'GET /get-result-data/quiz1': { quiz: quiz(), subjectResults: results, advices: [] },
  'GET /get-result-data/quiz2': { quiz: written, subjectResults: theories, advices: [] },
  'GET /get-result-data-view/quiz1': { quiz: quiz(), subjectResults: results },
  'GET /get-result-data-view/quiz2': { quiz: written, subjectResults: theories },
  'PUT /submit-grade-result': { message: 'Grades submitted successfully.' },
  'POST /reports': { message: 'Thank you: we look at it.' },
  'GET /me/reports': { data: [], total: 0 },
  'GET /get-mock-results-analytics/u1': {
    data: {
      quizResultData: [{ examSlug: 'jamb-utme', exams: [mocks] }],
      subscribedExams: [mocks.exam],
      WAECExamSubjects: [],
      JECEExamSubjects: [],
    },
  },
}

/** A student subscribed to JAMB UTME whose subjects are not all registered yet. */
export const half = {
  'GET /me/exams': {
    data: [
      examChoice(
        { ...jamb, maximumSubjects: 4 },
        { subscriptions: [subscription(jamb)], registration: registration(jamb) },
      ),
    ],
  },
}
