import type { ApiError } from '@/api/errors'
import { formatMinutes } from '@/i18n/format'
import { messages } from './messages'

/** What the server says, and after which time to try again where it tells. */
export function failureWords({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return messages.account.tryAgainIn(errMessage, formatMinutes(Math.ceil(retryAfter / 60)))
}
