// The door to the answers that wait on this device, for the screens outside of the test
// window. The code behind it comes only for those who may have some.
import type { Attempt, Paper } from '@/api/types'
import type { Span } from '@/features/test/attempt/storage'
import { addCall } from '@/stores/dataUsed'
import { mayHaveKept } from '@/stores/session'

export type { KeptTest } from '@/features/test/attempt/kept'

const load = () => import('@/features/test/attempt/kept')

/** Loads the code behind these calls before it is needed. */
export const preloadKeptTests = () => void load().catch(() => undefined)

/** The student's tests with answers waiting, after forgetting what is over or too old. */
export async function listWaiting(user: string) {
  const { listKeptTests, tidy } = await load()
  await tidy()
  return listKeptTests(user)
}

/** Sends what waits of one test, where anything may wait at all. */
export async function sendWaitingOf(attempt: string, user: string): Promise<void> {
  if (mayHaveKept()) await (await load()).sendKept(attempt, user)
}

/** Keeps the paper of a test that was started just now, for its window to open with. */
export async function keepPaper(
  user: string,
  { attempt, paper }: { attempt: Attempt; paper: Paper },
  started: Span,
): Promise<void> {
  try {
    await (await load()).writeOfflineCopy({ user, attempt, paper, started })
    addCall(attempt._id, '/api/v1/attempts')
  } catch {
    // Without the code now; the window asks for the paper itself.
  }
}

/** Forgets the tests kept here but answers that wait, which are the student's to decide on. */
export async function forgetSent(): Promise<void> {
  try {
    await (await load()).forgetAttempts()
  } catch {
    // Without the code now; whoever opens a test next tidies up.
  }
}

/** Forgets all that is kept here of somebody who has erased their account. */
export async function forgetAllOf(user: string): Promise<void> {
  if (mayHaveKept()) await (await load()).forgetAttempts(user)
}
