import type { ApiError } from '@/shared/api/errors'
import { formatMinutes } from '@/shared/i18n/format'
import { messages } from './messages'

/** The server's message, and when to try again if it says so. */
export function failureOf({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return messages.proof.later(errMessage, formatMinutes(Math.ceil(retryAfter / 60)))
}
