// What the server requires of a back-office user, and the calls that wait for it.
import { create } from 'zustand'
import { answerWith, type Proof, type Refused } from '@/shared/api/asksFirst'
import type { ApiError } from '@/shared/api/errors'
import { formatMinutes } from '@/shared/i18n/format'
import { useSession } from '@/shared/session/useSession'
import { proofReasonTexts, proofTexts } from './messages'

// Why the password or a code is asked for again: the action that the refused call would take.

const reasons: [method: string, path: RegExp, reason: keyof typeof proofReasonTexts][] = [
  ['PUT', /\/admin\/questions\/(update\/[^/]+|[^/]+\/key)$/, 'key'],
  ['PUT', /\/admin\/questions\/[^/]+\/withdrawn$/, 'withdrawn'],
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
  return proofReasonTexts[found?.[2] ?? 'other']
}

interface ServerDemands {
  /** What must be entered again while a call waits. */
  proof: Proof | null
  /** The reason: what the waiting call does. */
  why: string
  /** Whether a second factor must be set up before anything else. */
  setUp: boolean
  /** Whether the screen has unsaved input: it stays mounted behind the set-up. */
  keep: boolean
}

export const useServerDemands = create<ServerDemands>()(() => ({
  proof: null,
  why: '',
  setUp: false,
  keep: false,
}))

let waiting: ((given: boolean) => void)[] = []

/** Ends the prompt: the waiting calls continue, or stay refused. */
export function answerProof(given: boolean): void {
  const all = waiting
  waiting = []
  useServerDemands.setState({ proof: null })
  for (const go of all) go(given)
}

answerWith({
  prove: (proof, call) =>
    new Promise((resolve) => {
      waiting.push(resolve)
      useServerDemands.setState({ proof, why: proofReason(call) })
    }),
  setUpFirst: () =>
    useServerDemands.setState(({ setUp, keep }) => ({
      setUp: true,
      keep: setUp ? keep : useSession.getState().unsaved,
    })),
})

// The next user gets their own prompts.
useSession.subscribe(({ session }) => {
  if (session.is === 'in') return
  answerProof(false)
  useServerDemands.setState({ setUp: false })
})

/** The server's message; after too many attempts, when to try again. */
export function failureOf({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return proofTexts.later(formatMinutes(Math.ceil(retryAfter / 60)))
}
