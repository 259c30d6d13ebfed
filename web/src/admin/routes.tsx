// The routes of the back-office, inside its shell and behind the guard.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'

export const adminRoutes: RouteObject[] = [
  {
    lazy: () => import('./AdminFrame').then((m) => ({ Component: m.AdminFrame })),
    children: [
      {
        path: paths.admin,
        lazy: () => import('./Start').then((m) => ({ Component: m.Start })),
      },
      {
        path: paths.adminQuestionSubjects,
        lazy: () =>
          import('./bank/QuestionSubjects').then((m) => ({ Component: m.QuestionSubjects })),
      },
      {
        path: paths.adminSubjectYears(':subjectId'),
        lazy: () => import('./bank/SubjectYears').then((m) => ({ Component: m.SubjectYears })),
      },
      {
        path: paths.adminTopicSections(':subjectId', ':yearId'),
        lazy: () => import('./bank/TopicSections').then((m) => ({ Component: m.TopicSections })),
      },
      {
        path: paths.adminQuestions(':sectionId', ':subjectId', ':yearId', ':topicId'),
        lazy: () => import('./bank/Questions').then((m) => ({ Component: m.Questions })),
      },
      {
        path: paths.adminImport,
        lazy: () =>
          import('./import/ImportAnywhere').then((m) => ({ Component: m.ImportAnywhere })),
      },
      {
        path: paths.adminQuestionsImport(':sectionId', ':subjectId', ':yearId', ':topicId'),
        lazy: () => import('./import/ImportHere').then((m) => ({ Component: m.ImportHere })),
      },
    ],
  },
]
