import type { ApiError } from '@/shared/api/errors'
import { plural } from '@/shared/i18n/format'
import { messages } from './messages'

/** The server's message; after too many attempts, when to try again. */
export function failureOf({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return plural(messages.proof.later, Math.ceil(retryAfter / 60))
}
