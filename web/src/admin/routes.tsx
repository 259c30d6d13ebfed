// The routes of the back-office, inside its shell and behind the guard.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

export const adminRoutes: RouteObject[] = [
  {
    ...lazyScreen(() => import('./AdminFrame').then((m) => m.AdminFrame)),
    children: [
      {
        path: paths.admin,
        ...lazyScreen(() => import('./Start').then((m) => m.Start)),
      },
      {
        path: paths.adminQuestionSubjects,
        ...lazyScreen(() => import('./bank/QuestionSubjects').then((m) => m.QuestionSubjects)),
      },
      {
        path: paths.adminSubjectYears(':subjectId'),
        ...lazyScreen(() => import('./bank/SubjectYears').then((m) => m.SubjectYears)),
      },
      {
        path: paths.adminTopicSections(':subjectId', ':yearId'),
        ...lazyScreen(() => import('./bank/TopicSections').then((m) => m.TopicSections)),
      },
      {
        path: paths.adminQuestions(':sectionId', ':subjectId', ':yearId', ':topicId'),
        ...lazyScreen(() => import('./bank/Questions').then((m) => m.Questions)),
      },
      {
        path: paths.adminQuestionAdd(':subjectId', ':yearId', ':sectionId', ':topicId'),
        ...lazyScreen(() => import('./bankForms/AddQuestions').then((m) => m.AddQuestions)),
      },
      {
        path: paths.adminQuestionEdit(':subjectId', ':yearId', ':id', ':topicId'),
        ...lazyScreen(() => import('./bankForms/EditQuestion').then((m) => m.EditQuestion)),
      },
      {
        path: paths.adminTheories(':sectionId', ':subjectId', ':yearId'),
        ...lazyScreen(() => import('./bank/Theories').then((m) => m.Theories)),
      },
      {
        path: paths.adminTheoryAdd(':subjectId', ':yearId', ':sectionId'),
        ...lazyScreen(() => import('./bankForms/TheoryForms').then((m) => m.AddTheory)),
      },
      {
        path: paths.adminTheoryEdit(':subjectId', ':yearId', ':id'),
        ...lazyScreen(() => import('./bankForms/TheoryForms').then((m) => m.EditTheory)),
      },
      {
        path: paths.adminImport,
        ...lazyScreen(() => import('./import/ImportAnywhere').then((m) => m.ImportAnywhere)),
      },
      {
        path: paths.adminQuestionsImport(':sectionId', ':subjectId', ':yearId', ':topicId'),
        ...lazyScreen(() => import('./import/ImportHere').then((m) => m.ImportHere)),
      },
      {
        // Which addresses these are, the declarations say; students never load them.
        path: `${paths.admin}/*`,
        ...lazyScreen(() => import('./resource/ResourceArea').then((m) => m.ResourceArea)),
      },
    ],
  },
]
