// The tests whose answers wait on this device: which they are, sending them without their
// window, and forgetting what is done with or too old.

import { toApiError } from '@/api/errors'
import { keptPrefix } from '@/stores/session'
import { messages } from '../messages'
import { type AttemptApi, attemptApi } from './api'
import { absorb, acknowledge, notHeld, takeBatch } from './outbox'
import { parseTime } from './state'
import { createKeeper, dropKept, type Kept, readAllKept, sheetsOver } from './storage'

export interface KeptTest {
  id: string
  /** Such as "JAMB UTME, Practice". */
  title: string
  /** Where its window is. */
  path: string
  /** Answers that the server does not hold. */
  waiting: number
}

/** What this user's tests have waiting here, those of longest ago first. */
export async function listKeptTests(user: string): Promise<KeptTest[]> {
  const all = await readAllKept()
  return all
    .filter(([, kept]) => kept.user === user && notHeld(kept.outbox).length > 0)
    .sort(([, a], [, b]) => a.clock.last - b.clock.last)
    .map(([id, { outbox, about }]) => ({
      id,
      title: about?.title ?? messages.test.unnamed,
      path: about?.path ?? `/objective-questions?attempt=${encodeURIComponent(id)}`,
      waiting: notHeld(outbox).length,
    }))
}

/** Another save may come first; more often than this is no accident. */
const TRIES = 5

/**
 * Sends what waits of one test; gives the number of answers that the server will not take
 * (0 when it has all). Throws ApiError when it cannot be reached, or knows nobody any more.
 */
export async function sendKept(id: string, user: string, api: AttemptApi): Promise<number> {
  const send = () => sendAll(id, user, api)
  const locks = globalThis.navigator?.locks
  // The window of the test may be open, and sends one save at a time.
  return locks ? await locks.request(`${keptPrefix}${id}`, send) : await send()
}

/** The same, to the server. */
export const sendWaiting = (id: string, user: string) => sendKept(id, user, attemptApi)

async function sendAll(id: string, user: string, api: AttemptApi): Promise<number> {
  const keeper = createKeeper(id, user)
  const kept = await keeper.read()
  if (kept === null) return 0
  let { outbox } = kept
  const { signal } = new AbortController()
  for (let tries = 0; tries < TRIES; tries += 1) {
    const attempt = await api.peek(id, signal)
    outbox = absorb(outbox, attempt)
    const batch = attempt.state === 'running' ? takeBatch(outbox) : null
    const over = parseTime(attempt.deadline) ?? Number.POSITIVE_INFINITY
    if (batch === null || Date.parse(attempt.serverNow) > over) break
    try {
      const { revision, savedAt, ignored } = await api.save(id, batch.body, signal, false)
      outbox = acknowledge(outbox, batch, { revision, savedAt: Date.parse(savedAt) })
      if (ignored.length === 0) break
    } catch (thrown) {
      const { status } = toApiError(thrown)
      // Somebody saved or ended it meanwhile: look again. What is refused stays refused.
      if (status === 422) break
      if (status !== 409) throw thrown
    }
  }
  await keeper.write({ ...kept, outbox })
  return notHeld(outbox).length
}

/**
 * At logout: forgets every test kept here but answers that still wait to be sent; those of
 * `erase` too.
 */
export async function forgetAttempts(erase: string | null = null): Promise<void> {
  await dropKept(
    ({ user, outbox }) => user === erase || notHeld(outbox).length === 0,
    () => true,
  )
}

const DAY = 24 * 60 * 60_000
/** The longest that answers wait here for whoever gave them. */
export const KEPT_DAYS = 30

/**
 * Forgets the tests that are over, and what nobody came back to for too long; never the one
 * that is `open` here, nor one that was sat within a day.
 */
export async function tidy(now = Date.now(), open: string | null = null): Promise<void> {
  const inUse = new Set([open])
  for (const [id, { clock }] of await readAllKept()) {
    if (clock.last > now - DAY) inUse.add(id)
  }
  const over = await sheetsOver(
    ({ _id, startedAt, deadline }) =>
      !inUse.has(_id) &&
      (deadline === null
        ? Date.parse(startedAt) < now - KEPT_DAYS * DAY
        : Date.parse(deadline) < now - DAY),
  )
  const old = ({ clock }: Kept) => clock.last < now - KEPT_DAYS * DAY
  await dropKept(
    (kept, id) =>
      !inUse.has(id) && (old(kept) || (over.has(id) && notHeld(kept.outbox).length === 0)),
    (id) => over.has(id),
  )
}
