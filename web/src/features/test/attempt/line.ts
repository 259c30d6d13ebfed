// The line to the server: one call at a time for an attempt, over all tabs of this
// device, tried until the server answers, sooner when the connection is back.

import { delay } from 'es-toolkit'
import pRetry from 'p-retry'
import { type ApiError, toApiError } from '@/api/errors'

/** What a failed call means for the test. */
export type Fault =
  /** Somebody else saved meanwhile: read the attempt again. */
  | 'stale'
  /** The deadline has passed. */
  | 'time-up'
  /** Submitted or cancelled already. */
  | 'closed'
  /** The session is over: sign in again. */
  | 'signed-out'
  /** This content will never be taken. */
  | 'refused'
  /** A mock that the student sits comes first. */
  | 'held-back'
  /** The attempt is not ours to reach. */
  | 'gone'
  /** No answer, or none that lasts: to be tried again. */
  | 'down'

export function faultOf({ status, reason }: ApiError): Fault {
  if (status === 409 && reason === 'stale-revision') return 'stale'
  if (status === 409 && reason === 'time-up') return 'time-up'
  if (status === 409 && reason === 'attempt-closed') return 'closed'
  if (status === 409 && reason === 'in-running-mock') return 'held-back'
  if (status === 401) return 'signed-out'
  if (status === 403 || status === 404) return 'gone'
  if ([400, 413, 415, 422].includes(status)) return 'refused'
  return 'down'
}

/** A call that should be made again later; anything else thrown ends the trying. */
export class Down extends Error {
  override name = 'Down'
  constructor(readonly error: ApiError) {
    super(error.message)
  }
}

const FIRST_WAIT = 1_000
const LONGEST_WAIT = 15_000
/** How long a request may go without an answer before it is given up and made anew. */
const PATIENCE = 20_000

type Work<T> = (signal: AbortSignal) => Promise<T>

export interface Line {
  /**
   * Does `work`, again and again while it throws Down, each time after telling `down`;
   * rejects when `signal` aborts.
   */
  run: <T>(work: Work<T>, signal: AbortSignal, down: () => void) => Promise<T>
  /** Ends a wait between two tries at once. */
  wake: () => void
}

export function createLine(name: string, locks = globalThis.navigator?.locks): Line {
  let waiting: AbortController | null = null

  async function once<T>(work: Work<T>, signal: AbortSignal) {
    signal.throwIfAborted()
    const exclusive = () => withPatience(work, signal)
    // No lock manager (plain http, old browsers): the revision keeps two tabs apart.
    return locks ? await locks.request(name, { signal }, exclusive) : await exclusive()
  }

  async function tryOn<T>(work: Work<T>, signal: AbortSignal, down: () => void) {
    const wait = new AbortController()
    const pass = () => wait.abort(signal.reason)
    signal.addEventListener('abort', pass, { once: true })
    try {
      return await pRetry(
        () => {
          waiting = null
          return once(work, signal)
        },
        {
          retries: Number.POSITIVE_INFINITY,
          minTimeout: FIRST_WAIT,
          maxTimeout: LONGEST_WAIT,
          randomize: true,
          signal: wait.signal,
          shouldRetry: async ({ error }) => {
            if (!(error instanceof Down) || signal.aborted) return false
            down()
            waiting = wait
            const { retryAfter } = error.error
            if (retryAfter !== null) await rest(retryAfter * 1000, wait.signal)
            return true
          },
        },
      )
    } finally {
      waiting = null
      signal.removeEventListener('abort', pass)
    }
  }

  return {
    run: async (work, signal, down) => {
      for (;;) {
        try {
          return await tryOn(work, signal, down)
        } catch (thrown) {
          if (thrown !== WOKEN) throw thrown
        }
      }
    },
    wake: () => waiting?.abort(WOKEN),
  }
}

/** As long as the server asks for, within reason. */
const rest = (ms: number, signal: AbortSignal) =>
  delay(Math.min(ms, LONGEST_WAIT * 4), { signal }).catch(() => undefined)

const WOKEN = new Error('woken')

/** Runs one request with a signal that also aborts when no answer comes. */
export async function withPatience<T>(work: Work<T>, outer: AbortSignal): Promise<T> {
  const inner = new AbortController()
  const pass = () => inner.abort(outer.reason)
  outer.addEventListener('abort', pass, { once: true })
  // As fetch says it itself where no answer came.
  const timer = setTimeout(() => inner.abort(new TypeError('No answer')), PATIENCE)
  try {
    return await work(inner.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', pass)
  }
}

/** Anything thrown by a call, sorted. */
export function fault(thrown: unknown): { error: ApiError; is: Fault } {
  const error = thrown instanceof Down ? thrown.error : toApiError(thrown)
  return { error, is: faultOf(error) }
}

/** The same, as what `run` takes: to be made again where no answer came. */
export function forLine(thrown: unknown): Error {
  const { error, is } = fault(thrown)
  return is === 'down' ? new Down(error) : error
}
