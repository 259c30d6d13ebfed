// Which packs should be on this device. Browsers that need room may delete a database without a word:
// this list, in local storage, is how the shelf notices. Logging out clears it.
import { tryStorage } from '@/shared/device/tryStorage'
import type { StoredHead } from './database'

/** What is said of a pack that the browser has deleted. */
export type Expected = StoredHead & { id: string }

const keyOf = (account: string) => `sabi.shelf.${account}`

/** The packs that the account has downloaded here and not removed. */
export function expectedPacks(account: string): Expected[] {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]'))
  return Array.isArray(kept) ? kept.filter(isExpected) : []
}

const isExpected = (one: unknown): one is Expected => {
  const { id, exam, subject, year } = (one ?? {}) as Partial<Expected>
  return (
    typeof id === 'string' &&
    typeof exam?._id === 'string' &&
    typeof subject?._id === 'string' &&
    typeof year === 'number'
  )
}

/** Adds a pack, or replaces it. */
export function expectPack(account: string, pack: Expected): void {
  write(account, [...expectedPacks(account).filter(({ id }) => id !== pack.id), pack])
}

/** Without ids: none at all. */
export function expectNoMore(account: string, ids?: string[]): void {
  write(account, ids ? expectedPacks(account).filter(({ id }) => !ids.includes(id)) : [])
}

function write(account: string, packs: Expected[]) {
  tryStorage(() => {
    if (packs.length === 0) localStorage.removeItem(keyOf(account))
    else localStorage.setItem(keyOf(account), JSON.stringify(packs))
    return true
  })
}
