// What a logout leaves behind: answers that no server has, and tests whose time goes on. Loaded at a
// logout, so that no page pays for it.
import { runningAttemptsQuery } from '@/api/queries/attempts'
import { queryClient } from '@/api/queryClient'
import type { Attempt, User } from '@/api/types'
import { mayHaveKept } from '@/stores/session'
import type { KeptTest } from './keptAnswers'

export interface LeftBehind {
  /** The tests with answers on this device alone. */
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
    return await (await import('@/features/test/attempt/kept')).listKeptTests(user)
  } catch {
    return []
  }
}

/** As known for a minute; none where the server does not answer, which must hold nobody up. */
async function runningNow(): Promise<Attempt[]> {
  try {
    return await queryClient.fetchQuery({ ...runningAttemptsQuery, staleTime: 60_000 })
  } catch {
    return []
  }
}
