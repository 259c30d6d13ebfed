// The routes of results, inside the student's shell.
import type { RouteObject } from 'react-router'
import {
  correctionsQuery,
  mockAnalyticsQuery,
  resultQuery,
  resultsQuery,
  toLearnQuery,
} from '@/shared/api/queries/results'
import { lazyScreen, prefetch } from '@/shared/lazy/lazyScreen'
import { isOfDevice } from '@/shared/offline/inUse'
import { paths } from '@/shared/paths'
import { listParamsOf } from './listParams'

const summary = prefetch({
  // The result of a test of this device is not asked of the server.
  early: ({ params: { quizId = '' } }) => (isOfDevice(quizId) ? [] : [resultQuery(quizId)]),
})
const answers = prefetch({
  early: ({ params }) => [correctionsQuery(params.quizId ?? '')],
})

export const resultRoutes: RouteObject[] = [
  {
    path: paths.results,
    loader: prefetch({
      own: ({ user, request }) => {
        const { page, limit, sort } = listParamsOf(new URL(request.url).searchParams)
        return [resultsQuery(user, page, limit, sort)]
      },
    }),
    ...lazyScreen(() => import('./ResultList').then((m) => m.ResultList)),
  },
  {
    path: paths.practiceResults(':quizId'),
    loader: summary,
    ...lazyScreen(() => import('./Result').then((m) => m.PracticeSummary)),
  },
  {
    path: paths.practiceResultsView(':quizId'),
    loader: summary,
    ...lazyScreen(() => import('./Corrections').then((m) => m.PracticeCorrections)),
  },
  {
    path: paths.theoriesGrade(':quizId'),
    loader: answers,
    ...lazyScreen(() => import('./grade/Grade').then((m) => m.Grade)),
  },
  {
    path: paths.theoriesResults(':quizId'),
    loader: summary,
    ...lazyScreen(() => import('./Result').then((m) => m.TheorySummary)),
  },
  {
    path: paths.theoriesResultsView(':quizId'),
    loader: summary,
    ...lazyScreen(() => import('./Corrections').then((m) => m.TheoryCorrections)),
  },
  {
    path: paths.mockScore,
    loader: prefetch({ own: ({ user }) => [mockAnalyticsQuery(user)] }),
    ...lazyScreen(() => import('./mocks/MockScore').then((m) => m.MockScore)),
  },
  {
    path: paths.toLearn(':examId'),
    loader: prefetch({ early: ({ params }) => [toLearnQuery(params.examId ?? '')] }),
    ...lazyScreen(() => import('./ToLearn').then((m) => m.ToLearn)),
  },
  {
    path: paths.myReports,
    ...lazyScreen(() => import('./reports/MyReports').then((m) => m.MyReports)),
  },
]
