// The tests whose answers wait on this device: which they are, sending them without their
// window, and forgetting them at logout.
import { countBy } from 'es-toolkit'
import { paths } from '@/shared/paths'
import { keptPrefix } from '@/shared/session/useSession'
import { type AttemptApi, attemptApi, attemptTexts, failureOf, withTimeout } from './api'
import { absorb, type Batch, unacknowledged } from './outbox'
import { createPhotographs } from './photographs/queue'
import { allPhotographs, dropPhotograph, type KeptPhotograph } from './photographs/store'
import { afterRefusal, afterSave, nextBatch, parseTime, type Sending } from './state'
import { dropKept, openAttemptStore, readAllKept, type StoredAttempt } from './storage'

export { addCall } from '@/shared/device/dataUsed'
export { writeOfflineCopy } from './storage'
export { daysKept, KEPT_DAYS, tidy } from './tidy'

export interface KeptTest {
  id: string
  /** Such as "JAMB UTME, Practice". */
  title: string
  /** Where its window is. */
  path: string
  /** Answers and photographs that the server does not hold. */
  waiting: number
}

/**
 * This user's tests with unsent answers or photographs on this device, the least recently used first.
 * `all` are the stored tests, if the caller has read them already.
 */
export async function listKeptTests(
  user: string,
  all?: [id: string, kept: StoredAttempt][],
): Promise<KeptTest[]> {
  const kept = all ?? (await readAllKept())
  const photographs = await countPhotographs(user)
  return kept
    .filter(([, one]) => one.user === user)
    .sort(([, a], [, b]) => a.clock.last - b.clock.last)
    .map(([id, { outbox, about }]) => ({
      id,
      title: about?.title ?? attemptTexts.unnamed,
      path: about?.path ?? paths.objectiveQuestions(id),
      waiting: unacknowledged(outbox).length + (photographs.get(id) ?? 0),
    }))
    .filter(({ waiting }) => waiting > 0)
}

/**
 * Sends the unsent answers and photographs of one test. Returns the number of answers that the server
 * did not accept (0 if it has all). Throws ApiError if the server cannot be reached or the session has
 * ended, and when `signal` aborts.
 */
export async function sendKept(
  id: string,
  user: string,
  { api = attemptApi, signal = new AbortController().signal }: SendOptions = {},
): Promise<number> {
  const send = () => sendAll(id, user, api, signal)
  const locks = globalThis.navigator?.locks
  // The window of the test may be open, and sends one save at a time.
  const lost = await (locks ? locks.request(`${keptPrefix}${id}`, { signal }, send) : send())
  await sendPhotographs(id, user, signal)
  return lost
}

interface SendOptions {
  api?: AttemptApi
  signal?: AbortSignal
}

async function sendAll(id: string, user: string, api: AttemptApi, signal: AbortSignal) {
  const attemptStore = openAttemptStore(id, user)
  const kept = await attemptStore.read()
  if (kept === null) return 0
  let sending: Sending = { ...kept, fresh: false, oneByOne: false, heldBack: [] }
  let open = true
  const read = async () => {
    const attempt = await withTimeout((inner) => api.peek(id, inner), signal)
    const { outbox } = sending
    sending = { ...sending, outbox: absorb(outbox, attempt, outbox.revision), fresh: true }
    const over = parseTime(attempt.deadline) ?? Number.POSITIVE_INFINITY
    open = attempt.state === 'running' && Date.parse(attempt.serverNow) <= over
  }
  const save = async (batch: Batch) => {
    try {
      const saved = await withTimeout((inner) => api.save(id, batch.body, inner, false), signal)
      sending = afterSave(sending, batch, saved)
    } catch (thrown) {
      const failure = failureOf(thrown)
      const better = afterRefusal(sending, batch, failure)
      if (better !== null) sending = better
      // The test has ended in the meantime. Only the attempt says which answers arrived before.
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
    await attemptStore.write({ ...kept, outbox, revealed })
  }
  return unacknowledged(sending.outbox).length
}

/**
 * At logout: deletes all papers on this device, and the answers of tests with nothing unsent. Unsent
 * answers of `eraseUser` are deleted too.
 */
export async function forgetAttempts(eraseUser: string | null = null): Promise<void> {
  await dropKept(
    ({ user, outbox }) => user === eraseUser || unacknowledged(outbox).length === 0,
    () => true,
  )
  await forgetPhotographs(eraseUser)
}

/** Whether a photograph is still to be sent or removed. */
const isWaiting = ({ state }: KeptPhotograph) => state === 'waiting' || state === 'removing'

/** How many of this student's photographs wait, by attempt. */
export async function countPhotographs(user: string): Promise<Map<string, number>> {
  const waiting = (await allPhotographs()).filter((one) => one.user === user && isWaiting(one))
  return new Map(Object.entries(countBy(waiting, ({ attempt }) => attempt)))
}

/** Sends the waiting photographs of one test. Throws as `sendKept` does. */
async function sendPhotographs(attempt: string, user: string, signal: AbortSignal): Promise<void> {
  const queue = createPhotographs({ attempt, user })
  try {
    await queue.beforeSubmit(() => false, signal)
  } finally {
    queue.stop()
  }
}

/** At logout: deletes all photographs except unsent ones. Those of `eraseUser` are deleted too. */
export async function forgetPhotographs(eraseUser: string | null): Promise<void> {
  for (const one of await allPhotographs())
    if (one.user === eraseUser || !isWaiting(one)) await dropPhotograph(one.id)
}
