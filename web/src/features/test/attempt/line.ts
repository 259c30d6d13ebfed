// The line to the server: one call at a time for an attempt, over all tabs of this
// device, tried until the server answers, sooner when the connection is back.

import { delay } from 'es-toolkit'
import { type ApiError, NoAnswer, toApiError } from '@/api/errors'

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
  /** The app itself failed, as in a browser that lacks something. */
  | 'broken'
  /** No answer, or none that lasts: to be tried again. */
  | 'down'

export function faultOf({ status, reason }: ApiError): Fault {
  if (reason === 'broken') return 'broken'
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
/** The longest that the server's Retry-After is followed. */
const LONGEST_REST = 4 * LONGEST_WAIT
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

  /** Waits; whether it was woken before the time was over. */
  async function rest(ms: number, signal: AbortSignal): Promise<boolean> {
    const wait = new AbortController()
    const pass = () => wait.abort()
    signal.addEventListener('abort', pass, { once: true })
    waiting = wait
    try {
      await delay(ms, { signal: wait.signal })
      return false
    } catch {
      return true
    } finally {
      waiting = null
      signal.removeEventListener('abort', pass)
    }
  }

  return {
    run: async (work, signal, down) => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await once(work, signal)
        } catch (thrown) {
          if (!(thrown instanceof Down) || signal.aborted) throw thrown
          down()
          if (await rest(waitAfter(tries, thrown.error.retryAfter), signal)) tries = -1
        }
      }
    },
    wake: () => waiting?.abort(),
  }
}

/** Milliseconds before the next try: longer each time, and never at the same moment on all devices. */
function waitAfter(tries: number, retryAfter: number | null): number {
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * (1 + Math.random()) * 2 ** tries)
  return own + Math.min((retryAfter ?? 0) * 1000, LONGEST_REST)
}

/** Runs one request with a signal that also aborts when no answer comes. */
export async function withPatience<T>(work: Work<T>, outer: AbortSignal): Promise<T> {
  const inner = new AbortController()
  const pass = () => inner.abort(outer.reason)
  outer.addEventListener('abort', pass, { once: true })
  const timer = setTimeout(() => inner.abort(new NoAnswer('silent')), PATIENCE)
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
