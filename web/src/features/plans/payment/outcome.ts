// What the server says became of a payment, as the states that a screen shows.
import type { ApiError } from '@/api/errors'

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

/** Null where nobody could say: no connection, or the gateway gave no answer. */
export const refusedFor = ({ status, reason }: ApiError): Refused | null =>
  status === 402 ? (states[reason] ?? null) : null
