// What the server asks of somebody who works in the back office before it does what was called for: the
// password or a code given again before a dangerous act, or a second factor set up before anything. The
// back office alone begins with it, so that students never load it.
import { api } from './client'
import { toApiError } from './errors'
import { patientFetch } from './patience'
import type { Failure } from './types'

/** What proves again whose session it is. */
export type Proof = 'password' | 'code'

/** The call that waits for the proof. */
export interface Refused {
  method: string
  /** Without the host. */
  path: string
}

export interface Answers {
  /** Asks for the proof and says what for; whether it was given. */
  prove: (proof: Proof, call: Refused) => Promise<boolean>
  /** No call is answered before a second factor is set up. */
  setUpFirst: () => void
}

const proofs: Record<string, Proof> = { 'prove-password': 'password', 'prove-code': 'code' }

let asked: Answers['prove'] = async () => false

/** Reading what is known of people, which the server asks a proof for before the file itself. */
const personalData: Refused = { method: 'GET', path: '/api/v1/me/prove' }

/** Makes a call that is refused within its answer, and once more after the proof that it wants was given. */
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

/** From now on a call that is refused for want of a proof is made again once that was given. */
export function answerWith({ prove, setUpFirst }: Answers): void {
  asked = prove
  /** Calls on their way, as they can be made once more: what was sent cannot be read again. */
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
