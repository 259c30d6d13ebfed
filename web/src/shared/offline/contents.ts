// What the packs on the shelf hold, and the packs that were opened last. Starting a test opens those it
// draws from and no other.

import { promisifyRequest } from 'idb-keyval'
import type { Ref } from '@/shared/api/types'
import { all, type Pack, type PackQuestion, put, type Stores, transact } from './database'
import type { DrawnFrom, Pool } from './paper'
import { listShelf, readPack, type ShelfEntry } from './shelf'

/** A question of a pack, without what it asks. */
export interface Listed extends DrawnFrom {
  pack: string
  version: number
}

/** A pack that can be opened, with its questions. */
export interface Contents extends Pool<Listed> {
  entry: ShelfEntry
  /** Its topics with their sections, in the order of the bank. */
  topics: { topic: Ref; sections: Ref[] }[]
}

/** Whether a pack can be opened now. */
export const isOpen = ({ locked, evicted }: ShelfEntry) => !locked && !evicted

/** The packs on the shelf that can be opened now, with their questions. */
export async function readContents(
  account: string,
  isWanted: (entry: ShelfEntry) => boolean = () => true,
): Promise<Contents[]> {
  const [shelf, indexes] = await Promise.all([listShelf(account), readIndexes(account)])
  const found: Contents[] = []
  for (const entry of shelf) {
    if (!isOpen(entry) || !isWanted(entry)) continue
    const known = indexes.get(entry.id)
    const index = known?.revision === entry.revision ? known : await indexNow(account, entry)
    if (index) found.push(contentsOf(entry, index))
  }
  return found
}

/** Of a pack that was stored without one, or on a device that was full. */
async function indexNow(account: string, entry: ShelfEntry): Promise<PackIndex | null> {
  const pack = await openPack(account, entry)
  return pack && indexPack(account, entry.id, pack)
}

function contentsOf(entry: ShelfEntry, { questions, titles }: PackIndex): Contents {
  const ref = (id: string): Ref => ({ _id: id, title: titles[id] ?? '' })
  const topics = new Map<string, Map<string, Ref>>()
  for (const [, , topic, section] of questions) {
    const sections = topics.get(topic) ?? new Map<string, Ref>()
    topics.set(topic, sections.set(section, ref(section)))
  }
  return {
    entry,
    subject: entry.subject._id,
    year: entry.year,
    questions: questions.map(([id, version, topic, section, group]) => ({
      ...{ id, version, topic, section, pack: entry.id },
      // Another pack may use the same name.
      group: group && `${entry.id} ${group}`,
    })),
    topics: [...topics].map(([topic, sections]) => ({
      topic: ref(topic),
      sections: [...sections.values()],
    })),
  }
}

/** The packs opened last, so that what was made ready is not opened again by the start. */
const opened = new Map<string, Promise<Pack | null>>()
/** Mistakes of all years come from one pack for each year of each subject. */
const MOST_OPENED = 80

/** Opens a pack, or takes it from those opened last. Says nothing of locks: `listShelf` does. */
export function openPack(
  account: string,
  { id, revision }: Pick<ShelfEntry, 'id' | 'revision'>,
): Promise<Pack | null> {
  const key = `${account} ${id} ${revision}`
  const known = opened.get(key)
  if (known) return known
  const pack = readPack(account, id)
  opened.set(key, pack)
  // What could not be opened may be another time.
  const forget = () => void (opened.get(key) === pack && opened.delete(key))
  pack.then((found) => found ?? forget(), forget)
  for (const oldest of opened.keys()) {
    if (opened.size <= MOST_OPENED) break
    opened.delete(oldest)
  }
  return pack
}

/** Says of a subject whether a running mock keeps its packs shut. */
export async function lockedSubjects(account: string): Promise<(subject: Ref) => boolean> {
  const locks = await all('locks', account)
  return ({ _id }) => locks.some(([, { subjects }]) => subjects.includes(_id))
}

// Which questions a pack holds, by id, topic and section: enough to count and to choose from packs without
// opening them. Has no question, key or explanation, and is not sealed.

interface PackIndex {
  revision: number
  questions: [id: string, version: number, topic: string, section: string, group: string | null][]
  /** Of topics and sections, by id. */
  titles: Record<string, string>
}

type Key = Stores['tests']['key']
const PREFIX = 'index.'
// The character after the dot is the slash.
const range = (account: string) => IDBKeyRange.bound([account, PREFIX], [account, 'index/'])

/** The questions of a pack in the order of the bank. */
function inOrder({ order, questions }: Pick<Pack, 'order' | 'questions'>): PackQuestion[] {
  const byId = new Map(questions.map((one) => [one._id, one]))
  return order.flatMap(([id]) => byId.get(id) ?? [])
}

/** Stores the index of a pack and returns it. `id` is its id on this device. One without room goes without. */
export async function indexPack(account: string, id: string, pack: Pack): Promise<PackIndex> {
  const titles: PackIndex['titles'] = {}
  const questions = inOrder(pack).map((one): PackIndex['questions'][number] => {
    titles[one.topic._id] = one.topic.title
    titles[one.section._id] = one.section.title
    return [one._id, one.version, one.topic._id, one.section._id, one.group || null]
  })
  const index = { revision: pack.revision, questions, titles }
  await put('tests', [account, PREFIX + id], index).catch(() => undefined)
  return index
}

/** The stored indexes by the id of their pack. */
const readIndexes = (account: string): Promise<Map<string, PackIndex>> =>
  transact(['tests'], 'readonly', async (reach) => {
    const [keys, values] = await Promise.all([
      promisifyRequest(reach('tests').getAllKeys(range(account))),
      promisifyRequest<PackIndex[]>(reach('tests').getAll(range(account))),
    ])
    return new Map(values.map((value, i) => [(keys[i] as Key)[1].slice(PREFIX.length), value]))
  })
