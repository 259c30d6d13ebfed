// The routes of results, inside the student's shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'

export const resultRoutes: RouteObject[] = [
  {
    path: paths.results,
    lazy: () => import('./ResultList').then((m) => ({ Component: m.ResultList })),
  },
  {
    path: paths.practiceResults(':quizId'),
    lazy: () => import('./Result').then((m) => ({ Component: m.PracticeResult })),
  },
  {
    path: paths.practiceResultsView(':quizId'),
    lazy: () => import('./Corrections').then((m) => ({ Component: m.PracticeCorrections })),
  },
  {
    path: paths.theoriesResults(':quizId'),
    lazy: () => import('./Result').then((m) => ({ Component: m.TheoryResult })),
  },
  {
    path: paths.theoriesResultsView(':quizId'),
    lazy: () => import('./Corrections').then((m) => ({ Component: m.TheoryCorrections })),
  },
]
