// Opens an attempt: from the server, or when it does not answer from what this device
// kept, so that a reload without a connection still shows the test.
import { withTimeout } from 'es-toolkit'
import { toApiError } from '@/api/errors'
import type { Attempt, Paper } from '@/api/types'
import { loadSession } from '@/shell/session'
import { useSession } from '@/stores/session'
import { readClocks } from '@/stores/test'
import { type TestApi, testApi } from '@/stores/testApi'
import type { Beginning } from '@/stores/testState'
import { createKeeper, type Keeper, readSheet, writeSheet } from '@/stores/testStorage'

export interface Opened extends Omit<Beginning, 'place'> {
  paper: Paper
  user: string
  keeper: Keeper
}

/** First part of the key of the query that holds what this window opened. */
export const WINDOW = 'test window'

/** With a copy at hand nobody waits longer than this for a line that says nothing. */
const PATIENCE = 8_000

export async function openAttempt(id: string, api: TestApi = testApi): Promise<Opened> {
  const sheet = await readSheet(id, userId())
  const kept = await createKeeper(id, userId()).read()
  try {
    const sent = readClocks()
    const reading = () => api.read(id)
    const { attempt, paper } = await (sheet ? withTimeout(reading, PATIENCE) : reading())
    const heard = { sent, got: readClocks() }
    // The session may not have been asked for yet when the page came up without a connection.
    if (userId() === null) await loadSession()
    const user = userId() ?? kept?.user ?? ''
    if (attempt.state === 'running') await writeSheet({ user, attempt, paper })
    return { attempt, paper, heard, kept, user, keeper: createKeeper(id, user) }
  } catch (thrown) {
    const { status } = toApiError(thrown)
    if (sheet === null || (status >= 400 && status < 500)) throw thrown
    return { ...without(sheet), heard: null, kept, keeper: createKeeper(id, sheet.user) }
  }
}

const userId = () => useSession.getState().user?._id ?? null

const without = ({ attempt, paper, user }: { attempt: Attempt; paper: Paper; user: string }) => ({
  attempt,
  paper,
  user,
})
