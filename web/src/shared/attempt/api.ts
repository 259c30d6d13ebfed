// The calls that a running test makes, as one object, so that its tests can put a model
// of the server in place.

import { api, ok } from '@/shared/api/client'
import type { Attempt, Paper, Reveal } from '@/shared/api/types'
import type { Batch } from './outbox'

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
