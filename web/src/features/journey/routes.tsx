// The routes from the dashboard to the start button, inside the student's shell.
import type { RouteObject } from 'react-router'
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import {
  assessmentsQuery,
  examChoicesQuery,
  instructionQuery,
  topicsQuery,
} from '@/shared/api/queries/enrolment'
import { useFlow } from '@/shared/flow/useFlow'
import { lazyScreen, prefetch } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'
import { prefetchRecent } from './prefetch'

const exams = prefetch({ early: () => [examChoicesQuery] })

export const journeyRoutes: RouteObject[] = [
  {
    path: paths.dashboard,
    loader: prefetch({
      // The modes are asked for with the rest: the next step waits for nothing else.
      early: () => [examChoicesQuery, runningAttemptsQuery, assessmentsQuery],
      own: ({ user }) => {
        prefetchRecent(user)
        return []
      },
    }),
    ...lazyScreen(() => import('./Dashboard').then((m) => m.Dashboard)),
  },
  {
    path: paths.exams,
    loader: exams,
    ...lazyScreen(() => import('./ExamChoice').then((m) => m.Exams)),
  },
  {
    path: paths.practise,
    loader: prefetch({ early: () => [examChoicesQuery, assessmentsQuery] }),
    ...lazyScreen(() => import('./Practise').then((m) => m.Practise)),
  },
  {
    path: paths.examType,
    loader: exams,
    ...lazyScreen(() => import('./ExamTypeStep').then((m) => m.ExamTypeStep)),
  },
  {
    path: paths.modeOfAssessment,
    loader: prefetch({ early: () => [assessmentsQuery, examChoicesQuery] }),
    ...lazyScreen(() => import('./AssessmentStep').then((m) => m.AssessmentStep)),
  },
  {
    path: paths.registeredSubjects,
    loader: exams,
    ...lazyScreen(() => import('./AssessmentStep').then((m) => m.SetupStep)),
  },
  {
    path: paths.selectSubjectTopic,
    loader: prefetch({
      early: () => (useFlow.getState().RegSubjects ?? []).map(({ id }) => topicsQuery(id)),
    }),
    ...lazyScreen(() => import('./StartTest').then((m) => m.TopicsStep)),
  },
  {
    path: paths.instructions,
    loader: prefetch({
      early: () => {
        const { examId } = useFlow.getState()
        return examId === undefined ? [] : [instructionQuery(examId)]
      },
    }),
    ...lazyScreen(() => import('./Instructions').then((m) => m.Instructions)),
  },
  {
    path: paths.startExam,
    ...lazyScreen(() => import('./StartTest').then((m) => m.StartExam)),
  },
  {
    path: paths.startMock(':examId'),
    loader: exams,
    ...lazyScreen(() => import('./StartTest').then((m) => m.StartMock)),
  },
  {
    path: paths.calculator,
    ...lazyScreen(() => import('./CalculatorPage').then((m) => m.CalculatorPage)),
  },
]
