// How many bytes each test has used on this device, by the attempt's id, which its result shares.
import { tryStorage } from './tryStorage'

const KEY = 'sabi.used'
/** Only so many are kept; the oldest are deleted. */
const MOST = 60
/** Approximate bytes of a request with its cookie: browsers report only the size of the answer. */
const REQUEST = 700

type Used = [id: string, bytes: number][]

function all(): Used {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'))
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
  const kept = all()
  const before = kept.find(([one]) => one === id)?.[1] ?? 0
  const used = [[id, before + bytes], ...kept.filter(([one]) => one !== id)].slice(0, MOST)
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(used)))
}

/** Null where nothing is known, for example where the test was sat on another device. */
export const usedBy = (id: string): number | null => all().find(([one]) => one === id)?.[1] ?? null

/** Adds the bytes of the last answer to this call. */
export function addCall(id: string, path: string): void {
  const entries = performance.getEntriesByName(`${window.location.origin}${path}`)
  const last = entries.at(-1) as PerformanceResourceTiming | undefined
  if (last) addUsed(id, bytesOf(last))
}
