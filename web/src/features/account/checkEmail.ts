import { messages } from './messages'

/** Validates an address before the server is asked (spec 1 §5). */
export function checkEmail(text: string): string | null {
  const email = text.trim()
  if (!email) return messages.account.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : messages.account.emailInvalid
}
