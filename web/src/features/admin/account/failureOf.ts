import type { ApiError } from '@/shared/api/errors'
import { formatMinutes } from '@/shared/i18n/format'
import { proofTexts } from './messages'

/** The server's message; after too many attempts, when to try again. */
export function failureOf({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return proofTexts.later(formatMinutes(Math.ceil(retryAfter / 60)))
}
