// The routes from the dashboard to the start button, inside the student's shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

export const journeyRoutes: RouteObject[] = [
  {
    path: paths.dashboard,
    ...lazyScreen(() => import('./Dashboard').then((m) => m.Dashboard)),
  },
  {
    path: paths.examType,
    ...lazyScreen(() => import('./ExamTypeStep').then((m) => m.ExamTypeStep)),
  },
  {
    path: paths.modeOfAssessment,
    ...lazyScreen(() => import('./AssessmentStep').then((m) => m.AssessmentStep)),
  },
  {
    path: paths.registeredSubjects,
    ...lazyScreen(() => import('./SetupStep').then((m) => m.SetupStep)),
  },
  {
    path: paths.selectSubjectTopic,
    ...lazyScreen(() => import('./TopicsStep').then((m) => m.TopicsStep)),
  },
  {
    path: paths.instructions,
    ...lazyScreen(() => import('./Instructions').then((m) => m.Instructions)),
  },
  {
    path: paths.startExam,
    ...lazyScreen(() => import('./StartTest').then((m) => m.StartExam)),
  },
  {
    path: paths.startMock(':examId'),
    ...lazyScreen(() => import('./StartTest').then((m) => m.StartMock)),
  },
  {
    path: paths.calculator,
    ...lazyScreen(() => import('./CalculatorPage').then((m) => m.CalculatorPage)),
  },
]
