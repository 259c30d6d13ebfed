// All addresses of the web app, except those of the back office (admin/paths.ts). The functions
// build addresses and, given `:name`, the patterns of the route table.

/** One segment of a path, encoded. */
export const seg = (value: string) => (value.startsWith(':') ? value : encodeURIComponent(value))
const attempt = (path: string, id?: string) =>
  id === undefined ? path : `${path}?attempt=${encodeURIComponent(id)}`

export const paths = {
  home: '/',
  news: '/news',
  newsDetail: (id: string) => `/news/${seg(id)}`,
  faqs: '/faqs',
  /** The public page of an exam. */
  exam: (slug: string) => `/exams/${seg(slug)}`,
  /** Five questions of an exam without an account. */
  tryExam: (slug: string) => `/try/${seg(slug)}`,
  contactUs: '/contact-us',
  /** A page that administrators write, by its `page_url`. */
  page: (slug: string) => `/pages/${seg(slug)}`,

  login: '/login',
  adminLogin: '/admin/login',
  register: '/register',
  activateAccount: (id: string) => `/activate-account/${seg(id)}`,
  forgotPassword: '/forgot-password',
  adminForgotPassword: '/admin/forgot-password',
  resetPassword: (token: string) => `/password/reset/${seg(token)}`,
  adminResetPassword: (token: string) => `/admin/reset-password/${seg(token)}`,

  profile: '/profile',
  profileEdit: '/profile/edit',
  accountSetting: '/account-setting',

  dashboard: '/dashboard',
  exams: '/exams',
  /** The one start screen. */
  practise: '/practise',
  practiseExam: (slug: string) => `/practise?${new URLSearchParams({ exam: slug })}`,
  /** The questions on this device, for practice without internet. */
  offline: '/offline',
  university: '/university',
  subscription: '/subscription',
  /** The return address of the payment page; the server uses the same. */
  paymentReturn: (reference: string) => `/subscription?reference=${seg(reference)}`,
  subscriptionPlans: '/subscription-plans',
  mySubscriptions: '/my-subscriptions',
  categories: '/categories',
  categoryCourses: '/category-courses',
  courseSubjects: '/course-subjects',
  savedSubjects: '/saved-subjects',
  savedSubjectsUpdate: '/saved-subjects-update',
  savedExams: '/saved-exams',
  examType: '/exam-type',
  modeOfAssessment: '/mode-of-assessment',
  registeredSubjects: '/registered-subjects',
  selectSubjectTopic: '/select-subject-topic',
  instructions: '/instructions',
  startExam: '/start-exam',
  startMock: (examId: string) => `/start-mock/${seg(examId)}`,
  calculator: '/calculator',
  /** Five easy questions in the test window, before a first mock. */
  warmUp: '/warm-up',

  // The test window. Each takes the attempt as a query parameter.
  objectiveQuestions: (id?: string) => attempt('/objective-questions', id),
  theoriesQuestions: (id?: string) => attempt('/theories-questions', id),
  listQuestions: (id?: string) => attempt('/list-questions', id),
  mockExam: (examId: string, id?: string) => attempt(`/mock-exam/${seg(examId)}`, id),
  objectiveExam: (examId: string, id?: string) => attempt(`/objective-exam/${seg(examId)}`, id),
  theoriesExam: (examId: string, id?: string) => attempt(`/theories-exam/${seg(examId)}`, id),

  results: '/results',
  practiceResults: (quizId: string) => `/practice-results/${seg(quizId)}`,
  practiceResultsView: (quizId: string, assessmentTitle?: string) =>
    corrections('/practice-results-view', quizId, assessmentTitle),
  theoriesGrade: (quizId: string) => `/theories-grade/${seg(quizId)}`,
  theoriesResults: (quizId: string) => `/theories-results/${seg(quizId)}`,
  theoriesResultsView: (quizId: string, assessmentTitle?: string) =>
    corrections('/theories-results-view', quizId, assessmentTitle),
  mockScore: '/mock-score',
  /** The questions of an exam that the student keeps missing. */
  toLearn: (examId: string) => `/to-learn/${seg(examId)}`,
  myReports: '/my-reports',

  admin: '/admin',
} as const

/** The name of practice without internet, on every link that leads to it. */
export const offlinePractice = 'Practise without internet'

function corrections(path: string, quizId: string, assessmentTitle?: string): string {
  const query = assessmentTitle === undefined ? '' : `?${new URLSearchParams({ assessmentTitle })}`
  return `${path}/${seg(quizId)}${query}`
}

/** Whether the address belongs to the back office (spec 1 §2, route guard). */
export const isAdminPath = (pathname: string) =>
  pathname === paths.admin || pathname.startsWith(`${paths.admin}/`)

/**
 * The address of an attempt's test window: one of four kinds (spec 2 §2.12). Without an id, the
 * address for a new one.
 */
export function testWindowPath(attempt: {
  _id?: string
  exam: { _id: string }
  assessment: { slug: string }
  examType: string
}): string {
  const { _id, exam, assessment, examType } = attempt
  if (assessment.slug === 'mock') {
    return examType === 'theory' ? paths.theoriesExam(exam._id, _id) : paths.mockExam(exam._id, _id)
  }
  return examType === 'theory' ? paths.theoriesQuestions(_id) : paths.objectiveQuestions(_id)
}
