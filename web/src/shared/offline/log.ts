// The tests of this device: their questions, an append-only log of the answers, and their results.
// Each change is one transaction, which is done when it is on the disk. The questions with their keys and
// explanations are sealed with the account's key. The log holds only ids and is not sealed, so a
// result survives the end of the plan and of its key.
import { promisifyRequest } from 'idb-keyval'
import type { ExamRef, Ref } from '@/shared/api/types'
import { merge } from '@/shared/attempt/outbox'
import type { StoredAttempt } from '@/shared/attempt/storage'
import {
  get,
  type OfflineAnswer,
  type OfflineTest,
  type Stores,
  type SyncedTest,
  transact,
} from './database'
import {
  apply,
  endOf,
  handedIn,
  isOver,
  type LogEvent,
  type LoggedAnswer,
  read,
  type Sheet,
  type Terms,
} from './sheet'
import { noteTests, wireId } from './testIds'

/** A question of a test, without what it asks. */
export interface AskedQuestion {
  id: string
  version: number
  subject: string
  /** Null in a mock, whose paper does not tell it. */
  topic: Ref | null
}

/** A test of this device. */
export interface DeviceTest {
  /** As it stands in addresses. */
  id: string
  /**
   * `ended` until the server has answered; `waiting` until a running mock with one of its questions is
   * over; `refused` for good; `stored` until the server's result was read.
   */
  state: 'running' | 'ended' | 'waiting' | 'refused' | 'stored'
  exam: ExamRef
  /** A mock that was downloaded for later (mockForLater.ts); its attempt has the test's `wireId`. */
  assessment: { _id: string; title: string; slug: 'study' | 'practice' | 'mock' }
  university: string | null
  year: number | null
  from: NonNullable<OfflineTest['from']>
  /** In the order of the paper. */
  subjects: Ref[]
  questions: AskedQuestion[]
  packs: OfflineTest['packs']
  /** By the server's clock as the device estimates it, in milliseconds. */
  startedAt: number
  /** Minutes allotted in practice and in a mock. */
  minutes: number | null
  ended: Ended | null
  /** The server's last answer. */
  reply: SyncedTest | null
  /** When the server said that it is stored, in milliseconds. */
  storedAt?: number
  /** The service worker has handed it in (public/sw.js), and no page has noticed yet. */
  isNews?: boolean
}

export interface Ended {
  /** Milliseconds. */
  at: number
  usedSeconds: number
  answers: OfflineAnswer[]
  /** When each question of a mock was answered, in milliseconds. */
  times?: Record<string, number>
}

/** Why an entry was not taken. */
export type Refusal =
  | { is: 'stale' }
  | { is: 'time-up' }
  /** The test has ended; null without a result. */
  | { is: 'closed'; test: DeviceTest | null }

type Key = Stores['tests']['key']
export const headKey = (account: string, id: string): Key => [account, `head.${id}`]
export const paperKey = (account: string, id: string): Key => [account, `paper.${id}`]
const keptKey = (account: string, id: string): Key => [account, `kept.${id}`]
const logKey = (account: string, id: string, number: number): Key => [
  account,
  `log.${id}.${String(number).padStart(6, '0')}`,
]
// The character after the dot is the slash.
const heads = (account: string) => IDBKeyRange.bound([account, 'head.'], [account, 'head/'])
const logOf = (account: string, id: string) =>
  IDBKeyRange.bound([account, `log.${id}.`], [account, `log.${id}/`])

export const isMock = ({ assessment }: DeviceTest) => assessment.slug === 'mock'

export const termsOf = ({ assessment, startedAt, minutes }: DeviceTest): Terms => ({
  mode: assessment.slug,
  startedAt,
  deadline: minutes === null ? null : startedAt + minutes * 60_000,
})

/** All tests of the account on this device, the newest first. */
export const listTests = (account: string): Promise<DeviceTest[]> =>
  transact(['tests'], 'readonly', async (reach) => {
    const found = await promisifyRequest(reach('tests').getAll(heads(account)))
    return (found as DeviceTest[]).sort((a, b) => b.startedAt - a.startedAt)
  })

/** How many tests of the account are only on this device, those under way among them. */
export const countUnsent = async (account: string): Promise<number> =>
  (await listTests(account)).filter(({ state }) => state !== 'stored').length

export const readTest = async (account: string, id: string): Promise<DeviceTest | null> =>
  ((await get('tests', headKey(account, id))) as DeviceTest | undefined) ?? null

/** The sealed questions of a test. */
export const readPaper = async (account: string, id: string): Promise<ArrayBuffer | null> =>
  ((await get('tests', paperKey(account, id))) as ArrayBuffer | undefined) ?? null

/**
 * Stores a new test, whole or not at all.
 *
 * @throws {StorageFull} @throws {StorageRefused}
 */
export async function storeTest(
  account: string,
  test: DeviceTest,
  paper: ArrayBuffer,
): Promise<void> {
  noteTests(account, true)
  await transact(['tests'], 'readwrite', (reach) => {
    reach('tests').put(test, headKey(account, test.id))
    reach('tests').put(paper, paperKey(account, test.id))
  })
  // A sync that found nothing may have said so meanwhile.
  noteTests(account, true)
}

/** A test with its answers so far; null without it. */
export const readSheet = (account: string, id: string) =>
  transact(['tests'], 'readonly', async (reach) => {
    const tests = reach('tests')
    const [test, log] = await Promise.all([
      promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, id))),
      promisifyRequest<LogEvent[]>(tests.getAll(logOf(account, id))),
    ])
    return test ? { test, sheet: read(termsOf(test), log) } : null
  })

/**
 * Adds an entry to the log of a running test. `revision` is the number of saves that the caller knows;
 * another one means that another tab has saved meanwhile. Returns the answers afterwards, and the
 * questions whose answer was ignored.
 *
 * @throws {StorageFull} @throws {StorageRefused}
 */
export const append = (
  account: string,
  id: string,
  event: LogEvent,
  revision: number | null = null,
): Promise<{ sheet: Sheet; ignored: string[] } | Refusal> =>
  transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const [test, log] = await Promise.all([
      promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, id))),
      promisifyRequest<LogEvent[]>(tests.getAll(logOf(account, id))),
    ])
    if (test?.state !== 'running') return { is: 'closed', test: test ?? null }
    const terms = termsOf(test)
    if (terms.deadline !== null && event.at > terms.deadline) return { is: 'time-up' }
    const sheet = read(terms, log)
    if (revision !== null && revision !== sheet.revision) return { is: 'stale' }
    const ignored = apply(terms, sheet, event)
    await promisifyRequest(tests.put(event, logKey(account, id, log.length)))
    return { sheet, ignored }
  })

/**
 * Ends a running test at `now`, with the last answers as far as they were given in time. What was kept of
 * its window counts too. Returns the test; null where nothing was answered: then it is gone. A test that
 * has ended before stays as it is.
 *
 * @throws {StorageFull} @throws {StorageRefused}
 */
export const end = (
  account: string,
  id: string,
  now: number,
  last: readonly LoggedAnswer[] = [],
  isRight: (question: string, answer: string) => boolean = () => false,
): Promise<DeviceTest | null> =>
  transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const [test, log, kept] = await Promise.all([
      promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, id))),
      promisifyRequest<LogEvent[]>(tests.getAll(logOf(account, id))),
      promisifyRequest<StoredAttempt | undefined>(tests.get(keptKey(account, id))),
    ])
    if (test?.state !== 'running') return test ?? null
    const terms = termsOf(test)
    const sheet = read(terms, log)
    const asked = new Set(test.questions.map((one) => one.id))
    const { deadline } = terms
    const answers = [...unlogged(kept, isRight), ...last].filter(
      ({ question, at }) => asked.has(question) && (deadline === null || at <= deadline),
    )
    const review = kept && Object.entries(kept.outbox.review).filter(([, { value }]) => value)
    apply(terms, sheet, {
      is: 'save',
      // Left alone, a study test was over when the student last did something.
      at: isOver(terms, sheet, now) ? sheet.usedAt : now,
      answers,
      ...(review && { review: review.map(([question]) => question) }),
      seen: [],
      mark: [],
    })
    tests.delete(logOf(account, id))
    tests.delete(keptKey(account, id))
    const handed = handedIn(terms, sheet, test.questions)
    // A mock without answers is handed in too: on the server it runs until then.
    if (!isMock(test) && handed.every(({ answer }) => answer === null)) {
      tests.delete(headKey(account, id))
      await promisifyRequest(tests.delete(paperKey(account, id)))
      return null
    }
    const at = endOf(terms, isOver(terms, sheet, now) && deadline === null ? sheet.usedAt : now)
    const ended: DeviceTest = {
      ...test,
      state: 'ended',
      ended: {
        at,
        usedSeconds: Math.floor((at - test.startedAt) / 1000),
        answers: handed,
        ...(isMock(test) && { times: timesOf(sheet) }),
      },
    }
    await promisifyRequest(tests.put(ended, headKey(account, id)))
    return ended
  })

const timesOf = ({ answers }: Sheet) =>
  Object.fromEntries([...answers].map(([question, { at }]) => [question, at]))

/** The answers that a window has kept and not logged. */
const unlogged = (
  kept: StoredAttempt | undefined,
  isRight: (question: string, answer: string) => boolean,
): LoggedAnswer[] =>
  Object.entries(kept?.outbox.answers ?? {}).flatMap(([question, { value, at, acked }]) =>
    acked
      ? []
      : [{ question, answer: value, at, right: value !== null && isRight(question, value) }],
  )

/** What the window of a test has kept: every answer, before it is logged. */
export const readKept = async (account: string, id: string): Promise<StoredAttempt | null> =>
  ((await get('tests', keptKey(account, id))) as StoredAttempt | undefined) ?? null

/** Keeps this, merged with what another tab has kept meanwhile, while the test runs. */
export const keep = (account: string, id: string, kept: StoredAttempt): Promise<void> =>
  transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const [test, before] = await Promise.all([
      promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, id))),
      promisifyRequest<StoredAttempt | undefined>(tests.get(keptKey(account, id))),
    ])
    if (test?.state !== 'running') return
    // Keys and explanations are in the sealed paper.
    const outbox = before ? merge(before.outbox, kept.outbox) : kept.outbox
    await promisifyRequest(tests.put({ ...kept, revealed: {}, outbox }, keptKey(account, id)))
  })

/** A test as it is handed in; null while it runs, and of a mock, which goes through its attempt. */
export function toWire(test: DeviceTest): OfflineTest | null {
  const { ended, university } = test
  if (ended === null || isMock(test)) return null
  return {
    id: wireId(test.id),
    examId: test.exam._id,
    assessmentId: test.assessment._id,
    ...(university !== null && { university }),
    year: test.year,
    from: test.from,
    startedAt: new Date(test.startedAt).toISOString(),
    endedAt: new Date(ended.at).toISOString(),
    usedSeconds: ended.usedSeconds,
    minutes: test.minutes,
    packs: test.packs,
    questions: ended.answers,
  }
}

/**
 * Records the server's response about a test. One that the server has stays here until its result was
 * read, one that it refuses until the student deletes it.
 */
export const settle = (
  account: string,
  id: string,
  reply: SyncedTest,
  now: number,
): Promise<void> =>
  transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const test = await promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, id)))
    // A late answer about one that is stored already says nothing new.
    if (!test || test.state === 'running' || test.state === 'stored') return
    // It had answers, of which none counts any more: that is for the student to read.
    const state = reply.state === 'cancelled' ? 'refused' : reply.state
    const storedAt = state === 'stored' ? { storedAt: now } : {}
    const settled: DeviceTest = { ...test, state, reply, ...storedAt }
    await promisifyRequest(tests.put(settled, headKey(account, id)))
  })

/** The tests that the service worker has handed in since the last call. */
export const takeNews = (account: string): Promise<DeviceTest[]> =>
  transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const all: DeviceTest[] = await promisifyRequest(tests.getAll(heads(account)))
    const news = all.flatMap(({ isNews, ...test }) => (isNews ? [test] : []))
    for (const test of news) tests.put(test, headKey(account, test.id))
    return news
  })

/** Has a refused test handed in once more. */
export const retry = (account: string, id: string): Promise<void> =>
  transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const test = await promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, id)))
    if (test?.state !== 'refused') return
    await promisifyRequest(tests.put({ ...test, state: 'ended' }, headKey(account, id)))
  })

/** Removes a test from this device: the student asked for it, or the server's result was read. */
export const removeTest = (account: string, id: string): Promise<void> =>
  transact(['tests'], 'readwrite', (reach) => removeFrom(reach('tests'), account, id))

function removeFrom(tests: IDBObjectStore, account: string, id: string): void {
  tests.delete(logOf(account, id))
  for (const key of [headKey, paperKey, keptKey]) tests.delete(key(account, id))
}
