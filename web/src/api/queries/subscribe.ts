// Taking a plan: paying for it, and subscribing.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { SubscribePlan, UserSubscription } from '../types'
import { changeExam } from './enrolment'

/** A plan, and where it is taken. */
export interface PlanAsk {
  examId: string
  /** For POST UTME alone. */
  universityId: string | null
  /** The plan. */
  subscriptionId: string
}

/** Begins a payment: its reference, what it costs, and the page to pay on. */
export const initializePayment = (body: PlanAsk) =>
  ok(api.POST('/api/v1/payments/initialize', { body })).then(({ data }) => data)

/** Subscribes to a plan: one that costs nothing, or by a payment that the gateway confirms. */
export function subscribePlan({ examId, universityId, subscriptionId }: PlanAsk, paid?: string) {
  const ask = { examId, universityId, subscriptionId }
  // The document gives each field a default, which its type takes for one that is needed.
  const body = {
    ...ask,
    paymentData: paid ? { refrenceId: paid, trxref: paid } : {},
  } as SubscribePlan
  return ok(api.POST('/api/v1/subscribe-plan', { body })).then((answer) => answer.userSubscription)
}

/** The payments that may still be paid, the newest first. */
export const openPaymentsQuery = queryOptions({
  queryKey: ['open-payments'],
  queryFn: () => ok(api.GET('/api/v1/payments/open')).then(({ data }) => data),
})

/** Asks the gateway at once what became of a payment, and takes what it gave. */
export const checkPayment = (reference: string) =>
  ok(api.POST('/api/v1/payments/{reference}/check', { params: { path: { reference } } })).then(
    ({ data }) => data,
  )

/** Takes a new subscription in, so that the next screen knows of it at once. */
export function holdSubscription(client: QueryClient, held: UserSubscription): void {
  const isSame = (one: UserSubscription) => one._id === held._id
  changeExam(client, held.exam._id, (exam) => ({
    ...exam,
    subscriptions: [held, ...exam.subscriptions.filter((one) => !isSame(one))],
  }))
  for (const key of ['exam-choices', 'subscriptions', 'plans', 'open-payments']) {
    void client.invalidateQueries({ queryKey: [key] })
  }
}
