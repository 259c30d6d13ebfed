// Taking a plan: immediately if it is free, otherwise with a payment on the gateway's page or in
// its window.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import {
  cacheSubscription,
  initializePayment,
  type PlanRequest,
  subscribePlan,
} from '@/shared/api/queries/subscribe'
import type { PaymentStarted, PlanOffer, UserSubscription } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { afterSubscription, takeUp, takeUpNamed } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { delay, PAYMENT_PAGE } from '@/shared/timeouts'
import { notify } from '@/shared/ui/notify'
import { plansTexts } from './messages'
import { leaveTo, onReturn } from './payment/leave'
import { isWindowLetIn, payInWindow } from './payment/paystack'

/** The exam of a plan and, for POST UTME, the university. */
interface ExamPlace {
  examId: string
  universityId: string | null
}

/** Kobo. */
const inKobo = ({ price }: PlanOffer) => price * 100

export function usePlan({ examId, universityId }: ExamPlace, origin: Origin) {
  const user = useUserId() ?? ''
  const navigate = useNavigate()
  const subscribed = useSubscribed()

  const pay = useMutationOnce({
    mutationFn: async (payment: PaymentStarted) => {
      const { reference, gateway, url } = payment
      const begun = begunPayment(reference, user)
      if (gateway === 'paystack' && begun && !isWindowLetIn()) {
        // A new document allows the window, and the return shows it there.
        rememberPayment({ ...begun, window: url })
        leaveTo(paths.paymentReturn(reference))
      } else {
        if (gateway === 'paystack' && (await payInWindow(url)) === 'done') {
          navigate(paths.paymentReturn(reference))
          return
        }
        leaveTo(url)
      }
      // Until the page is unloaded, nothing can be pressed again.
      await delay(PAYMENT_PAGE)
    },
  })
  const take = useMutationOnce({
    mutationFn: async (plan: PlanOffer) => {
      const ask = { examId, universityId, subscriptionId: plan._id }
      if (plan.price === 0) {
        const held = await subscribePlan(ask)
        return { held, payment: null, plan }
      }
      const payment = await initializePayment(ask)
      const { reference, gateway } = payment
      rememberPayment({ ...ask, reference, user, gateway, origin })
      return { held: null, payment, plan }
    },
    onSuccess: ({ held, payment, plan }) => {
      if (held) return subscribed(held, origin)
      // A changed price must be confirmed first.
      if (payment && payment.amount === inKobo(plan)) pay.mutate(payment)
    },
  })
  const { reset } = pay
  const { reset: forget } = take
  useEffect(
    () =>
      onReturn(() => {
        reset()
        forget()
      }),
    [reset, forget],
  )

  const begun = take.data
  const isDearer = begun?.payment && begun.payment.amount !== inKobo(begun.plan)
  return {
    take: take.mutate,
    error: take.error,
    /** Forgets the outcome of the last attempt. */
    reset: take.reset,
    busy: take.isPending || pay.isPending,
    /** Whether the browser is leaving for the gateway. */
    leaving: pay.isPending,
    /** A payment whose amount differs from the shown price. */
    changed: isDearer ? begun.payment : null,
    pay: pay.mutate,
  }
}

/** After a new subscription: updates the cache, and the student continues. */
export function useSubscribed() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (subscription: UserSubscription, origin: Origin) => {
    cacheSubscription(client, subscription)
    notify.success(plansTexts.subscribedToast)
    // The number of questions was limited by the previous plan, not chosen by the student.
    useFlow.getState().forget('questionCount')
    if (origin === 'plans') return navigate(paths.mySubscriptions, { replace: true })
    const exams = await client.ensureQueryData(examChoicesQuery).catch(() => [])
    const exam = exams.find(({ _id }) => _id === subscription.exam._id)
    if (exam) takeUp(exam, subscription.university?._id ?? null)
    else takeUpNamed(subscription.exam, subscription.university)
    return navigate(afterSubscription(subscription.exam.slug), { replace: true })
  }
}

/** The storage key; a logout clears it with the others. */
const KEY = 'sabi.payments'
/** The oldest are dropped. */
const MOST = 10

/** The screen on which a payment was started. */
export type Origin = 'subscription' | 'plans'

/** A payment and its plan. */
export interface Begun extends PlanRequest {
  reference: string
  /** The user's id. */
  user: string
  /** `paystack` or `sandbox`. */
  gateway: string
  origin: Origin
  /** The address of its page, while Paystack's window still has to be shown. */
  window?: string
}

/**
 * The payments started on this device. The payment page returns only the reference, so the plan
 * must be remembered.
 */
function all(): Begun[] {
  const text = tryStorage(() => localStorage.getItem(KEY))
  const kept: unknown = text ? tryStorage(() => JSON.parse(text)) : []
  return Array.isArray(kept) ? (kept as Begun[]).filter((one) => one?.reference) : []
}

/** Remembers a payment before its payer leaves for the payment page. */
export function rememberPayment(payment: Begun): void {
  const others = all().filter(({ reference }) => reference !== payment.reference)
  const kept = JSON.stringify([payment, ...others].slice(0, MOST))
  tryStorage(() => localStorage.setItem(KEY, kept))
}

/** A payment of this user that was started here. */
export const begunPayment = (reference: string, user: string): Begun | undefined =>
  all().find((one) => one.reference === reference && one.user === user)
