// The server calls of a running attempt, in one object, so that unit tests, the warm-up and offline
// tests can replace the server. Why calls fail, and how long they are waited for.
import { api, ok } from '@/shared/api/client'
import { type ApiError, NoAnswer, toApiError } from '@/shared/api/errors'
import type { Attempt, Paper, Reveal } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { SERVER_REPLY } from '@/shared/timeouts'
import type { Batch } from './outbox'
import type { Failure } from './state'

export interface Saved {
  revision: number
  savedAt: string
  serverNow: string
  deadline: string | null
  /** Ids whose answer lost to a later one, to a key that was shown in practice, or to a final choice. */
  ignored: string[]
  /** The keys of the questions that the save asked to mark, but those that the server keeps back. */
  revealed: Reveal[]
}

export interface Submitted {
  /** Null when nothing had been answered: the test was cancelled instead. */
  quizId: string | null
}

export interface AttemptApi {
  /** Attempt and paper: what is needed to open the window. */
  read: (id: string) => Promise<{ attempt: Attempt; paper: Paper }>
  /** The attempt alone, as light as can be had: data costs money. */
  peek: (id: string, signal?: AbortSignal) => Promise<Attempt>
  /** Saves; `last` when the page may be on its way out. */
  save: (id: string, body: Batch['body'], signal: AbortSignal, last: boolean) => Promise<Saved>
  submit: (
    id: string,
    answered: Batch['body']['answers'],
    /** Whether the time is up: one answer that cannot be taken then keeps no other from counting. */
    forced: boolean,
    signal: AbortSignal,
  ) => Promise<Submitted>
  reveal: (id: string, which: { question: string } | { theory: string }) => Promise<Reveal>
}

const path = (id: string) => ({ params: { path: { id } } })
/** Browsers carry no more than 64 KiB for a page that has gone. */
const KEEPALIVE_BYTES = 60_000
const bytesIn = (text: string) => new TextEncoder().encode(text).length

export const attemptApi: AttemptApi = {
  read: (id) => ok(api.GET('/api/v1/attempts/{id}', path(id))),
  peek: async (id, signal) => {
    const query = { state: 'running' as const }
    const running = await ok(api.GET('/api/v1/attempts', { params: { query }, signal }))
    const found = running.data.find((attempt) => attempt._id === id)
    // Not running any more: only the attempt itself tells how it ended.
    return found ?? (await ok(api.GET('/api/v1/attempts/{id}', { ...path(id), signal }))).attempt
  },
  save: async (id, body, signal, last) => {
    const keepalive = last && bytesIn(JSON.stringify(body)) < KEEPALIVE_BYTES
    const saved = await ok(
      api.PUT('/api/v1/attempts/{id}/answers', { ...path(id), body, signal, keepalive }),
    )
    return { ...saved, savedAt: saved.savedAt ?? saved.serverNow }
  },
  submit: (attemptId, answered, forced, signal) =>
    ok(api.POST('/api/v1/submit-result', { body: { attemptId, answered, forced }, signal })),
  reveal: async (id, body) =>
    (await ok(api.POST('/api/v1/attempts/{id}/reveal', { ...path(id), body }))).data,
}

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
  /** The session is over: log in again. */
  | 'signed-out'
  /** This content will never be taken. */
  | 'refused'
  /** A mock that the student is taking comes first. */
  | 'in-mock'
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
  if (status === 409 && reason === 'in-running-mock') return 'in-mock'
  if (status === 401) return 'signed-out'
  if (status === 403 || status === 404) return 'gone'
  if ([400, 413, 415, 422].includes(status)) return 'refused'
  return 'down'
}

type Work<T> = (signal: AbortSignal) => Promise<T>

/** Runs one request with a signal that also aborts when no answer comes. */
export async function withTimeout<T>(work: Work<T>, outer: AbortSignal): Promise<T> {
  const inner = new AbortController()
  const pass = () => inner.abort(outer.reason)
  if (outer.aborted) pass()
  outer.addEventListener('abort', pass, { once: true })
  const timer = setTimeout(() => inner.abort(new NoAnswer('silent')), SERVER_REPLY)
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
