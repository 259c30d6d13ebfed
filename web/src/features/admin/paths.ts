// The addresses of the back office's special screens. Students never load them.
import { seg } from '@/shared/paths'

export const adminPaths = {
  /** The user's own account; mails from the server link here too. */
  account: '/admin/account',
  homeSetting: '/admin/home-setting',
  questionSubjects: '/admin/question-subjects',
  questionSubjectAdd: '/admin/question-subjects/add',
  subjectYears: (subjectId: string) => `/admin/subject-years/${seg(subjectId)}`,
  /** The query value leads back to the years of the subject. */
  subjectYearEdit: (examId: string, yearId: string, subjectId?: string) =>
    `/admin/subject-years/edit/${seg(examId)}/${seg(yearId)}${subjectId === undefined ? '' : `?subId=${seg(subjectId)}`}`,
  topicSections: (subjectId: string, yearId: string) =>
    `/admin/topicsection/${seg(subjectId)}/${seg(yearId)}`,
  /** The sections of a topic, independent of the year. */
  sections: (topicId: string) => `/admin/topic-sections/${seg(topicId)}`,
  sectionAdd: (topicId: string) => `/admin/topic-sections/${seg(topicId)}/add`,
  sectionEdit: (sectionId: string) => `/admin/topic-sections/edit/${seg(sectionId)}`,
  /** `all` means any section or topic. */
  questions: (sectionId: string, subjectId: string, yearId: string, topicId: string) =>
    `/admin/questions/${seg(sectionId)}/${seg(subjectId)}/${seg(yearId)}/${seg(topicId)}`,
  questionAdd: (subjectId: string, yearId: string, sectionId: string, topicId: string) =>
    `/admin/questions/add/${seg(subjectId)}/${seg(yearId)}/${seg(sectionId)}/${seg(topicId)}`,
  questionEdit: (subjectId: string, yearId: string, id: string, topicId: string) =>
    `/admin/questions/edit/${seg(subjectId)}/${seg(yearId)}/${seg(id)}/${seg(topicId)}`,
  /** A question anywhere in the bank; redirects to its edit form. */
  question: (id: string) => `/admin/questions/${seg(id)}`,
  questionStatistics: '/admin/question-statistics',
  /** `all` means any section. */
  theories: (sectionId: string, subjectId: string, yearId: string) =>
    `/admin/theories/${seg(sectionId)}/${seg(subjectId)}/${seg(yearId)}`,
  theoryAdd: (subjectId: string, yearId: string, sectionId: string) =>
    `/admin/theories/${seg(subjectId)}/${seg(yearId)}/${seg(sectionId)}/add`,
  theoryEdit: (subjectId: string, yearId: string, id: string) =>
    `/admin/theories/edit/${seg(subjectId)}/${seg(yearId)}/${seg(id)}`,
  userTheories: '/admin/user-theories-exam',
  userTheory: (quizId: string) => `/admin/user-theories-exam/${seg(quizId)}`,
  reports: '/admin/reports',
  /** Everything about a student; for other people it leads to their form. */
  student: (id: string) => `/admin/students/${seg(id)}`,
  studentSubscriptions: '/admin/student-subscriptions',
  registeredSubjects: '/admin/student-registered-subjects',
  registeredSubjectsUpdate: (userId: string, examId: string) =>
    `/admin/student-registered-subjects/update?user=${encodeURIComponent(userId)}&exam=${encodeURIComponent(examId)}`,
  contactUs: '/admin/contactus',
  contactMessage: (id: string) => `/admin/contactus/detail/${seg(id)}`,
  newsletter: '/admin/subscribenewsletter',
  mails: '/admin/mails',
  payments: '/admin/payments',
  payment: (reference: string) => `/admin/payments/${seg(reference)}`,
  audit: '/admin/audit',
  import: '/admin/questions/import',
  questionsImport: (sectionId: string, subjectId: string, yearId: string, topicId: string) =>
    `/admin/questions/import/${seg(sectionId)}/${seg(subjectId)}/${seg(yearId)}/${seg(topicId)}`,
  /** The export of a year of a subject. */
  bankExport: (subjectId: string, yearId: string) =>
    `/admin/bank/export/${seg(subjectId)}/${seg(yearId)}`,
  /** Questions that an editor should look at, one after the other. */
  needsLook: '/admin/needs-a-look',
  bankCheck: '/admin/bank/check',
  bankStats: '/admin/bank/stats',
} as const

/** The states of payments that need attention, as a filter value. */
export const unsettled = 'mismatched,disputed'
