// Reads how many bytes tests have used on this device.
import { allUsed, byDay, byTest, dayBefore, days } from './dataUsed'

/** What tests have used in the last seven days, and the first of these days that is known of. */
export function usedLately(): { bytes: number; since: string } | null {
  const first = dayBefore(days - 1)
  const used = allUsed(byDay).filter(([day]) => day >= first)
  if (used.length === 0) return null
  const bytes = used.reduce((sum, [, one]) => sum + one, 0)
  const since = used.reduce((least, [day]) => (day < least ? day : least), dayBefore(0))
  return { bytes, since }
}

/** Null where nothing is known: it was sat on another device. */
export const usedBy = (id: string): number | null =>
  allUsed(byTest).find(([one]) => one === id)?.[1] ?? null
