// The questions that a visitor answered on this device, by exam. They stay here; those whose score is
// to be kept are sent at the next login (sendTried.ts). Logging out forgets them.
import { tryStorage } from '@/shared/device/tryStorage'

const KEY = 'sabi.try'

export interface Tried {
  /** The chosen option of each question; empty once the score is in an account. */
  answers: Record<string, string>
  /** Whether the score is to be kept in an account, or is there already. */
  keep?: 'asked' | 'sent'
}

export type AllTried = Record<string, Tried>

/** Whether a score is to be kept or was kept from here: costs no parsing. */
export const hasVisitorScore = () =>
  tryStorage(() => localStorage.getItem(KEY))?.includes('"keep"') ?? false

export function readTried(): AllTried {
  const stored: unknown = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  if (typeof stored !== 'object' || stored === null) return {}
  const isTried = (one: Tried | null) => typeof one?.answers === 'object' && one.answers !== null
  return Object.fromEntries(Object.entries(stored).filter(([, one]) => isTried(one)))
}

/** Keeps what was tried of an exam, or forgets it. */
export function writeTried(exam: string, one: Tried | null): void {
  const { [exam]: _, ...others } = readTried()
  const all = one ? { ...others, [exam]: one } : others
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify(all)))
}
