// Why the password or a code is asked for again: the action that the refused call would take.
import type { Refused } from '@/shared/api/asksFirst'
import { messages } from './messages'

const reasons: [method: string, path: RegExp, reason: keyof typeof messages.proofReasons][] = [
  ['PUT', /\/admin\/questions\/(update\/[^/]+|[^/]+\/key)$/, 'key'],
  ['POST', /\/admin\/(questions|theories)\/import$/, 'import'],
  ['POST', /\/erase$/, 'erase'],
  ['GET', /\/(export|exports\/[^/]+|me\/prove)$/, 'personalData'],
  ['PUT', /\/admin\/users\/[^/]+\/password$/, 'password'],
  ['PUT', /\/admin\/users\/[^/]+\/role$/, 'role'],
  ['POST', /\/admin\/(users|moderators)\/add$/, 'staff'],
  ['DELETE', /\/admin\/(users|moderators)\/[^/]+$/, 'account'],
  ['PUT', /\/admin\/(users|customers|moderators)\/[^/]+(\/status)?$/, 'signIn'],
  ['DELETE', /\/admin\/users\/[^/]+\/sessions(\/[^/]+)?$/, 'sessions'],
  ['', /\/second-factor(\/.*)?$/, 'factor'],
  ['POST', /\/admin\/students-subscriptions$/, 'plan'],
  ['POST', /\/admin\/students-subscriptions\/[^/]+\/days$/, 'days'],
  ['PUT', /\/admin\/emailtemplates\/update\/[^/]+$/, 'template'],
]

/** One sentence that names the action; a general one for calls that are not listed. */
export function proofReason({ method, path }: Refused): string {
  const found = reasons.find(([of, pattern]) => (of === '' || of === method) && pattern.test(path))
  return messages.proofReasons[found?.[2] ?? 'other']
}
