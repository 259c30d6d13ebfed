// The routes from an exam's university and plan to registered subjects, inside the student's
// shell.
import type { RouteObject } from 'react-router'
import {
  categoriesQuery,
  coursesQuery,
  examChoicesQuery,
  plansQuery,
  subscriptionPageQuery,
  universitiesQuery,
} from '@/api/queries/enrolment'
import { paths } from '@/paths'
import { lazyScreen } from '@/shell/lazyScreen'
import { prefetch } from '@/shell/prefetch'
import { useFlow } from '@/stores/flow'
import { pageOf } from './asked'

const exams = prefetch({ any: () => [examChoicesQuery] })
const plans = prefetch({
  any: ({ request }) => {
    // The return from the gateway's page shows none.
    if (new URL(request.url).searchParams.has('reference')) return []
    const { examId, universityId } = useFlow.getState()
    const known = examId === undefined ? [] : [plansQuery(examId, universityId ?? null)]
    return [examChoicesQuery, ...known]
  },
})

export const enrolmentRoutes: RouteObject[] = [
  {
    path: paths.university,
    loader: prefetch({ any: () => [examChoicesQuery, universitiesQuery] }),
    ...lazyScreen(() => import('./UniversityStep').then((m) => m.UniversityStep)),
  },
  {
    path: paths.subscription,
    loader: plans,
    ...lazyScreen(() => import('./PlanStep').then((m) => m.PlanStep)),
  },
  {
    path: paths.subscriptionPlans,
    loader: plans,
    ...lazyScreen(() => import('./PlanStep').then((m) => m.SubscriptionPlans)),
  },
  {
    path: paths.mySubscriptions,
    loader: prefetch({
      own: ({ user, request }) => [
        subscriptionPageQuery(user, pageOf(new URL(request.url).searchParams)),
      ],
    }),
    ...lazyScreen(() => import('./MySubscriptions').then((m) => m.MySubscriptions)),
  },
  {
    path: paths.categories,
    loader: prefetch({ any: () => [examChoicesQuery, categoriesQuery] }),
    ...lazyScreen(() => import('./CategoryStep').then((m) => m.CategoryStep)),
  },
  {
    path: paths.categoryCourses,
    loader: prefetch({
      any: () => {
        const { categoryId } = useFlow.getState()
        return [examChoicesQuery, ...(categoryId === undefined ? [] : [coursesQuery(categoryId)])]
      },
    }),
    ...lazyScreen(() => import('./CourseStep').then((m) => m.CourseStep)),
  },
  {
    path: paths.courseSubjects,
    loader: exams,
    ...lazyScreen(() => import('./CourseSubjects').then((m) => m.CourseSubjects)),
  },
  {
    path: paths.savedSubjects,
    loader: exams,
    ...lazyScreen(() => import('./SavedSubjects').then((m) => m.SavedSubjects)),
  },
  {
    path: paths.savedSubjectsUpdate,
    loader: exams,
    ...lazyScreen(() => import('./SavedSubjectsUpdate').then((m) => m.SavedSubjectsUpdate)),
  },
  {
    path: paths.savedExams,
    loader: exams,
    ...lazyScreen(() => import('./SavedExams').then((m) => m.SavedExams)),
  },
]
