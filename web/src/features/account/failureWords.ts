import type { ApiError } from '@/shared/api/errors'
import { formatMinutes } from '@/shared/i18n/format'
import { messages } from './messages'

/** The server's message; after too many attempts, when to try again. */
export function failureWords({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return messages.account.tryAgainIn(formatMinutes(Math.ceil(retryAfter / 60)))
}
