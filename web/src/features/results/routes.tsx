// The routes of results, inside the student's shell.
import type { RouteObject } from 'react-router'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'

export const resultRoutes: RouteObject[] = [
  {
    path: paths.results,
    ...lazyScreen(() => import('./ResultList').then((m) => m.ResultList)),
  },
  {
    path: paths.practiceResults(':quizId'),
    ...lazyScreen(() => import('./Result').then((m) => m.PracticeResult)),
  },
  {
    path: paths.practiceResultsView(':quizId'),
    ...lazyScreen(() => import('./Corrections').then((m) => m.PracticeCorrections)),
  },
  {
    path: paths.theoriesResults(':quizId'),
    ...lazyScreen(() => import('./Result').then((m) => m.TheoryResult)),
  },
  {
    path: paths.theoriesResultsView(':quizId'),
    ...lazyScreen(() => import('./Corrections').then((m) => m.TheoryCorrections)),
  },
]
