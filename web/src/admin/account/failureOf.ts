import type { ApiError } from '@/api/errors'
import { formatMinutes } from '@/i18n/format'
import { messages } from './messages'

/** What the server says, and when to try again where it tells. */
export function failureOf({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return messages.proof.later(errMessage, formatMinutes(Math.ceil(retryAfter / 60)))
}
