// The database of practice without internet: packs of questions, the key that opens them, the tests
// that were taken, the last lists of the server, and responses of the server that were read before.
import { TimeoutError, withTimeout } from 'es-toolkit'
import { promisifyRequest } from 'idb-keyval'
import type { components } from '@/shared/api/schema'
import type { Quiz } from '@/shared/api/types'
import { abort, whileShown } from '@/shared/device/keptPage'
import { DATABASE_OPENING } from '@/shared/timeouts'

/** The account's key on this device. */
export interface StoredKey {
  /** Not extractable: the browser uses it without ever showing its bytes to a script. */
  key: CryptoKey
  /** When it must be deleted (ISO); null without an end. */
  keepUntil: string | null
  /** The latest time that was seen, in milliseconds: a clock set back does not make it last longer. */
  seen: number
}

/** What the shelf says of a pack without opening it. */
export interface StoredHead {
  exam: { _id: string; title: string; slug: string }
  /** For POST UTME; missing in packs of earlier versions of the app. */
  university?: { _id: string; title: string } | null
  subject: { _id: string; title: string }
  year: number
  questions: number
  /** Of the download. */
  bytes: number
  pictures: number
  revision: number
  /** ISO. */
  downloadedAt: string
  /** When this pack must be deleted (ISO): its plan's end plus 7 days. */
  keepUntil: string | null
}

/** The last list of an exam's packs, with the time at which it was read (ISO). */
export interface StoredList {
  list: PackList
  readAt: string
}

/** A subject whose packs stay shut while a mock of it runs. */
interface StoredLock {
  /** The ids of the mock's subjects. */
  subjects: string[]
  /** When the mock was started on this device or first seen, in milliseconds. */
  at: number
}

/** A response of the server that was read before. */
interface StoredQuery {
  /** TanStack's query key. */
  key: readonly unknown[]
  data: unknown
  /** When the server gave it, in milliseconds. */
  at: number
  /** Its size in characters of JSON. */
  size: number
}

/** The stores with the type of their keys and values. The first part of each key is the account. */
export interface Stores {
  keys: { key: [account: string]; value: StoredKey }
  heads: { key: [account: string, packId: string]; value: StoredHead }
  /** Sealed packs. */
  packs: { key: [account: string, packId: string]; value: ArrayBuffer }
  /** Tests that were taken without internet; `log.ts` knows their shape. */
  tests: { key: [account: string, testId: string]; value: unknown }
  lists: { key: [account: string, examId: string]; value: StoredList }
  locks: { key: [account: string, attemptId: string]; value: StoredLock }
  answers: { key: [account: string, query: string]; value: StoredQuery }
}

type StoreName = keyof Stores
const names: StoreName[] = ['keys', 'heads', 'packs', 'tests', 'lists', 'locks', 'answers']

/** The device has no room left. Nothing of the write was stored. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** The browser stores nothing here: a private window, a setting, or no answer in time. */
export class StorageRefused extends Error {
  override name = 'StorageRefused'
}

const DATABASE = 'sabi-offline'
const VERSION = 1

let opening: Promise<IDBDatabase> | null = null

function connect(): Promise<IDBDatabase> {
  opening ??= withTimeout(open, DATABASE_OPENING).catch((thrown) => {
    opening = null
    throw thrown
  })
  return opening
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.onupgradeneeded = () => {
    const { result } = request
    for (const name of names) {
      if (!result.objectStoreNames.contains(name)) result.createObjectStore(name)
    }
  }
  const database = await promisifyRequest(request)
  const forget = () => {
    opening = null
  }
  database.onclose = forget
  // A newer version of the app, in another tab, wants to change it.
  database.onversionchange = () => {
    database.close()
    forget()
  }
  return database
}

/** Closes the connection; the next call opens it again. For tests that play a restart. */
export async function disconnect(): Promise<void> {
  const database = await opening?.catch(() => null)
  database?.close()
  opening = null
}

type Reach = <N extends StoreName>(store: N) => IDBObjectStore

/**
 * Runs `work` in one transaction over these stores and resolves with its value once everything is on
 * the disk. If any of it fails, nothing of it is stored. `work` may wait for requests of these stores
 * alone: a transaction ends as soon as nothing of it is under way. If the page is left meanwhile, `work` runs
 * again when it is shown again.
 *
 * @throws {StorageFull} @throws {StorageRefused}
 */
export async function transact<T>(
  stores: StoreName[],
  mode: IDBTransactionMode,
  work: (reach: Reach) => T | Promise<T>,
): Promise<T> {
  const once = async (follow: (transaction: IDBTransaction) => void) => {
    const database = await connect()
    const transaction = database.transaction(stores, mode, { durability: 'strict' })
    follow(transaction)
    const done = promisifyRequest(transaction)
    done.catch(() => undefined)
    try {
      const value = await work((store) => transaction.objectStore(store))
      await done
      return value
    } catch (thrown) {
      abort(transaction)
      // Says more than the failed request when the disk is full.
      throw transaction.error ?? thrown
    }
  }
  try {
    return await whileShown(once)
  } catch (thrown) {
    throw named(thrown)
  }
}

function named(thrown: unknown): unknown {
  if (thrown instanceof StorageFull || thrown instanceof StorageRefused) return thrown
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  if (name === 'QuotaExceededError') return new StorageFull(undefined, { cause: thrown })
  // An error of the work itself is the caller's.
  if (!(thrown instanceof DOMException || thrown instanceof TimeoutError || isMissing()))
    return thrown
  return new StorageRefused(undefined, { cause: thrown })
}

const isMissing = () => typeof indexedDB === 'undefined'

/** The value under the key; undefined without one. */
export const get = <N extends StoreName>(store: N, key: Stores[N]['key']) =>
  transact([store], 'readonly', (reach) =>
    promisifyRequest<Stores[N]['value'] | undefined>(reach(store).get(key)),
  )

/** Stores the value; resolves when it is on the disk. */
export const put = <N extends StoreName>(
  store: N,
  key: Stores[N]['key'],
  value: Stores[N]['value'],
): Promise<void> =>
  transact([store], 'readwrite', async (reach) => {
    await promisifyRequest(reach(store).put(value, key))
  })

/**
 * Replaces the value by `turn` of it, in one transaction, so that no other tab's change is lost.
 * Undefined removes it.
 */
export const change = <N extends StoreName>(
  store: N,
  key: Stores[N]['key'],
  turn: (value: Stores[N]['value'] | undefined) => Stores[N]['value'] | undefined,
): Promise<Stores[N]['value'] | undefined> =>
  transact([store], 'readwrite', async (reach) => {
    const at = reach(store)
    const next = turn(await promisifyRequest<Stores[N]['value'] | undefined>(at.get(key)))
    if (next === undefined) await promisifyRequest(at.delete(key))
    else await promisifyRequest(at.put(next, key))
    return next
  })

export const remove = <N extends StoreName>(store: N, key: Stores[N]['key']): Promise<void> =>
  transact([store], 'readwrite', (reach) => promisifyRequest(reach(store).delete(key)))

/** All keys and values of an account, in the order of the keys. */
export const all = <N extends StoreName>(store: N, account: string) =>
  transact([store], 'readonly', async (reach) => {
    const at = reach(store)
    const range = of(account)
    const [keys, values] = await Promise.all([
      promisifyRequest(at.getAllKeys(range)),
      promisifyRequest<Stores[N]['value'][]>(at.getAll(range)),
    ])
    return values.map((value, i): [Stores[N]['key'], Stores[N]['value']] => [
      keys[i] as Stores[N]['key'],
      value,
    ])
  })

/** All keys of an account; reads no values. */
export const allKeys = <N extends StoreName>(store: N, account: string) =>
  transact([store], 'readonly', (reach) =>
    promisifyRequest(reach(store).getAllKeys(of(account))),
  ) as Promise<Stores[N]['key'][]>

/** Removes everything of an account from these stores at once. */
export const clear = (stores: StoreName[], account: string): Promise<void> =>
  transact(stores, 'readwrite', async (reach) => {
    await Promise.all(stores.map((store) => promisifyRequest(reach(store).delete(of(account)))))
  })

/** Every key of an account: arrays sort after all strings. */
const of = (account: string) => IDBKeyRange.bound([account], [account, []])

// What the server sends and takes for practice without internet, from the generated types.

type Schemas = components['schemas']

/** The packs of an exam that the student may hold. */
export type PackList = Schemas['PackList']
export type PackEntry = Schemas['PackEntry']
/** The questions of a subject in one year, with keys and explanations. */
export type Pack = Schemas['Pack']
export type PackQuestion = Schemas['PackQuestion']
/** A test that was taken without internet, as it is handed in. */
export type OfflineTest = Schemas['OfflineTest']
export type OfflineAnswer = Schemas['OfflineQuestion']
/** What became of a test that was handed in. */
export type SyncedTest = Schemas['SyncedTest']
/** What a result of a test that was taken without internet says beside its score. */
export type OfflineMarks = NonNullable<Quiz['offline']>

// The room that the browser gives to this site.

/** Encryption and indexes, and what other screens store meanwhile. */
const SPARE = 1_000_000

/** Whether this many bytes surely fit; true where the browser does not say how much room there is. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  if (estimate?.quota === undefined) return true
  return estimate.quota - (estimate.usage ?? 0) >= bytes * 2 + SPARE
}

/** Asks that the browser deletes nothing of ours when it needs room; whether it agreed. */
export const persist = async (): Promise<boolean> =>
  (await navigator.storage?.persist?.().catch(() => false)) ?? false
