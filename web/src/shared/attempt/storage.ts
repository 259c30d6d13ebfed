// What a running test keeps on the device: the outbox of each attempt under one key of
// local storage (read at once, seen by other tabs), with a copy in IndexedDB whose writes
// wait for the disk (local storage may lag seconds behind a power cut), and the paper, so
// that a reload without a connection still shows the test.
import { TimeoutError, withTimeout } from 'es-toolkit'
import { createStore, delMany, get, getMany, keys, set, setMany, type UseStore } from 'idb-keyval'
import type { Attempt, Paper, Reveal } from '@/shared/api/types'
import { whileShown } from '@/shared/device/keptPage'
import { tryStorage } from '@/shared/device/tryStorage'
import { keptPrefix } from '@/shared/session/useSession'
import { DATABASE_REPLY, SILENT_DATABASE_REPLY } from '@/shared/timeouts'
import type { Timing } from './clock'
import { type AnswerEntry, type Entry, merge, type Outbox } from './outbox'

/** The part that changes with every answer. */
export interface StoredAttempt {
  /** Whose answers these are; nobody else gets to see them. */
  user: string
  outbox: Outbox
  /** The question on screen. */
  place: string | null
  /** Keys that were shown: in practice they settle the answer, so that every tab must know. */
  revealed: Record<string, Reveal>
  /** Which test it is, to be named where its window is not open. */
  about?: { title: string; path: string }
  /** The server's clock minus the wall clock, and the last time known of the server. */
  clock: { offset: number; last: number }
  /** As of the last response of the server: a power-safe clock has moved the deadline since the start. */
  timing?: Timing
  /** Whether its student submitted it while there was no network: a page that is opened again goes on with that. */
  isSubmitted?: boolean
}

/** What a start without the server needs: written once when the window opens. */
export interface OfflineCopy {
  user: string
  attempt: Attempt
  paper: Paper
  /** Wall times between which it was started, until its window has opened. */
  started?: Span
}

export interface Span {
  sent: number
  got: number
}

/** `disk` once it survives the tab; `memory` when the browser refuses to keep anything. */
export type StorageResult = 'disk' | 'memory'

const DATABASE = 'sabi.attempts'
let database: UseStore | null = null

/** Like idb-keyval's own store, but a write is done only when it is on the disk. */
function db(): UseStore {
  database ??= strict(createStore(DATABASE, 'kept'))
  return database
}

const strict =
  (store: UseStore): UseStore =>
  (mode, work) =>
    whileShown((follow) =>
      withDatabaseTimeout(() =>
        store('readonly', (objects) => {
          follow(objects.transaction)
          if (mode === 'readonly') return work(objects)
          const { db: connection } = objects.transaction
          const transaction = connection.transaction('kept', mode, { durability: 'strict' })
          follow(transaction)
          return work(transaction.objectStore('kept'))
        }),
      ),
    )

let databaseTimeout = DATABASE_REPLY

/** Rejects where the database says nothing: no start and no answer waits for it. */
async function withDatabaseTimeout<T>(work: () => Promise<T>): Promise<T> {
  const asked = work().then((found) => {
    databaseTimeout = DATABASE_REPLY
    return found
  })
  try {
    return await withTimeout(() => asked, databaseTimeout)
  } catch (thrown) {
    if (thrown instanceof TimeoutError) databaseTimeout = SILENT_DATABASE_REPLY
    throw thrown
  }
}

const outboxKey = (id: string) => `${keptPrefix}${id}`
const copyPrefix = 'sheet.'
const copyKey = (id: string) => `${copyPrefix}${id}`
/** The times of a copy's attempt, so that nobody has to read its paper to see whether it is over. */
const timesKey = (id: string) => `times.${id}`

/** When an attempt began, and when it ends. */
type Times = Pick<Attempt, 'startedAt' | 'deadline'>

/** The stored copy of one attempt's answers. */
export interface AttemptStore {
  /** Everything stored of this user's attempt, from both places. */
  read: () => Promise<StoredAttempt | null>
  /** What another tab may just have stored; the quick half of `read`. */
  readNow: () => StoredAttempt | null
  /**
   * Stores this, merged with what another tab has stored in the meantime. Never overwrites a test of
   * another user.
   */
  write: (kept: StoredAttempt) => Promise<StorageResult>
  /**
   * Calls back with what another tab has stored; null once it erased all. Returns a function that
   * stops it.
   */
  watch: (changed: (kept: StoredAttempt | null) => void) => () => void
  erase: () => Promise<void>
}

/** `user` null (offline it may not be known who is logged in) reads what anyone kept. */
export function openAttemptStore(id: string, user: string | null): AttemptStore {
  const key = outboxKey(id)
  let lastText: string | null = null
  let next: StoredAttempt | null = null
  let writing = false
  let written: Promise<boolean> = Promise.resolve(true)
  let erased = false

  const readText = (): StoredAttempt | null => {
    const text = tryStorage(() => localStorage.getItem(key)) ?? null
    return text === null ? null : own(parseKept(text), user)
  }

  /** One write under way, and only the newest waits: each holds everything. */
  const writeDeep = (kept: StoredAttempt): Promise<boolean> => {
    next = kept
    if (!writing) {
      writing = true
      written = drain()
    }
    return written
  }

  async function drain(): Promise<boolean> {
    let isWritten = true
    while (next !== null && !erased) {
      const value: StoredAttempt = next
      next = null
      try {
        isWritten = !isOthers(await get<StoredAttempt>(key, db()), value.user)
        if (isWritten) await set(key, value, db())
      } catch {
        isWritten = false
      }
    }
    writing = false
    return isWritten
  }

  return {
    readNow: readText,
    read: async () => {
      const near = readText()
      const kept: unknown = await get(key, db()).catch(() => undefined)
      const deep = own(isKept(kept) ? kept : null, user)
      if (near === null || deep === null) return near ?? deep
      return { ...near, outbox: merge(near.outbox, deep.outbox) }
    },
    write: async (kept) => {
      if (erased) return 'disk'
      let all = kept
      const text = tryStorage(() => localStorage.getItem(key)) ?? null
      if (text !== null && text !== lastText) {
        const other = parseKept(text)
        if (isOthers(other, kept.user)) return 'memory'
        if (other !== null) all = { ...kept, outbox: merge(kept.outbox, other.outbox) }
      }
      const near = tryStorage(() => {
        lastText = JSON.stringify(all)
        localStorage.setItem(key, lastText)
        return true
      })
      const deep = await writeDeep(all)
      return near || deep ? 'disk' : 'memory'
    },
    watch: (changed) => {
      const listen = (event: StorageEvent) => {
        if (event.key !== key) return
        if (event.newValue === null) return changed(null)
        const kept = own(parseKept(event.newValue), user)
        if (kept !== null) changed(kept)
      }
      window.addEventListener('storage', listen)
      return () => window.removeEventListener('storage', listen)
    },
    erase: async () => {
      erased = true
      const text = tryStorage(() => localStorage.getItem(key)) ?? ''
      if (!isOthers(parseKept(text), user)) tryStorage(() => localStorage.removeItem(key))
      await written
      const drop = async (deep: string, ...more: string[]) =>
        isOthers(await get<StoredAttempt | OfflineCopy>(deep, db()), user) ||
        delMany([deep, ...more], db())
      await Promise.all([drop(key), drop(copyKey(id), timesKey(id))]).catch(() => undefined)
    },
  }
}

/** Keeps attempt and paper for a start without the server. */
export function writeOfflineCopy(copy: OfflineCopy): Promise<void> {
  const { _id, startedAt, deadline } = copy.attempt
  const times: Times = { startedAt, deadline }
  const both: [string, OfflineCopy | Times][] = [
    [copyKey(_id), copy],
    [timesKey(_id), times],
  ]
  return setMany(both, db()).catch(() => undefined)
}

/** The attempt and paper kept on this device; `user` null (not known offline) takes any. */
export async function readOfflineCopy(
  id: string,
  user: string | null,
): Promise<OfflineCopy | null> {
  const copy: unknown = await get(copyKey(id), db()).catch(() => undefined)
  return isCopy(copy) && !isOthers(copy, user) ? copy : null
}

/** Whether anything kept of the attempt here is somebody else's. */
export async function isKeptForOther(id: string, user: string): Promise<boolean> {
  const all = [await openAttemptStore(id, null).read(), await readOfflineCopy(id, null)]
  return all.some((one) => isOthers(one, user))
}

/** Everything that is kept of answers here, whosever they are, by the attempt's id. */
export async function readAllKept(): Promise<[id: string, kept: StoredAttempt][]> {
  const found = new Map<string, StoredAttempt>()
  for (const key of Object.keys(tryStorage(() => localStorage) ?? {})) {
    if (!key.startsWith(keptPrefix)) continue
    const kept = parseKept(tryStorage(() => localStorage.getItem(key)) ?? '')
    if (kept !== null) found.set(key, kept)
  }
  const deep = (await allKeys()).filter((key) => key.startsWith(keptPrefix))
  for (const [key, value] of await valuesOf(deep)) {
    if (!isKept(value)) continue
    const near = found.get(key)
    found.set(key, near ? { ...near, outbox: merge(near.outbox, value.outbox) } : value)
  }
  return [...found].map(([key, kept]) => [key.slice(keptPrefix.length), kept])
}

/** The ids of the attempts with an offline copy that are `over`. Reads no paper. */
export async function copiesOver(
  over: (times: Times, id: string) => boolean,
): Promise<Set<string>> {
  const ids = (await allKeys()).flatMap(idOfCopy)
  const known = new Map(await valuesOf(ids.map(timesKey)))
  // Stored before the times were.
  const without = ids.filter((id) => !known.has(timesKey(id)))
  const copies = new Map(await valuesOf(without.map(copyKey)))
  const timesOf = (id: string): Times | null => {
    const times = known.get(timesKey(id))
    if (times !== undefined) return times as Times
    const copy = copies.get(copyKey(id))
    return isCopy(copy) ? copy.attempt : null
  }
  const isOver = (id: string) => {
    const times = timesOf(id)
    return times !== null && over(times, id)
  }
  return new Set(ids.filter(isOver))
}

/**
 * Forgets the answers that `answers` picks, and the offline copies of the attempts whose id
 * `paper` picks.
 */
export async function dropKept(
  answers: (kept: StoredAttempt, id: string) => boolean,
  paper: (id: string) => boolean,
): Promise<void> {
  const gone = new Set<string>()
  for (const [id, kept] of await readAllKept()) if (answers(kept, id)) gone.add(outboxKey(id))
  for (const key of Object.keys(tryStorage(() => localStorage) ?? {})) {
    if (!key.startsWith(keptPrefix)) continue
    // Read anew: another window may just have kept an answer. What cannot be read is no use.
    const kept = parseKept(tryStorage(() => localStorage.getItem(key)) ?? '')
    if (kept !== null && !answers(kept, key.slice(keptPrefix.length))) gone.delete(key)
    else tryStorage(() => localStorage.removeItem(key))
  }
  const all = await allKeys()
  const papers = all.flatMap(idOfCopy).filter(paper)
  const dropped = [
    ...all.filter((key) => gone.has(key)),
    ...papers.flatMap((id) => [copyKey(id), timesKey(id)]),
  ]
  if (dropped.length > 0) await delMany(dropped, db()).catch(() => undefined)
}

const allKeys = (): Promise<string[]> => keys<string>(db()).catch(() => [])

const idOfCopy = (key: string): string[] =>
  key.startsWith(copyPrefix) ? [key.slice(copyPrefix.length)] : []

/** The entries of these keys that are there. */
async function valuesOf(all: string[]): Promise<[string, unknown][]> {
  if (all.length === 0) return []
  const values = await getMany<unknown>(all, db()).catch(() => [])
  return all.flatMap((key, n): [string, unknown][] =>
    values[n] === undefined ? [] : [[key, values[n]]],
  )
}

type Owned = { user: string } | null | undefined

/** Whether this is kept for somebody other than `user`, who must neither see nor replace it. */
const isOthers = (kept: Owned, user: string | null) =>
  kept != null && user !== null && kept.user !== user

const own = (kept: StoredAttempt | null | undefined, user: string | null) =>
  kept != null && !isOthers(kept, user) ? kept : null

/** Reads a kept text back; null when it is not whole (cut off, or of another version). */
export function parseKept(text: string): StoredAttempt | null {
  const kept: unknown = tryStorage(() => JSON.parse(text))
  return isKept(kept) ? kept : null
}

function isKept(value: unknown): value is StoredAttempt {
  const kept = (isObject(value) ? value : {}) as Partial<StoredAttempt>
  const box = kept.outbox
  return (
    typeof kept.user === 'string' &&
    typeof box?.revision === 'number' &&
    isRecordOf(box.answers, isAnswer) &&
    isRecordOf(box.review, isEntry) &&
    isRecordOf(box.seen, isBoolean) &&
    (box.marks === undefined || isRecordOf(box.marks, isBoolean)) &&
    isRecordOf(kept.revealed, isObject) &&
    typeof kept.clock?.offset === 'number' &&
    typeof kept.clock.last === 'number' &&
    (kept.timing === undefined || isTiming(kept.timing))
  )
}

function isCopy(value: unknown): value is OfflineCopy {
  const { user, attempt, paper } = (isObject(value) ? value : {}) as Partial<OfflineCopy>
  return (
    typeof user === 'string' &&
    isObject(attempt) &&
    isObject(attempt.exam) &&
    isObject(attempt.assessment) &&
    Array.isArray(paper?.subjects)
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isRecordOf = (value: unknown, each: (value: unknown) => boolean) =>
  isObject(value) && Object.values(value).every(each)
const isTiming = ({ deadline, powerSafe }: Partial<Timing>) =>
  (deadline === null || typeof deadline === 'number') &&
  (powerSafe === null ||
    (typeof powerSafe?.heardAt === 'number' && typeof powerSafe.pauseLeft === 'number'))
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isEntry = (value: unknown): value is Entry<unknown> =>
  isObject(value) && typeof value.at === 'number' && typeof value.acked === 'boolean'
const isAnswer = (value: unknown): value is AnswerEntry =>
  isEntry(value) &&
  (value.value === null || typeof value.value === 'string') &&
  ['question', 'theory'].includes((value as AnswerEntry).kind)
