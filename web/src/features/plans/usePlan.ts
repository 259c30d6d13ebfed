// Taking a plan: immediately if it is free, otherwise with a payment on the gateway's page or in
// its window.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import { holdSubscription, initializePayment, subscribePlan } from '@/shared/api/queries/subscribe'
import type { PaymentStarted, PlanOffer, UserSubscription } from '@/shared/api/types'
import { afterSubscription, takeUp, takeUpNamed } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { delay } from '@/shared/ui/delay'
import { notify } from '@/shared/ui/notify'
import { plansTexts } from './messages'
import { begunPayment, type Origin, rememberPayment } from './payment/begun'
import { leaveTo, onReturn } from './payment/leave'
import { isWindowLetIn, payInWindow } from './payment/paystack'

/** The exam of a plan and, for POST UTME, the university. */
export interface Place {
  examId: string
  universityId: string | null
}

/**
 * Milliseconds after which the user may try again if the browser has not left for the payment page.
 */
const LEAVING = 15_000

/** Kobo. */
const inKobo = ({ price }: PlanOffer) => price * 100

export function usePlan({ examId, universityId }: Place, origin: Origin) {
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
      await delay(LEAVING)
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
  return async (held: UserSubscription, origin: Origin) => {
    holdSubscription(client, held)
    notify.success(plansTexts.subscribedToast)
    // The number of questions was limited by the previous plan, not chosen by the student.
    useFlow.getState().forget('questionCount')
    if (origin === 'plans') return navigate(paths.mySubscriptions, { replace: true })
    const exams = await client.ensureQueryData(examChoicesQuery).catch(() => [])
    const exam = exams.find(({ _id }) => _id === held.exam._id)
    if (exam) takeUp(exam, held.university?._id ?? null)
    else takeUpNamed(held.exam, held.university)
    return navigate(afterSubscription(held.exam.slug), { replace: true })
  }
}
