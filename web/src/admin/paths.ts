// The addresses of the back office that no declaration spells. Students never load them.
import { seg } from '@/paths'

export const adminPaths = {
  homeSetting: '/admin/home-setting',
  questionSubjects: '/admin/question-subjects',
  subjectYears: (subjectId: string) => `/admin/subject-years/${seg(subjectId)}`,
  topicSections: (subjectId: string, yearId: string) =>
    `/admin/topicsection/${seg(subjectId)}/${seg(yearId)}`,
  /** `all` stands for any section or topic. */
  questions: (sectionId: string, subjectId: string, yearId: string, topicId: string) =>
    `/admin/questions/${seg(sectionId)}/${seg(subjectId)}/${seg(yearId)}/${seg(topicId)}`,
  questionAdd: (subjectId: string, yearId: string, sectionId: string, topicId: string) =>
    `/admin/questions/add/${seg(subjectId)}/${seg(yearId)}/${seg(sectionId)}/${seg(topicId)}`,
  questionEdit: (subjectId: string, yearId: string, id: string, topicId: string) =>
    `/admin/questions/edit/${seg(subjectId)}/${seg(yearId)}/${seg(id)}/${seg(topicId)}`,
  /** `all` stands for any section. */
  theories: (sectionId: string, subjectId: string, yearId: string) =>
    `/admin/theories/${seg(sectionId)}/${seg(subjectId)}/${seg(yearId)}`,
  theoryAdd: (subjectId: string, yearId: string, sectionId: string) =>
    `/admin/theories/${seg(subjectId)}/${seg(yearId)}/${seg(sectionId)}/add`,
  theoryEdit: (subjectId: string, yearId: string, id: string) =>
    `/admin/theories/edit/${seg(subjectId)}/${seg(yearId)}/${seg(id)}`,
  userTheories: '/admin/user-theories-exam',
  reports: '/admin/reports',
  registeredSubjects: '/admin/student-registered-subjects',
  contactUs: '/admin/contactus',
  payments: '/admin/payments',
  audit: '/admin/audit',
  import: '/admin/questions/import',
  questionsImport: (sectionId: string, subjectId: string, yearId: string, topicId: string) =>
    `/admin/questions/import/${seg(sectionId)}/${seg(subjectId)}/${seg(yearId)}/${seg(topicId)}`,
} as const
