// Paying for a plan, and subscribing to it.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { SubscribePlan, UserSubscription } from '../types'
import { changeExam } from './enrolment'

/** A plan with its exam and university. */
export interface PlanRequest {
  examId: string
  /** Only for POST UTME. */
  universityId: string | null
  /** The plan's id. */
  subscriptionId: string
}

/** Starts a payment; returns its reference, its amount, and the payment page. */
export const initializePayment = (body: PlanRequest) =>
  ok(api.POST('/api/v1/payments/initialize', { body })).then(({ data }) => data)

/** Subscribes to a plan: a free one, or with a payment that the gateway confirms. */
export function subscribePlan(
  { examId, universityId, subscriptionId }: PlanRequest,
  paid?: string,
) {
  const ask = { examId, universityId, subscriptionId }
  // The API document gives each field a default, which makes it required in the generated type.
  const body = {
    ...ask,
    paymentData: paid ? { refrenceId: paid, trxref: paid } : {},
  } as SubscribePlan
  return ok(api.POST('/api/v1/subscribe-plan', { body })).then((answer) => answer.userSubscription)
}

/** The payments that may still be paid, newest first. */
export const openPaymentsQuery = queryOptions({
  queryKey: ['open-payments'],
  queryFn: () => ok(api.GET('/api/v1/payments/open')).then(({ data }) => data),
})

/** Checks a payment with the gateway now, and applies the outcome. */
export const checkPayment = (reference: string) =>
  ok(api.POST('/api/v1/payments/{reference}/check', { params: { path: { reference } } })).then(
    ({ data }) => data,
  )

/** Adds a new subscription to the cache, so that the next screen shows it immediately. */
export function cacheSubscription(client: QueryClient, subscription: UserSubscription): void {
  const isSame = (one: UserSubscription) => one._id === subscription._id
  changeExam(client, subscription.exam._id, (exam) => ({
    ...exam,
    subscriptions: [subscription, ...exam.subscriptions.filter((one) => !isSame(one))],
  }))
  for (const key of ['exam-choices', 'subscriptions', 'plans', 'open-payments']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}
