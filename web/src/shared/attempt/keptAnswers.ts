// Access to the answers stored on this device, for the screens outside of the test window. The code
// behind it is loaded only where there may be some.
import type { Attempt, Paper } from '@/shared/api/types'
import { mayHaveKept } from '@/shared/session/useSession'
import type { Span } from './storage'

export type { KeptTest } from './kept'

const load = () => import('./kept')

/** Loads the code behind these calls before it is needed. */
export const preloadKeptTests = () => void load().catch(() => undefined)

/** The student's tests with unsent answers, after removing those that are over or too old. */
export async function listWaiting(user: string) {
  const { listKeptTests, tidy } = await load()
  return listKeptTests(user, await tidy())
}

/** Sends the unsent answers of one test, where there may be any. */
export async function sendWaitingOf(attempt: string, user: string): Promise<void> {
  if (mayHaveKept()) await (await load()).sendKept(attempt, user)
}

/** Stores the paper of a test that was started just now, for its window to open with. */
export async function keepPaper(
  user: string,
  { attempt, paper }: { attempt: Attempt; paper: Paper },
  started: Span,
): Promise<void> {
  try {
    const { writeOfflineCopy, addCall } = await load()
    await writeOfflineCopy({ user, attempt, paper, started })
    addCall(attempt._id, '/api/v1/attempts')
  } catch {
    // The code could not be loaded; the test window asks for the paper itself.
  }
}

/** Deletes the stored tests, except those with unsent answers: the student decides about them. */
export async function forgetSent(): Promise<void> {
  try {
    await (await load()).forgetAttempts()
  } catch {
    // The code could not be loaded; the next test window deletes them.
  }
}

/** Deletes everything stored here for a student who has erased their account. */
export async function forgetAllOf(user: string): Promise<void> {
  if (mayHaveKept()) await (await load()).forgetAttempts(user)
}
