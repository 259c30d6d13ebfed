// The shelf: the packs of questions on this device. A pack is stored whole or not at all, each as soon
// as it has arrived, so that a download that breaks off goes on where it stopped.

import { queryClient } from '@/shared/api/client'
import { ApiError } from '@/shared/api/errors'
import type { Attempt, Ref } from '@/shared/api/types'
import { findPack, findPacks } from './calls'
import {
  all,
  allKeys,
  change,
  clear,
  get,
  type Pack,
  type PackEntry,
  type PackList,
  type PackQuestion,
  put,
  type StoredHead,
  type StoredList,
  transact,
  remove as withdraw,
} from './database'
import { shelfTexts } from './messages'
import { expectedPacks, expectNoMore, expectPack, indexPack } from './packIndex'
import { clearPictures, hasPictures, removePictures, storePictures } from './pictures'
import { forgetKeys } from './queryStore'
import { createKey, isOver, keyOf, open, seal } from './sealing'
import { DEVICE_TESTS } from './testIds'

/** What the shelf says of a pack. */
export interface ShelfEntry extends StoredHead {
  id: string
  /** A mock of its subject runs: it cannot be opened until the result is there. */
  locked: boolean
  /** It was downloaded, and the browser has deleted it since. */
  evicted: boolean
}

/** How far a download is. */
export interface Progress {
  /** Packs. */
  done: number
  of: number
  /** Bytes by the entries' sizes. */
  bytes: number
  ofBytes: number
  /** What is fetched now; null at the end. */
  current: PackEntry | null
}

/** A pack that could not be fetched, while others could. */
export interface Missed {
  entry: PackEntry
  error: ApiError
}

/** Which exam packs are of; the university where its exam has one each. */
export interface Source {
  examId: string
  university: Ref | null
}

/** The same by ids alone. */
interface SourceId {
  examId: string
  university: Pick<Ref, '_id'> | null
}

/**
 * The id of a pack on this device. Universities share the year of a subject, and each has questions of
 * its own in it.
 */
export const packIdOnDevice = (pack: string, university: SourceId['university']) =>
  university === null ? pack : `${pack} ${university._id}`

/** Every pack that should be on this device, by exam, university, subject and year (the latest first). */
export async function listShelf(account: string): Promise<ShelfEntry[]> {
  const { entries } = await compare(account)
  return entries
}

/**
 * Compares what should be on this device with what is there. Forgets packs whose time is over, and
 * names those that the browser has deleted.
 */
export async function compare(
  account: string,
): Promise<{ entries: ShelfEntry[]; evicted: ShelfEntry[] }> {
  const key = await keyOf(account)
  const [heads, bodies, locks] = await Promise.all([
    all('heads', account),
    allKeys('packs', account),
    all('locks', account),
  ])
  const locked = new Set(locks.flatMap(([, lock]) => lock.subjects))
  // Without its key a pack is no use: it was evicted with it.
  const there = new Set(key ? bodies.map(([, id]) => id) : [])
  const found = new Map<string, StoredHead>()
  for (const { id, ...head } of expectedPacks(account)) found.set(id, head)
  for (const [[, id], head] of heads) found.set(id, head)
  const over = [...found].filter(([, head]) => isOver(head.keepUntil)).map(([id]) => id)
  if (over.length > 0) await remove(account, over)
  const entries = [...found]
    .filter(([id]) => !over.includes(id))
    .map(
      ([id, head]): ShelfEntry => ({
        ...head,
        id,
        locked: locked.has(head.subject._id),
        evicted: !there.has(id),
      }),
    )
    .sort(bySubject)
  return { entries, evicted: entries.filter(({ evicted }) => evicted) }
}

const bySubject = (a: ShelfEntry, b: ShelfEntry) =>
  a.exam.title.localeCompare(b.exam.title) ||
  (a.university?.title ?? '').localeCompare(b.university?.title ?? '') ||
  a.subject.title.localeCompare(b.subject.title) ||
  b.year - a.year

/**
 * A pack's questions. Null where it cannot be opened: it is not there (any more), a mock of its
 * subject runs, its time is over, or it belongs to another account. `listShelf` says which.
 */
export async function readPack(account: string, id: string): Promise<Pack | null> {
  const [key, head, body, locks] = await Promise.all([
    keyOf(account),
    get('heads', [account, id]),
    get('packs', [account, id]),
    all('locks', account),
  ])
  if (!key || !head || !body || isOver(head.keepUntil)) return null
  if (locks.some(([, { subjects }]) => subjects.includes(head.subject._id))) return null
  return (await open(key, body)) as Pack
}

/** Asks the server which packs of an exam there are, and stores the answer for later. */
export async function refreshList(
  account: string,
  source: SourceId,
  signal?: AbortSignal,
): Promise<StoredList> {
  const { examId, university } = source
  const stored = {
    list: await findPacks(examId, university?._id ?? null, signal),
    readAt: new Date().toISOString(),
  }
  // The list on screen is right, stored or not.
  await put('lists', listKey(account, source), stored)
    .then(() => renew(account, university, stored.list))
    .catch(() => undefined)
  return stored
}

/** A plan that was renewed, or ended early, changes how long its packs are kept. */
async function renew(
  account: string,
  university: SourceId['university'],
  { packs, keepUntil }: PackList,
): Promise<void> {
  const offered = new Set(packs.map(({ _id }) => packIdOnDevice(_id, university)))
  const heads = (await all('heads', account)).filter(
    ([[, id], head]) => offered.has(id) && head.keepUntil !== keepUntil,
  )
  if (heads.length === 0 || !(await keyOf(account))) return
  await createKey(account, keepUntil)
  await transact(['heads'], 'readwrite', (reach) => {
    for (const [key, head] of heads) reach('heads').put({ ...head, keepUntil }, key)
  })
  for (const [[, id], head] of heads) expectPack(account, { id, ...head, keepUntil })
}

/** The list of an exam's packs that was read last; null without one. */
export const lastList = async (account: string, source: SourceId): Promise<StoredList | null> =>
  (await get('lists', listKey(account, source))) ?? null

const listKey = (account: string, { examId, university }: SourceId): [string, string] => [
  account,
  university === null ? examId : `${examId} ${university._id}`,
]

export interface DownloadRequest {
  source: Source
  /** The server's list, which says how long the packs are kept. */
  list: PackList
  /** Those of the list to fetch. */
  entries: PackEntry[]
  /** Whether to fetch their pictures too; a pack whose pictures are here gets them in any case. */
  withPictures?: boolean
}

interface DownloadOptions {
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/**
 * Fetches packs one after the other and stores each as soon as it has arrived; those that are held in
 * their newest revision are not fetched again. Of an older revision, only questions that are new or
 * have changed are fetched. A pack that the server refuses alone is returned, and the rest goes on.
 *
 * @throws {ApiError} without a network or plan, at the daily limit, or where downloads are switched off
 * @throws {StorageFull} @throws {StorageRefused}
 */
export async function download(
  account: string,
  { source, list, entries, withPictures = false }: DownloadRequest,
  { onProgress, signal }: DownloadOptions,
): Promise<Missed[]> {
  const { university } = source
  const { keepUntil } = list
  const held = new Map((await listShelf(account)).map((one) => [one.id, one]))
  const key = await createKey(account, keepUntil)
  const missed: Missed[] = []
  const progress: Progress = {
    done: 0,
    of: entries.length,
    bytes: 0,
    ofBytes: sum(entries),
    current: null,
  }
  for (const entry of entries) {
    onProgress({ ...progress, current: entry })
    signal.throwIfAborted()
    const id = packIdOnDevice(entry._id, university)
    const old = held.get(id)
    const isNew = !old || old.evicted || old.revision !== entry.revision
    try {
      const before = old && !old.evicted ? await readHeld(account, key, id) : null
      const pack = before && !isNew ? before : await fetchPack(source, entry._id, before, signal)
      if (pack !== before) await store(account, key, { pack, entry, university, keepUntil })
      if (withPictures || (await hasPictures(id))) await storePictures(id, pack, signal)
    } catch (thrown) {
      if (!isOfOnePack(thrown)) throw thrown
      missed.push({ entry, error: thrown })
    }
    progress.done += 1
    progress.bytes += entry.bytes
  }
  onProgress(progress)
  return missed
}

export const sum = (entries: { bytes: number }[]) =>
  entries.reduce((all, { bytes }) => all + bytes, 0)

/** Whether the server refuses this pack alone: it is gone, or a mock of its subject runs. */
const isOfOnePack = (thrown: unknown): thrown is ApiError =>
  thrown instanceof ApiError && (thrown.status === 404 || thrown.reason === 'in-running-mock')

/** A held pack, also while it is locked: an update shows nothing of it. */
async function readHeld(account: string, key: CryptoKey, id: string): Promise<Pack | null> {
  const body = await get('packs', [account, id])
  // What cannot be opened is fetched whole.
  return body ? ((await open(key, body).catch(() => null)) as Pack | null) : null
}

/** The most questions of one call (API). */
const AT_ONCE = 25

async function fetchPack(
  { examId, university }: Source,
  id: string,
  held: Pack | null,
  signal: AbortSignal,
): Promise<Pack> {
  const at = { examId, university: university?._id ?? null, id }
  if (!held) return requireComplete(await findPack(at, 'all', signal))
  const head = await findPack(at, 'none', signal)
  const known = new Map(held.questions.map((one) => [one._id, one]))
  const asked = head.order.flatMap(([id, version]) =>
    known.get(id)?.version === version ? [] : [id],
  )
  // A whole pack in one call is compressed better.
  if (asked.length > head.order.length / 2)
    return requireComplete(await findPack(at, 'all', signal))
  for (let i = 0; i < asked.length; i += AT_ONCE) {
    const part = await findPack(at, asked.slice(i, i + AT_ONCE), signal)
    for (const question of part.questions) known.set(question._id, question)
  }
  const questions = head.order.flatMap(([id]): PackQuestion[] => {
    const one = known.get(id)
    return one ? [one] : []
  })
  return requireComplete({ ...head, questions })
}

/** A pack with exactly the questions that it names; a change on the server meanwhile is an error. */
function requireComplete(pack: Pack): Pack {
  const found = new Map(pack.questions.map(({ _id, version }) => [_id, version]))
  if (pack.order.every(([id, version]) => found.get(id) === version)) return pack
  throw new ApiError(0, 'incomplete', shelfTexts.changed)
}

interface FetchedPack {
  pack: Pack
  /** Its entry in the server's list. */
  entry: PackEntry
  university: Ref | null
  keepUntil: string | null
}

async function store(
  account: string,
  key: CryptoKey,
  { pack, entry, university, keepUntil }: FetchedPack,
): Promise<void> {
  const id = packIdOnDevice(pack._id, university)
  const sealed = await seal(key, pack)
  const { exam, subject, year, revision, order } = pack
  const head: StoredHead = {
    exam: { _id: exam._id, title: exam.title, slug: exam.slug },
    university: university && { _id: university._id, title: university.title },
    subject: { _id: subject._id, title: subject.title },
    year,
    questions: order.length,
    bytes: entry.bytes,
    pictures: entry.pictures,
    revision,
    downloadedAt: new Date().toISOString(),
    keepUntil,
  }
  await transact(['heads', 'packs'], 'readwrite', (reach) => {
    reach('heads').put(head, [account, id])
    reach('packs').put(sealed, [account, id])
  })
  expectPack(account, { id, ...head })
  await indexPack(account, id, pack)
}

/** Removes packs from this device. */
export async function remove(account: string, ids: string[]): Promise<void> {
  // First: what is removed was not evicted.
  expectNoMore(account, ids)
  await removePictures(ids).catch(() => undefined)
  await transact(['heads', 'packs'], 'readwrite', (reach) => {
    for (const id of ids) {
      reach('heads').delete([account, id])
      reach('packs').delete([account, id])
    }
  })
}

/** Shuts the packs of a mock's subjects on this device, from its start. */
export async function lockSubjects(
  account: string,
  attemptId: string,
  subjects: string[],
): Promise<void> {
  await put('locks', [account, attemptId], { subjects, at: Date.now() })
  forgetKeys(queryClient)
  showLocks()
}

/** Opens them again: the mock's result is there. */
export async function unlock(account: string, attemptId: string): Promise<void> {
  await withdraw('locks', [account, attemptId])
  showLocks()
}

/** Screens that offer packs read anew which of them are shut. */
const showLocks = () => void queryClient.invalidateQueries({ queryKey: [DEVICE_TESTS, 'overview'] })

/**
 * Follows the server's list of running tests, which was asked for at `askedAt` (milliseconds): shuts
 * the packs of every mock among them, and opens those of mocks that are over.
 */
export async function followMocks(
  account: string,
  running: Attempt[],
  askedAt: number,
): Promise<void> {
  const mocks = running.filter(({ assessment }) => assessment.slug === 'mock')
  let hasChanged = false
  for (const { _id, subjects, ahead } of mocks) {
    // Fetched ahead, and not opened as far as the server knows: this device locks them at the opening.
    if (ahead?.openedAt === null) continue
    const ids = subjects.map((one) => one._id)
    await change('locks', [account, _id], (known) => {
      hasChanged ||= known === undefined
      return known ?? { subjects: ids, at: askedAt }
    })
  }
  for (const [key, { at }] of await all('locks', account)) {
    // One that was started after the question is not in the answer.
    if (at > askedAt || mocks.some(({ _id }) => _id === key[1])) continue
    await withdraw('locks', key)
    hasChanged = true
  }
  if (hasChanged) showLocks()
}

/** Deletes everything of the account from this device: key, packs, tests, and what was read. */
export async function clearAccount(account: string): Promise<void> {
  expectNoMore(account)
  await clear(['keys', 'heads', 'packs', 'tests', 'lists', 'locks', 'answers'], account)
  await clearPictures().catch(() => undefined)
}
