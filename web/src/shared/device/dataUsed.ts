// How many bytes tests have used on this device: each test, by its attempt, whose id its result shares,
// and all tests of a day.
import { DAY, formatDay } from '@/shared/i18n/format'
import { tryStorage } from './tryStorage'

export const byTest = 'sabi.used'
/** Only so many are kept; the oldest are deleted. */
const MOST = 60
/** Approximate bytes of a request with its cookie: browsers report only the size of the answer. */
const REQUEST = 700

/** The same by day, the latest first. */
export const byDay = 'sabi.used-by-day'
/** Days that are kept, today among them. */
export const days = 7

type Used = [id: string, bytes: number][]

export function allUsed(key: typeof byTest | typeof byDay): Used {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(key) ?? '[]'))
  return Array.isArray(kept) ? kept.filter(isUsed) : []
}

const isUsed = (one: unknown): one is Used[number] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number'

/** The bytes of a request and its answer; 0 if the answer came from the cache. */
export const bytesOf = ({ transferSize = 0 }: Pick<PerformanceResourceTiming, 'transferSize'>) =>
  transferSize > 0 ? transferSize + REQUEST : 0

/** Adds to the bytes that a test has used. */
export function addUsed(id: string, bytes: number): void {
  if (!(bytes > 0)) return
  add(byTest, id, bytes, MOST)
  add(byDay, dayBefore(0), bytes, days)
}

function add(key: typeof byTest | typeof byDay, id: string, bytes: number, most: number): void {
  const kept = allUsed(key)
  const before = kept.find(([one]) => one === id)?.[1] ?? 0
  const used = [[id, before + bytes], ...kept.filter(([one]) => one !== id)].slice(0, most)
  tryStorage(() => localStorage.setItem(key, JSON.stringify(used)))
}

/** A day where the student is, as `YYYY-MM-DD`. */
export const dayBefore = (days: number) =>
  formatDay(new Date(Date.now() - days * DAY).toISOString())

/** Adds the bytes of the last answer to this call. */
export function addCall(id: string, path: string): void {
  const entries = performance.getEntriesByName(`${window.location.origin}${path}`)
  const last = entries.at(-1) as PerformanceResourceTiming | undefined
  if (last) addUsed(id, bytesOf(last))
}

// Reads how many bytes tests have used on this device.

/** What tests have used in the last seven days, and the first of these days that is known of. */
export function usedLately(): { bytes: number; since: string } | null {
  const first = dayBefore(days - 1)
  const used = allUsed(byDay).filter(([day]) => day >= first)
  if (used.length === 0) return null
  const bytes = used.reduce((sum, [, one]) => sum + one, 0)
  const since = used.reduce((least, [day]) => (day < least ? day : least), dayBefore(0))
  return { bytes, since }
}

/** Null where nothing is known: it was taken on another device. */
export const usedBy = (id: string): number | null =>
  allUsed(byTest).find(([one]) => one === id)?.[1] ?? null
