// The routes of plans, payments and subscriptions, inside the student's shell.
import type { RouteObject } from 'react-router'
import { examChoicesQuery, plansQuery, subscriptionPageQuery } from '@/shared/api/queries/enrolment'
import { useFlow } from '@/shared/flow/useFlow'
import { lazyScreen, prefetch } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'
import { pageOf, paymentOf } from './listParams'

const plans = prefetch({
  early: ({ request }) => {
    // The return from the payment page shows no plans.
    if (paymentOf(new URL(request.url).searchParams)) return []
    const { examId, universityId } = useFlow.getState()
    const known = examId === undefined ? [] : [plansQuery(examId, universityId ?? null)]
    return [examChoicesQuery, ...known]
  },
})

export const planRoutes: RouteObject[] = [
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
]
