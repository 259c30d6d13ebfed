// Handles calls that the server refuses until a back-office user re-authenticates (before a
// dangerous action) or sets up a second factor. Only the back office activates it, so students
// never load it.
import { api } from './client'
import { toApiError } from './errors'
import { patientFetch } from './patience'
import type { Failure } from './types'

/** What is used to re-authenticate. */
export type Proof = 'password' | 'code'

/** The call that waits for re-authentication. */
export interface Refused {
  method: string
  /** The path without the host. */
  path: string
}

export interface Answers {
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
export function answerWith({ prove, setUpFirst }: Answers): void {
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
        answer = await patientFetch(request)
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
