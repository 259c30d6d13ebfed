// What the packs on the shelf hold, and the packs that were opened last. Starting a test opens those it
// draws from and no other.
import type { Ref } from '@/shared/api/types'
import { all, type Pack } from './database'
import { indexPack, type PackIndex, readIndexes } from './packIndex'
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

/** The packs opened last, so that other choices do not decrypt them again. */
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
