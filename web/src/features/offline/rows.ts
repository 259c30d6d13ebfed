// What the screen shows of an exam's packs: what can be downloaded beside what is on the device.
import type { Ref } from '@/shared/api/types'
import { formatNaira, formatNumber } from '@/shared/i18n/format'
import type { PackEntry } from '@/shared/offline/database'
import { packIdOnDevice, type ShelfEntry } from '@/shared/offline/shelf'
import { offlineTexts } from './messages'

export interface Row {
  id: string
  subject: { _id: string; title: string }
  year: number
  questions: number
  bytes: number
  pictures: number
  /** As the server offers it; null where it no longer does, or could not be asked. */
  entry: PackEntry | null
  /** As it is on the device; null where it is not. */
  held: ShelfEntry | null
  state: 'missing' | 'there' | 'outdated' | 'evicted'
  locked: boolean
}

export interface SubjectRows {
  _id: string
  title: string
  rows: Row[]
}

/**
 * By subject in alphabetical order, the latest year first. `university` is the one whose packs are
 * offered.
 */
export function rowsOf(
  offered: PackEntry[] | null,
  shelf: ShelfEntry[],
  university: Ref | null = null,
): SubjectRows[] {
  const held = new Map(shelf.map((one) => [one.id, one]))
  const rows = (offered ?? []).map((entry): Row => {
    const id = packIdOnDevice(entry._id, university)
    const own = held.get(id) ?? null
    held.delete(id)
    const { subject, year, questions, bytes, pictures } = entry
    const locked = entry.locked || own?.locked === true
    return {
      id,
      subject,
      year,
      questions,
      bytes,
      pictures,
      entry,
      held: own,
      locked,
      state: stateOf(own, entry),
    }
  })
  for (const own of held.values()) {
    const { id, subject, year, questions, bytes, pictures, locked } = own
    rows.push({
      id,
      subject,
      year,
      questions,
      bytes,
      pictures,
      entry: null,
      held: own,
      locked,
      state: stateOf(own, null),
    })
  }
  const subjects = new Map<string, SubjectRows>()
  for (const row of rows.sort((a, b) => b.year - a.year)) {
    const { _id, title } = row.subject
    const of = subjects.get(_id) ?? { _id, title, rows: [] }
    of.rows.push(row)
    subjects.set(_id, of)
  }
  return [...subjects.values()].sort((a, b) => a.title.localeCompare(b.title))
}

function stateOf(held: ShelfEntry | null, entry: PackEntry | null): Row['state'] {
  if (!held) return 'missing'
  if (held.evicted) return 'evicted'
  return entry && entry.revision !== held.revision ? 'outdated' : 'there'
}

export const isThere = ({ state }: Row) => state === 'there' || state === 'outdated'

/** What a download of these rows would fetch: a locked pack is not given out. */
export const toFetch = (rows: Row[], states: Row['state'][]): PackEntry[] =>
  rows.flatMap(({ entry, state, locked }) =>
    entry && !locked && states.includes(state) ? [entry] : [],
  )

/** The first packs whose questions together stay within the limit. */
export function within(entries: PackEntry[], leftToday: number | null): PackEntry[] {
  if (leftToday === null) return entries
  let left = leftToday
  return entries.filter(({ questions }) => {
    if (questions > left) return false
    left -= questions
    return true
  })
}

// Sizes and what they cost, as students read them.

const MB = 1_000_000
/**
 * The price of a megabyte of mobile data in naira. MTN Nigeria has sold 1 GB for ₦500 since the tariffs
 * of February 2025; the other networks are close to it.
 */
const NAIRA_PER_MB = 0.5

/** "15 KB" or "0.6 MB". */
export function sizeText(bytes: number): string {
  if (bytes < MB / 10)
    return offlineTexts.kilobytes(formatNumber(Math.max(1, Math.round(bytes / 1000))))
  return offlineTexts.megabytes(formatNumber(Math.round(bytes / (MB / 10)) / 10))
}

/** "about ₦0.30". */
export function costText(bytes: number): string {
  const naira = (bytes / MB) * NAIRA_PER_MB
  if (naira >= 10) return offlineTexts.cost(formatNaira(naira))
  return offlineTexts.cost(`₦${Math.max(0.01, naira).toFixed(2)}`)
}
