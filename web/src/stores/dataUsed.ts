// How many bytes each test has used on this device, by its attempt, whose id its result shares.
import { tryStorage } from './tryStorage'

const KEY = 'sabi.used'
/** The oldest give way. */
const MOST = 60
/** A request by itself, with its cookie: browsers tell of what came alone. */
const REQUEST = 700

type Used = [id: string, bytes: number][]

function all(): Used {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  return Array.isArray(kept) ? kept.filter(isUsed) : []
}

const isUsed = (one: unknown): one is Used[number] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number'

/** What a request took; nothing where its answer was at hand. */
export const bytesOf = ({ transferSize = 0 }: Pick<PerformanceResourceTiming, 'transferSize'>) =>
  transferSize > 0 ? transferSize + REQUEST : 0

/** Adds to what a test has used. */
export function addUsed(id: string, bytes: number): void {
  if (!(bytes > 0)) return
  const kept = all()
  const before = kept.find(([one]) => one === id)?.[1] ?? 0
  const used = [[id, before + bytes], ...kept.filter(([one]) => one !== id)].slice(0, MOST)
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(used)))
}

/** Null where nothing is known: it was sat on another device. */
export const usedBy = (id: string): number | null => all().find(([one]) => one === id)?.[1] ?? null

/** Adds what the last answer to this call took. */
export function addCall(id: string, path: string): void {
  const entries = performance.getEntriesByName(`${window.location.origin}${path}`)
  const last = entries.at(-1) as PerformanceResourceTiming | undefined
  if (last) addUsed(id, bytesOf(last))
}
