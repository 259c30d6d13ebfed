// Answers to all that the screens of visitors and students ask for, and the choices on the way to
// a test, for tests that open every screen.
import { attemptOf, paper } from '@/shared/attempt/testing/fixtures'
import type { FlowChoices } from '@/shared/flow/useFlow'
import {
  assessments,
  attempt,
  bank,
  correction,
  exam,
  examChoice,
  examOffer,
  examPage,
  packList,
  planOffer,
  progressLink,
  questionToLearn,
  quiz,
  registration,
  subscription,
  todaySession,
  visitorPaper,
} from './data'
import { failure } from './fakeApi'

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
    topics: [{ topic: { _id: 't1', title: 'Algebra' }, quesLength: 3, rightAnswer: 1 }],
    results: [correction(1, 0, 0), correction(2, 0, 1), correction(3, 0, null)],
    theories: [
      {
        theory: { _id: 't1', title: '1', question: 'Stem 4', logo: null },
        resultsDetail: {
          _id: 'quiz1-1',
          theoryAnswered: 'Option 4A',
          photographs: [],
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
/** The attempt that runs. */
const running = attemptOf({ _id: 'at1', deadline: null })
/** All that the screens of visitors and students ask for, of a student who holds JAMB UTME. */
export const answers = {
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
  'GET /exam-types': {
    data: [jamb, exam({ _id: 'soon', title: 'BECE', status: false })].map(examOffer),
  },
  // Without custom texts, everything on the public site is ours.
  'GET /admin/banners': { banners: [], total: 0 },
  'GET /try': { data: visitorPaper(2) },
  'GET /try/jamb-utme': { data: visitorPaper(2) },
  'GET /exam-types/jamb-utme': { data: examPage() },
  'GET /me/visitor-scores': { data: [] },
  'GET /me/progress-links': { data: [progressLink()] },
  'GET /me/weekly-mail': { data: { isOn: null } },
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
  'GET /payments/open': { data: [] },
  'GET /bank-sizes': { data: [{ exam: 'jamb', ...bank, courses: ['c1'], universities: [] }] },
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
  'GET /me/packs': { data: packList() },
  'GET /me/today': { data: todaySession() },
  'GET /me/to-learn': { data: [questionToLearn(1)] },
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
  'GET /me/forecast': {
    data: {
      score: null,
      subjects: [
        {
          subject: maths,
          score: { about: 62, from: 54, to: 70, outOf: 100 },
          grade: null,
          mocksNeeded: 0,
          answersNeeded: 0,
        },
      ],
      next: null,
    },
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
/** Every choice on the way to a practice of it. */
export const chosen: Partial<FlowChoices> = {
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
