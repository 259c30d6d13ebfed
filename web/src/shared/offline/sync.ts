// Hands in the tests of this device, as often and from as many tabs as one likes: the server takes each
// once, by its id. A test leaves this device when the server has it and its result was read, or when the
// student deletes it.
import { chunk, partition } from 'es-toolkit'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { postTests } from './calls'
import type { OfflineTest, SyncedTest } from './database'
import { estimatedNow, keepTime } from './deviceClock'
import { picturesOfMock } from './fetched'
import {
  type DeviceTest,
  end,
  isMock,
  listTests,
  readSheet,
  removeTest,
  settle,
  takeNews,
  termsOf,
  toWire,
} from './log'
import { removePictures } from './pictures'
import { isOver } from './sheet'
import { lastList, refreshList, unlock } from './shelf'
import { noteTests, wireId } from './testIds'

/** The most tests of one call (API). */
const AT_ONCE = 20
/** The most questions of one call, so that its body stays below what the server takes. */
const QUESTIONS_AT_ONCE = 2_000

/** How long a test is kept that the server has, in milliseconds. */
const KEPT = 30 * 24 * 60 * 60_000

export interface SyncDeps {
  post: (tests: OfflineTest[]) => Promise<SyncedTest[]>
  /** Hands in a mock through its attempt. */
  mock: (test: DeviceTest) => Promise<SyncedTest>
  /** Reads what is due and was missed anew. */
  refresh: (account: string, test: DeviceTest) => Promise<unknown>
}

const server: SyncDeps = {
  post: postTests,
  mock: async (test) => (await import('./handInMock')).handInMock(test),
  refresh: async (account, { exam, university }) => {
    // Without a list there is nothing to bring up to date.
    const source = { examId: exam._id, university: university ? { _id: university } : null }
    if (await lastList(account, source)) await refreshList(account, source)
  },
}

/** What a sync has done. */
export interface Synced {
  /** The tests that the server has now, those among them that the service worker has handed in. */
  stored: number
  /** The tests that are still to be handed in. */
  left: number
  /** Why it stopped early; null where all were sent. */
  error: ApiError | null
}

/** Ends the tests that are over and hands in everything that is not with the server yet. */
export async function sync(account: string, deps: SyncDeps = server): Promise<Synced> {
  const work = () => handIn(account, deps)
  const locks = globalThis.navigator?.locks
  // One tab after the other. Without locks two may send the same: the server takes it once.
  return locks ? locks.request(`sabi.offline.${account}`, work) : work()
}

async function handIn(account: string, { post, mock, refresh }: SyncDeps): Promise<Synced> {
  await endOver(account)
  const unsent = (await listTests(account)).filter(isUnsent).reverse()
  const settled = await takeNews(account)
  let error: ApiError | null = null
  const [mocks, others] = partition(unsent, isMock)
  // Mocks first: others may wait for their end.
  for (const batch of [...mocks.map((one) => [one]), ...batches(others)]) {
    try {
      const [first] = batch
      if (first && isMock(first)) settled.push(...(await sendMock(account, first, mock)))
      else settled.push(...(await send(account, batch, post)))
    } catch (thrown) {
      error = toApiError(thrown)
      break
    }
  }
  keepTime()
  const lists = new Map(settled.map((test) => [`${test.exam._id} ${test.university}`, test]))
  for (const test of lists.values()) await refresh(account, test).catch(() => undefined)
  await tidy(account)
  // Said before it is looked up: a test that is stored meanwhile says the contrary.
  noteTests(account, false)
  const all = await listTests(account)
  if (all.length > 0) noteTests(account, true)
  const left = all.filter(({ state }) => state !== 'stored')
  return { stored: settled.length, left: left.length, error }
}

/** Removes what is kept of tests that the server has, where nobody came to see their result for long. */
async function tidy(account: string): Promise<void> {
  const old = estimatedNow() - KEPT
  for (const { id, state, storedAt = old } of await listTests(account))
    if (state === 'stored' && storedAt < old) await removeTest(account, id)
}

const isUnsent = ({ state }: DeviceTest) => state === 'ended' || state === 'waiting'

/** Ends the running tests whose time is over, which no window may have been open to do. */
async function endOver(account: string): Promise<void> {
  const now = estimatedNow()
  for (const { id, state } of await listTests(account)) {
    if (state !== 'running') continue
    const found = await readSheet(account, id)
    if (found && isOver(termsOf(found.test), found.sheet, now)) await end(account, id, now)
  }
}

function batches(tests: DeviceTest[]): DeviceTest[][] {
  const found: DeviceTest[][] = []
  for (const group of chunk(tests, AT_ONCE)) {
    let size = Number.POSITIVE_INFINITY
    for (const test of group) {
      size += test.questions.length
      if (size > QUESTIONS_AT_ONCE) {
        found.push([])
        size = test.questions.length
      }
      found.at(-1)?.push(test)
    }
  }
  return found
}

/** Sends these and records what became of each. Returns those that the server has. */
async function send(
  account: string,
  batch: DeviceTest[],
  post: SyncDeps['post'],
): Promise<DeviceTest[]> {
  const byWire = new Map(batch.map((test) => [wireId(test.id), test]))
  const tests = batch.flatMap((test) => toWire(test) ?? [])
  let replies: SyncedTest[]
  try {
    replies = await post(tests)
  } catch (thrown) {
    const error = toApiError(thrown)
    if (![400, 413, 422].includes(error.status)) throw thrown
    // One that cannot be taken keeps no other from arriving.
    if (batch.length > 1) {
      const apart: DeviceTest[] = []
      for (const test of batch) apart.push(...(await send(account, [test], post)))
      return apart
    }
    replies = tests.map((test) => refusalOf(test, error))
  }
  const stored: DeviceTest[] = []
  for (const reply of replies) {
    const test = byWire.get(reply.id)
    if (!test) continue
    await settle(account, test.id, reply, estimatedNow())
    if (reply.state === 'stored') stored.push(test)
  }
  return stored
}

/** The same with a mock. One without an answer has no result, and nothing of it is kept. */
async function sendMock(
  account: string,
  test: DeviceTest,
  mock: SyncDeps['mock'],
): Promise<DeviceTest[]> {
  const reply = await mock(test)
  if (reply.state === 'cancelled') await removeTest(account, test.id)
  else await settle(account, test.id, reply, estimatedNow())
  await unlock(account, wireId(test.id))
  await removePictures([picturesOfMock(wireId(test.id))]).catch(() => undefined)
  return reply.state === 'stored' ? [test] : []
}

const refusalOf = ({ id, questions }: OfflineTest, error: ApiError): SyncedTest => ({
  id,
  state: 'refused',
  quizId: null,
  message: Object.values(error.fields)[0] ?? error.errMessage,
  correct: 0,
  total: questions.length,
  differences: [],
})
