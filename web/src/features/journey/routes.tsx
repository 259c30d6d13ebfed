// The routes from the dashboard to the start button, inside the student's shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'

export const journeyRoutes: RouteObject[] = [
  {
    path: paths.dashboard,
    lazy: () => import('./Dashboard').then((m) => ({ Component: m.Dashboard })),
  },
  {
    path: paths.examType,
    lazy: () => import('./ExamTypeStep').then((m) => ({ Component: m.ExamTypeStep })),
  },
  {
    path: paths.modeOfAssessment,
    lazy: () => import('./AssessmentStep').then((m) => ({ Component: m.AssessmentStep })),
  },
  {
    path: paths.registeredSubjects,
    lazy: () => import('./SetupStep').then((m) => ({ Component: m.SetupStep })),
  },
  {
    path: paths.selectSubjectTopic,
    lazy: () => import('./TopicsStep').then((m) => ({ Component: m.TopicsStep })),
  },
  {
    path: paths.instructions,
    lazy: () => import('./Instructions').then((m) => ({ Component: m.Instructions })),
  },
  {
    path: paths.startExam,
    lazy: () => import('./StartTest').then((m) => ({ Component: m.StartExam })),
  },
  {
    path: paths.startMock(':examId'),
    lazy: () => import('./StartTest').then((m) => ({ Component: m.StartMock })),
  },
  {
    path: paths.calculator,
    lazy: () => import('./CalculatorPage').then((m) => ({ Component: m.CalculatorPage })),
  },
]
