// What the server requires of a back-office user, and the calls that wait for it.
import { create } from 'zustand'
import { api } from '@/shared/api/client'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { fetchWithTimeout } from '@/shared/api/timeoutFetch'
import type { Failure } from '@/shared/api/types'
import { formatMinutes } from '@/shared/i18n/format'
import { useSession } from '@/shared/session/useSession'
import { proofReasonTexts, proofTexts } from './messages'

// Handles calls that the server refuses until a back-office user re-authenticates (before a
// dangerous action) or sets up a second factor. Only the back office activates it, so students
// never load it.

/** What is used to re-authenticate. */
export type Proof = 'password' | 'code'

/** The call that waits for re-authentication. */
interface Refused {
  method: string
  /** The path without the host. */
  path: string
}

interface Answers {
  /** Asks for re-authentication, explaining the call; returns whether it succeeded. */
  prove: (proof: Proof, call: Refused) => Promise<boolean>
  /** All calls are refused until a second factor is set up. */
  setUpFirst: () => void
}

const proofs: Record<string, Proof> = { 'prove-password': 'password', 'prove-code': 'code' }

let asked: Answers['prove'] = async () => false

/** Reading personal data, for which re-authentication is checked before the file is requested. */
const personalData: Refused = { method: 'GET', path: '/api/v1/me/prove' }

/** Makes a call that may be refused in its response, and repeats it after re-authentication. */
export async function proving<T>(
  call: () => Promise<T>,
  refused: Refused = personalData,
): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (thrown) {
      const proof = proofs[toApiError(thrown).reason]
      if (proof === undefined || !(await asked(proof, refused))) throw thrown
    }
  }
}

/** From now on, a call that is refused for lack of re-authentication is repeated after it. */
function answerWith({ prove, setUpFirst }: Answers): void {
  asked = prove
  /** Copies of pending calls, because a sent request cannot be read again. */
  const again = new Map<string, Request>()
  api.use({
    onRequest: ({ request, id }) => {
      if (request.method !== 'GET') again.set(id, request.clone())
    },
    onError: ({ id }) => void again.delete(id),
    onResponse: async ({ response, id }) => {
      let request = again.get(id)
      again.delete(id)
      let answer = response
      for (;;) {
        const reason = answer.status === 403 ? await reasonOf(answer) : ''
        if (reason === 'second-factor-needed') setUpFirst()
        const proof = proofs[reason]
        if (proof === undefined || request === undefined) return answer
        const { method, url } = request
        if (!(await prove(proof, { method, path: new URL(url).pathname }))) return answer
        const next = request.clone()
        answer = await fetchWithTimeout(request)
        request = next
      }
    },
  })
}

async function reasonOf(response: Response): Promise<string> {
  const body: Partial<Failure> | null = await response
    .clone()
    .json()
    .catch(() => null)
  return body?.reason ?? ''
}

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
