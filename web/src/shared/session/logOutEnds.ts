// Finds unsent answers and running tests before a logout. Loaded when the user logs out, so that no
// page pays for it.

import { queryClient } from '@/shared/api/client'
import { hasBegun, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import type { Attempt, User } from '@/shared/api/types'
import type { KeptTest } from '@/shared/attempt/keptAnswers'
import { isInUse } from '@/shared/offline/inUse'
import { mayHaveKept } from './useSession'

export interface LeftBehind {
  /** The tests with answers that only this device has. */
  tests: KeptTest[]
  /** The tests that are not over. */
  running: Attempt[]
  /** What is on this device for practice without internet, and is deleted. */
  onDevice: OnDevice | null
}

interface OnDevice {
  /** Years of questions. */
  packs: number
  /** Tests that were taken without internet and have not reached the server. */
  unsent: number
  /** Mocks for later that were not opened. */
  mocks: number
}

export async function leftBehind({ _id, role }: User): Promise<LeftBehind | null> {
  const [tests, running, onDevice] = await Promise.all([
    waitingOf(_id),
    role === 'user' ? runningNow() : [],
    storedOf(_id),
  ])
  const isAny = tests.length + running.length > 0 || onDevice !== null
  return isAny ? { tests, running, onDevice } : null
}

async function storedOf(user: string): Promise<OnDevice | null> {
  if (!isInUse()) return null
  try {
    const [{ listShelf }, { countUnsent }, { listFetched }] = await Promise.all([
      import('@/shared/offline/shelf'),
      import('@/shared/offline/log'),
      import('@/shared/offline/fetched'),
    ])
    const [shelf, unsent, fetched] = await Promise.all([
      listShelf(user),
      countUnsent(user),
      listFetched(user),
    ])
    const packs = shelf.filter(({ evicted }) => !evicted).length
    const mocks = fetched.length
    return packs + unsent + mocks > 0 ? { packs, unsent, mocks } : null
  } catch {
    return null
  }
}

async function waitingOf(user: string): Promise<KeptTest[]> {
  if (!mayHaveKept()) return []
  try {
    return await (await import('@/shared/attempt/kept')).listKeptTests(user)
  } catch {
    return []
  }
}

/**
 * From the cache for up to a minute; empty where the server does not answer, which must not delay a
 * logout.
 */
async function runningNow(): Promise<Attempt[]> {
  try {
    const all = await queryClient.fetchQuery({ ...runningAttemptsQuery, staleTime: 60_000 })
    return all.filter(hasBegun)
  } catch {
    return []
  }
}
