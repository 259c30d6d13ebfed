// Maps the server's outcome of a payment to the states of the screen.
import type { ApiError } from '@/shared/api/errors'
import type { PaymentFound } from '@/shared/api/types'

export type Refused =
  | 'declined'
  | 'closed'
  | 'pending'
  | 'mismatched'
  | 'disputed'
  | 'refunded'
  | 'unknown'

const states: Record<string, Refused> = {
  'payment-failed': 'declined',
  'payment-cancelled': 'closed',
  'payment-pending': 'pending',
  'payment-mismatched': 'mismatched',
  'payment-disputed': 'disputed',
  'payment-refunded': 'refunded',
  'payment-missing': 'unknown',
}

/** The same for a payment that was checked by its reference; null once it is paid. */
export const outcomeOf = ({ state }: PaymentFound): Refused | null =>
  state === 'paid' ? null : found[state]

const found: Record<Exclude<PaymentFound['state'], 'paid'>, Refused> = {
  pending: 'pending',
  failed: 'declined',
  abandoned: 'closed',
  mismatched: 'mismatched',
  disputed: 'disputed',
  refunded: 'refunded',
  reversed: 'refunded',
}

/** Null if the outcome is unknown: no network, or no response from the gateway. */
export const refusedFor = ({ status, reason }: ApiError): Refused | null =>
  status === 402 ? (states[reason] ?? null) : null
