// Why calls of a running test fail, and how long they are waited for.
import { type ApiError, NoAnswer, toApiError } from '@/shared/api/errors'
import { common } from '@/shared/i18n/common'
import type { Failure } from './state'

export const attemptTexts = {
  unnamed: 'A test',
  brokenBrowser:
    'Sabi does not work well in this browser. Your answers are kept on this device. Update the browser, then open Sabi in it again.',
}

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

function faultOf({ status, reason }: ApiError): Fault {
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

/** How long a request may go without an answer before it is given up and made anew. */
const PATIENCE = 20_000

type Work<T> = (signal: AbortSignal) => Promise<T>

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
export function failureOf(thrown: unknown): Failure {
  const error = toApiError(thrown)
  const { errMessage, fields, body, retryAfter } = error
  const is = faultOf(error)
  // The app itself failed, as in a browser that lacks something.
  const why = is === 'broken' ? attemptTexts.brokenBrowser : errMessage
  return { is, why: why || common.failed, fields, body, retryAfter }
}
