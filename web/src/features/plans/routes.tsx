// The routes of plans, payments and subscriptions, inside the student's shell.
import type { RouteObject } from 'react-router'
import { examChoicesQuery, plansQuery, subscriptionPageQuery } from '@/shared/api/queries/enrolment'
import { useFlow } from '@/shared/flow/useFlow'
import { lazyScreen } from '@/shared/lazy/lazyScreen'
import { prefetch } from '@/shared/lazy/prefetch'
import { paths } from '@/shared/paths'
import { natural, usualSize } from '@/shared/ui/paging'

const plans = prefetch({
  any: ({ request }) => {
    // The return from the payment page shows no plans.
    if (new URL(request.url).searchParams.has('reference')) return []
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

/** The list parameters of subscriptions in the address (spec 2 §2.5). */
export const pageSizes = [10, 20, 30, 50]
const fields = ['exam', 'planName', 'description', 'subscribedAt', 'expireAt']

export function pageOf(params: URLSearchParams) {
  const sort = params.get('sort') ?? ''
  return {
    page: natural(params.get('page'), 1),
    limit: Math.min(natural(params.get('limit'), usualSize), 100),
    sort: fields.includes(sort.replace(/^-/, '')) ? sort : 'subscribedAt',
    q: params.get('q') ?? '',
  }
}
