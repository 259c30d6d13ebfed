// Finds unsent answers and running tests before a logout. Loaded when the user logs out, so that no
// page pays for it.
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { queryClient } from '@/shared/api/queryClient'
import type { Attempt, User } from '@/shared/api/types'
import type { KeptTest } from '@/shared/attempt/keptAnswers'
import { mayHaveKept } from './useSession'

export interface LeftBehind {
  /** The tests with answers that only this device has. */
  tests: KeptTest[]
  /** The tests that are not over. */
  running: Attempt[]
}

export async function leftBehind({ _id, role }: User): Promise<LeftBehind | null> {
  const [tests, running] = await Promise.all([waitingOf(_id), role === 'user' ? runningNow() : []])
  return tests.length + running.length > 0 ? { tests, running } : null
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
    return await queryClient.fetchQuery({ ...runningAttemptsQuery, staleTime: 60_000 })
  } catch {
    return []
  }
}
