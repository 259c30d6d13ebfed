// The payments begun on this device: what the gateway's page leads back to names the reference
// alone, and what it was for has to be told with it.
import type { PlanAsk } from '@/api/queries/subscribe'
import { tryStorage } from '@/stores/tryStorage'

/** A key of our own; a logout clears it with the rest. */
const KEY = 'sabi.payments'
/** The oldest give way. */
const MOST = 10

/** Which screen a payment was begun on. */
export type Origin = 'subscription' | 'plans'

/** A payment and what it is for. */
export interface Begun extends PlanAsk {
  reference: string
  /** Whose it is. */
  user: string
  /** `paystack` or `sandbox`. */
  gateway: string
  origin: Origin
  /** The address of its page, while Paystack's window is still to be shown for it. */
  window?: string
}

function all(): Begun[] {
  const text = tryStorage(() => localStorage.getItem(KEY))
  const kept: unknown = text ? tryStorage(() => JSON.parse(text)) : []
  return Array.isArray(kept) ? (kept as Begun[]).filter((one) => one?.reference) : []
}

/** Keeps a payment, before its payer leaves for the gateway's page. */
export function rememberPayment(payment: Begun): void {
  const others = all().filter(({ reference }) => reference !== payment.reference)
  const kept = JSON.stringify([payment, ...others].slice(0, MOST))
  tryStorage(() => localStorage.setItem(KEY, kept))
}

/** A payment of this user that was begun here. */
export const begunPayment = (reference: string, user: string): Begun | undefined =>
  all().find((one) => one.reference === reference && one.user === user)
