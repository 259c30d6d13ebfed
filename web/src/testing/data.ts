// Rows for tests, as the server sends them.
import type {
  AdminQuestion,
  Assessment,
  Attempt,
  Correction,
  Exam,
  ExamChoice,
  ExamOffer,
  ExamPage,
  PlanOffer,
  ProgressLink,
  QuestionToLearn,
  Quiz,
  Registration,
  Session,
  SubjectYear,
  TodaySession,
  User,
  UserSubscription,
  VisitorPaper,
} from '@/shared/api/types'
import type { Pack, PackEntry, PackList, PackQuestion } from '@/shared/offline/database'

const at = '2026-03-05T14:30:00.000Z'

export const student: User = {
  _id: 'u1',
  first_name: 'Adaeze',
  last_name: 'Okonkwo',
  email: 'student@sabi.test',
  dob: null,
  gender: 'F',
  mobile_code: '234',
  mobile_number: '8030000000',
  nationality: 'Nigeria',
  role: 'user',
  accountStatus: 'Active',
  isSuperAdmin: false,
  extraTime: 0,
  activatedAt: at,
  version: 0,
  createdAt: at,
}

export const admin: User = { ...student, _id: 'a1', role: 'admin', email: 'admin@sabi.test' }
export const owner: User = { ...admin, _id: 'o1', isSuperAdmin: true, email: 'owner@sabi.test' }
export const moderator: User = { ...student, _id: 'm1', role: 'moderator' }

export function exam(over: Partial<Exam> = {}): Exam {
  return {
    _id: 'jamb',
    title: 'JAMB UTME',
    slug: 'jamb-utme',
    examType: 'objective',
    maximumSubjects: 4,
    yearOfExamination: 10,
    timeHour: 2,
    time: '00',
    examInstructions: '',
    logo: null,
    video_link: null,
    status: true,
    downloadsOff: false,
    maxDownloads: null,
    lateHours: null,
    version: 0,
    createdAt: at,
    ...over,
  }
}

/** No link of the footer is set. */
export const noLinks = {
  ...{ facebook: '', instagram: '', x: '', youtube: '', tiktok: '', whatsapp: '' },
  app: '',
}

export const waec = exam({
  _id: 'waec',
  title: 'WASSCE',
  slug: 'wassce-waec-ssce',
  examType: 'both',
  maximumSubjects: 9,
})

export const subjects = ['Use of English', 'Mathematics', 'Physics'].map((title, i) => ({
  _id: `s${i}`,
  title,
  mandetory: i === 0,
}))

export function subscription(of: Exam, over: Partial<UserSubscription> = {}): UserSubscription {
  return {
    _id: `sub-${of._id}`,
    exam: { _id: of._id, title: of.title, slug: of.slug },
    university: null,
    plan: 'plan',
    planName: 'Gold',
    description: '',
    subscribedAt: at,
    expireAt: at,
    subscriptionType: 'Paid',
    duration: 90,
    price: 5000,
    numOfQuestions: 20,
    status: true,
    ...over,
  }
}

export function registration(of: Exam, over: Partial<Registration> = {}): Registration {
  return {
    _id: `reg-${of._id}`,
    user: student._id,
    student: {
      _id: student._id,
      first_name: student.first_name,
      last_name: student.last_name,
      email: student.email,
    },
    exam: of,
    category: null,
    course: null,
    university: null,
    assessment: null,
    examType: null,
    subjects,
    selectedSubjects: [],
    subjectsProcessed: subjects.map((subject) => subject._id),
    subjectsUpdate: [],
    updateRequest: false,
    examDate: null,
    realScore: null,
    version: 0,
    subscriptionPlan: null,
    changed: null,
    createdAt: at,
    ...over,
  }
}

/** An exam as a student sees it: without a subscription or subjects unless given. */
/** How much an exam has, for tests. */
export const bank = { subjects: 4, years: 3, questions: 480 }

export const examOffer = (of: Exam): ExamOffer => ({ ...of, bank, lowestPrice: 1000 })

export const examChoice = (of: Exam, over: Partial<ExamChoice> = {}): ExamChoice => ({
  ...of,
  bank,
  subscriptions: [],
  registration: null,
  running: [],
  ...over,
})

export const planOffer = (over: Partial<PlanOffer> = {}): PlanOffer => ({
  _id: 'gold',
  examType: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  title: 'Gold',
  planName: 'Gold',
  subscriptionType: 'Paid',
  description: 'Every subject',
  price: 5000,
  duration: 90,
  numOfQuestions: 0,
  university: null,
  standing: 'open',
  bank,
  ...over,
})

export const assessments: Assessment[] = [
  { _id: 'm1', title: 'Study', slug: 'study', logo: null, status: true, version: 0, createdAt: at },
  {
    _id: 'm2',
    title: 'Practice',
    slug: 'practice',
    logo: null,
    status: true,
    version: 0,
    createdAt: at,
  },
  { _id: 'm3', title: 'Mock', slug: 'mock', logo: null, status: true, version: 0, createdAt: at },
]

export function attempt(over: Partial<Attempt> = {}): Attempt {
  return {
    _id: 'at1',
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: 'm2', title: 'Practice', slug: 'practice' },
    examType: 'objective',
    year: 2019,
    state: 'running',
    startedAt: at,
    deadline: null,
    timeDuration: null,
    extraMinutes: 0,
    powerSafe: false,
    ahead: null,
    fromToday: false,
    pausedTime: 0,
    totalQuestions: 40,
    subjects: [{ _id: 's1', title: 'Mathematics' }],
    revision: 0,
    answers: [],
    review: [],
    seen: [],
    revealed: [],
    marked: [],
    savedAt: null,
    serverNow: at,
    quizId: null,
    ...over,
  }
}

export function quiz(over: Partial<Quiz> = {}): Quiz {
  return {
    _id: 'quiz1',
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    assessment: { _id: 'm2', title: 'Practice', slug: 'practice' },
    examType: 'objective',
    year: 2019,
    createdAt: at,
    questionCount: 40,
    unseenCount: 4,
    correctCount: 26,
    wrongCount: 10,
    withdrawnCount: 0,
    time: 3600,
    fromToday: false,
    usedtime: 1800,
    powerSafe: false,
    takenOffline: false,
    pausedTime: 0,
    offline: null,
    subjectId: ['s1'],
    subjects: [{ _id: 's1', title: 'Mathematics' }],
    examResult: null,
    isSubmission: true,
    totalAvgGrade: null,
    theory: null,
    progress: 90,
    accuracy: 65,
    speed: 50,
    score: {
      percent: 65,
      overall: null,
      grade: null,
      outOf400: null,
      colour: null,
      jambScale: null,
    },
    ...over,
  }
}

/** A question with options A to D, of which `key` is right and `chosen` was chosen. */
export function correction(n: number, key: number, chosen: number | null): Correction {
  const options = ['A', 'B', 'C', 'D'].map((letter) => ({
    _id: `q${n}${letter}`,
    option: `Option ${n}${letter}`,
  }))
  return {
    _id: `q${n}`,
    number: n,
    topic: null,
    title: `${n}`,
    passage: null,
    group: null,
    question: `Stem ${n}`,
    logo: null,
    description: `Because ${n}`,
    options,
    resultData: {
      answered: chosen === null ? null : (options[chosen] ?? null),
      correctAnswer: options[key] ?? null,
    },
    withdrawn: false,
    source: { exam: 'JAMB UTME', year: 2019, number: n },
    answeredTimes: 0,
  }
}

/** 2019 of Mathematics in JAMB UTME. */
/** A session of today with something to repeat and something new. */
export const todaySession = (over: Partial<TodaySession> = {}): TodaySession => ({
  due: 14,
  fresh: 6,
  minutes: 9,
  kilobytes: 8,
  daysToExam: 30,
  isDone: false,
  toLearn: 2,
  ...over,
})

/** A question that is missed again and again, with the second option right. */
export function questionToLearn(n: number): QuestionToLearn {
  const { resultData, description, ...question } = correction(n, 1, null)
  return {
    ...question,
    subject: { _id: 's1', title: 'Mathematics' },
    topic: { _id: 't1', title: 'Algebra' },
    correctAnswer: resultData.correctAnswer,
    description,
  }
}

export function subjectYear(over: Partial<SubjectYear> = {}): SubjectYear {
  return {
    _id: 'y19',
    subject: { _id: 's1', title: 'Mathematics' },
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    year: 2019,
    university: [],
    status: true,
    totalQuestionsByYear: 53,
    totalTheoriesByYear: 0,
    version: 0,
    createdAt: at,
    ...over,
  }
}

/** A question of the bank whose key is B. */
export function bankQuestion(n: number, over: Partial<AdminQuestion> = {}): AdminQuestion {
  return {
    _id: `q${n}`,
    title: `Q${n}`,
    question: `<p>Stem <strong>${n}</strong></p><p>Find x.</p>`,
    passageCheck: false,
    passage: null,
    group: null,
    options: ['A', 'B', 'C'].map((letter) => ({ _id: `q${n}${letter}`, option: `Opt ${letter}` })),
    correctAns: `q${n}B`,
    description: `Because ${n}`,
    status: true,
    forVisitors: false,
    heldBack: false,
    withdrawn: false,
    review: 'draft',
    checkedBy: null,
    checkedAt: null,
    sourceBoard: null,
    sourceYear: null,
    sourceNumber: null,
    sourceRights: null,
    logo: null,
    university: [],
    section: { _id: 'x1', title: 'Indices' },
    topic: { _id: 't1', title: 'Algebra' },
    year: { _id: 'y19', title: '2019' },
    subject: { _id: 's1', title: 'Mathematics' },
    version: 0,
    createdAt: at,
    ...over,
  }
}

/** Questions of an exam for visitors; the key of each is B. */
export const visitorPaper = (count: number): VisitorPaper => ({
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  questions: Array.from({ length: count }, (_, i) => ({
    _id: `v${i}`,
    subject: { _id: 's0', title: 'Use of English' },
    year: 2019,
    passage: null,
    question: `<p>Visitors are asked ${i}</p>`,
    logo: null,
    options: ['A', 'B', 'C'].map((letter) => ({ _id: `v${i}${letter}`, option: `Opt ${letter}` })),
    correctAns: `v${i}B`,
    description: `<p>Because of ${i}</p>`,
  })),
})

/** The public page of JAMB UTME. */
export const examPage = (over: Partial<ExamPage> = {}): ExamPage => ({
  ...{ _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme', logo: null, video_link: null },
  ...{ examType: 'objective', maximumSubjects: 4, status: true, bank },
  subjects: [
    { title: 'Biology', years: [2023], questions: 40, theories: 0 },
    { title: 'Use of English', years: [2019, 2023], questions: 1100, theories: 0 },
  ],
  plans: [
    { title: 'Trial', price: 0, duration: 7, numOfQuestions: 10 },
    { title: 'Yearly', price: 5000, duration: 365, numOfQuestions: null },
  ],
  question: visitorPaper(1).questions[0] ?? null,
  testimonials: [],
  ...over,
})

/** An open session, of this browser unless given. */
export const session = (over: Partial<Session> = {}): Session => ({
  _id: 'here',
  beganAt: '2026-03-05T14:30:00.000Z',
  usedAt: '2026-03-06T08:00:00.000Z',
  device: 'Chrome on Android',
  address: '203.0.113.7',
  isCurrent: true,
  ...over,
})

/** A link for a parent, as it is listed. */
export const progressLink = (over: Partial<ProgressLink> = {}): ProgressLink => ({
  _id: 'link1',
  name: 'Mum',
  showForecast: false,
  createdAt: at,
  expiresAt: '2026-06-03T14:30:00.000Z',
  url: null,
  ...over,
})

export const packEntry = (more: Partial<PackEntry> = {}): PackEntry => ({
  _id: 'p2019',
  subject: { _id: 's1', title: 'Mathematics' },
  year: 2019,
  questions: 40,
  bytes: 6_000,
  pictures: 0,
  revision: 1,
  locked: false,
  ...more,
})

export const packList = (more: Partial<PackList> = {}): PackList => ({
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  allowed: true,
  trial: false,
  keepUntil: '2030-01-01T00:00:00.000Z',
  leftToday: null,
  packs: [packEntry(), packEntry({ _id: 'p2018', year: 2018 })],
  due: [],
  mistakes: [],
  ...more,
})

export const packQuestion = (id: string, version = 1): PackQuestion => ({
  _id: id,
  version,
  section: { _id: 'sec1', title: 'Section A' },
  topic: { _id: 't1', title: 'Algebra' },
  passage: null,
  group: null,
  logo: null,
  title: id,
  question: `<p>Stem of ${id}, version ${version}</p>`,
  options: [
    { _id: `${id}-a`, option: '3' },
    { _id: `${id}-b`, option: '4' },
  ],
  correct: `${id}-b`,
  description: '<p>Because.</p>',
})

/** A pack with these questions, each with its version. */
export function pack(
  entry: Pick<PackEntry, '_id' | 'year' | 'revision'>,
  order: [string, number][],
  only: (id: string) => boolean = () => true,
): Pack {
  return {
    _id: entry._id,
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    subject: { _id: 's1', title: 'Mathematics' },
    year: entry.year,
    revision: entry.revision,
    grant: `grant-${entry._id}-${entry.revision}`,
    order,
    questions: order.filter(([id]) => only(id)).map(([id, version]) => packQuestion(id, version)),
  }
}
