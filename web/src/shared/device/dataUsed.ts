// How many bytes tests have used on this device: each test, by its attempt, whose id its result shares,
// and all tests of a day.
import { formatDay } from '@/shared/i18n/format'
import { tryStorage } from './tryStorage'

const KEY = 'sabi.used'
/** Only so many are kept; the oldest are deleted. */
const MOST = 60
/** Approximate bytes of a request with its cookie: browsers report only the size of the answer. */
const REQUEST = 700

/** The same by day, the latest first. */
const BY_DAY = 'sabi.used-by-day'
/** Days that are kept, today among them. */
const DAYS = 7
const DAY = 86_400_000

type Used = [id: string, bytes: number][]

function all(key: typeof KEY | typeof BY_DAY): Used {
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
  add(KEY, id, bytes, MOST)
  add(BY_DAY, dayBefore(0), bytes, DAYS)
}

function add(key: typeof KEY | typeof BY_DAY, id: string, bytes: number, most: number): void {
  const kept = all(key)
  const before = kept.find(([one]) => one === id)?.[1] ?? 0
  const used = [[id, before + bytes], ...kept.filter(([one]) => one !== id)].slice(0, most)
  tryStorage(() => localStorage.setItem(key, JSON.stringify(used)))
}

/** A day where the student is, as `YYYY-MM-DD`. */
const dayBefore = (days: number) => formatDay(new Date(Date.now() - days * DAY).toISOString())

/** What tests have used in the last seven days, and the first of these days that is known of. */
export function usedLately(): { bytes: number; since: string } | null {
  const first = dayBefore(DAYS - 1)
  const days = all(BY_DAY).filter(([day]) => day >= first)
  if (days.length === 0) return null
  const bytes = days.reduce((sum, [, one]) => sum + one, 0)
  const since = days.reduce((least, [day]) => (day < least ? day : least), dayBefore(0))
  return { bytes, since }
}

/** Null where nothing is known: it was sat on another device. */
export const usedBy = (id: string): number | null =>
  all(KEY).find(([one]) => one === id)?.[1] ?? null

/** Adds the bytes of the last answer to this call. */
export function addCall(id: string, path: string): void {
  const entries = performance.getEntriesByName(`${window.location.origin}${path}`)
  const last = entries.at(-1) as PerformanceResourceTiming | undefined
  if (last) addUsed(id, bytesOf(last))
}
