// The payments started on this device. The payment page returns only the reference, so the plan
// must be remembered.
import type { PlanAsk } from '@/shared/api/queries/subscribe'
import { tryStorage } from '@/shared/device/tryStorage'

/** The storage key; a logout clears it with the others. */
const KEY = 'sabi.payments'
/** The oldest are dropped. */
const MOST = 10

/** The screen on which a payment was started. */
export type Origin = 'subscription' | 'plans'

/** A payment and its plan. */
export interface Begun extends PlanAsk {
  reference: string
  /** The user's id. */
  user: string
  /** `paystack` or `sandbox`. */
  gateway: string
  origin: Origin
  /** The address of its page, while Paystack's window still has to be shown. */
  window?: string
}

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
