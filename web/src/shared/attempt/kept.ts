// The tests whose answers wait on this device: which they are, sending them without their
// window, and forgetting what is done with or too old.

import { serverNow } from '@/shared/api/patience'
import { keptPrefix } from '@/shared/session/useSession'
import { type AttemptApi, attemptApi } from './api'
import { failureOf, withPatience } from './faults'
import { messages } from './messages'
import { absorb, type Batch, notHeld } from './outbox'
import { afterRefusal, afterSave, nextBatch, parseTime, type Sending } from './state'
import { copiesOver, createKeeper, dropKept, type Kept, readAllKept } from './storage'

export { writeOfflineCopy } from './storage'

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
      title: about?.title ?? messages.attempt.unnamed,
      path: about?.path ?? `/objective-questions?attempt=${encodeURIComponent(id)}`,
      waiting: notHeld(outbox).length,
    }))
}

/**
 * Sends what waits of one test; gives the number of answers that the server will not take
 * (0 when it has all). Throws ApiError when it cannot be reached, or knows nobody any more,
 * and when `signal` aborts.
 */
export async function sendKept(
  id: string,
  user: string,
  { api = attemptApi, signal = new AbortController().signal }: SendOptions = {},
): Promise<number> {
  const send = () => sendAll(id, user, api, signal)
  const locks = globalThis.navigator?.locks
  // The window of the test may be open, and sends one save at a time.
  return locks ? await locks.request(`${keptPrefix}${id}`, { signal }, send) : await send()
}

interface SendOptions {
  api?: AttemptApi
  signal?: AbortSignal
}

async function sendAll(id: string, user: string, api: AttemptApi, signal: AbortSignal) {
  const keeper = createKeeper(id, user)
  const kept = await keeper.read()
  if (kept === null) return 0
  let sending: Sending = { ...kept, fresh: false, oneByOne: false, heldBack: [] }
  let open = true
  const read = async () => {
    const attempt = await withPatience((patient) => api.peek(id, patient), signal)
    const { outbox } = sending
    sending = { ...sending, outbox: absorb(outbox, attempt, outbox.revision), fresh: true }
    const over = parseTime(attempt.deadline) ?? Number.POSITIVE_INFINITY
    open = attempt.state === 'running' && Date.parse(attempt.serverNow) <= over
  }
  const save = async (batch: Batch) => {
    try {
      const saved = await withPatience(
        (patient) => api.save(id, batch.body, patient, false),
        signal,
      )
      sending = afterSave(sending, batch, saved)
    } catch (thrown) {
      const failure = failureOf(thrown)
      const better = afterRefusal(sending, batch, failure)
      if (better !== null) sending = better
      // It ended meanwhile: only the attempt itself tells what arrived before.
      else if (['closed', 'time-up'].includes(failure.is)) {
        await read()
        open = false
      } else throw thrown
    }
  }
  try {
    for (;;) {
      if (!sending.fresh) await read()
      const batch = open ? nextBatch(sending) : null
      if (batch === null) break
      await save(batch)
    }
  } finally {
    const { outbox, revealed } = sending
    await keeper.write({ ...kept, outbox, revealed })
  }
  return notHeld(sending.outbox).length
}

/**
 * At logout: forgets every test kept here but answers that still wait to be sent, unless they
 * are of `eraseUser`.
 */
export async function forgetAttempts(eraseUser: string | null = null): Promise<void> {
  await dropKept(
    ({ user, outbox }) => user === eraseUser || notHeld(outbox).length === 0,
    () => true,
  )
}

const DAY = 24 * 60 * 60_000
/** The longest that answers wait here for whoever gave them. */
export const KEPT_DAYS = 30
/** WebKit erases what a site keeps after so many days without a visit, unless it was installed. */
const WEBKIT_DAYS = 7

/** For how many days answers can be promised to wait on this device. */
export function daysKept(): number {
  const isWebKit = CSS.supports?.('font: -apple-system-body') ?? false
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  return isWebKit && !isInstalled ? WEBKIT_DAYS : KEPT_DAYS
}

/**
 * Forgets the tests that are over, and what nobody came back to for too long; never the one
 * that is `open` here, nor one that was sat within a day. `wall` is the time by the server: by a clock
 * of the device that was set ahead, answers that wait would be thrown away.
 */
export async function tidy(wall = serverNow(), open: string | null = null): Promise<void> {
  if (wall === null) return
  const now = new Map<string, number>()
  const inUse = new Set([open])
  for (const [id, { clock }] of await readAllKept()) {
    now.set(id, timeOf(clock, wall))
    if (clock.last > timeOf(clock, wall) - DAY) inUse.add(id)
  }
  const over = await copiesOver(({ _id, startedAt, deadline }) => {
    const time = now.get(_id) ?? wall
    if (inUse.has(_id)) return false
    return deadline === null
      ? Date.parse(startedAt) < time - KEPT_DAYS * DAY
      : Date.parse(deadline) < time - DAY
  })
  const old = ({ clock }: Kept) => clock.last < timeOf(clock, wall) - KEPT_DAYS * DAY
  await dropKept(
    (kept, id) =>
      !inUse.has(id) && (old(kept) || (over.has(id) && notHeld(kept.outbox).length === 0)),
    (id) => over.has(id),
  )
}

/** The server's time by a device whose own may be ahead; never later than its own. */
const timeOf = ({ offset }: Kept['clock'], wall: number) => Math.min(wall, wall + offset)
