// Opens an attempt: from the server, or when it does not answer from what this device
// kept, so that a reload without a connection still shows the test.
import { ApiError, toApiError } from '@/shared/api/errors'
import type { Paper } from '@/shared/api/types'
import { type AttemptApi, attemptApi } from '@/shared/attempt/api'
import { readClocks } from '@/shared/attempt/run'
import type { Beginning } from '@/shared/attempt/state'
import {
  type AttemptStore,
  isKeptForOther,
  type OfflineCopy,
  openAttemptStore,
  readOfflineCopy,
  writeOfflineCopy,
} from '@/shared/attempt/storage'
import { tidy } from '@/shared/attempt/tidy'
import { common } from '@/shared/i18n/common'
import { isOfDevice } from '@/shared/offline/inUse'
import { loadSession } from '@/shared/session/session'
import { getUser, sessionKnown } from '@/shared/session/useSession'
import { REPLY_BESIDE_COPY } from '@/shared/timeouts'
import { testTexts } from './messages'

export interface Opened extends Omit<Beginning, 'place'> {
  paper: Paper
  user: string
  attemptStore: AttemptStore
  /** For a test of this device: it answers the calls instead of the server. */
  api?: AttemptApi
}

/** First part of the key of the query that holds what this window opened. */
export const WINDOW = 'test window'

/** For this long after the start, the response of the start is still true, unless answers are kept on the device. */
const JUST_NOW = 20_000

export async function openAttempt(id: string, api: AttemptApi = attemptApi): Promise<Opened> {
  if (isOfDevice(id)) {
    const { openTest } = await import('@/shared/offline/attempt')
    return openTest(await whoAmI(), id)
  }
  const copy = await readOfflineCopy(id, userId())
  const kept = await openAttemptStore(id, userId()).read()
  if (copy !== null && kept === null) {
    const begun = startedNow(copy)
    if (begun !== null) return begun
  }
  try {
    const sent = readClocks()
    // A paper stays as it is, and data costs money: with a copy only the attempt is asked for.
    const { attempt, paper } = copy
      ? { attempt: await api.peek(id, AbortSignal.timeout(REPLY_BESIDE_COPY)), paper: copy.paper }
      : await api.read(id)
    const heard = { sent, got: readClocks() }
    const user = await whoAmI()
    // Administrators may read any attempt, but must not overwrite what its student has kept on this device. Everybody
    // else who may read it is its student.
    if (getUser()?.role !== 'user' && (await isKeptForOther(id, user)))
      throw new ApiError(404, 'other-user', testTexts.otherUser)
    if (attempt.state === 'running') await writeOfflineCopy({ user, attempt, paper })
    void tidy(Date.parse(attempt.serverNow), id).catch(() => undefined)
    const own = kept?.user === user ? kept : null
    return { attempt, paper, heard, kept: own, user, attemptStore: openAttemptStore(id, user) }
  } catch (thrown) {
    const { status } = toApiError(thrown)
    if (copy === null || (status >= 400 && status < 500)) throw thrown
    return { ...copy, heard: null, kept, attemptStore: openAttemptStore(id, copy.user) }
  }
}

/** A test whose start was answered a moment ago in another window: nothing is left to ask. */
function startedNow({ started, ...copy }: OfflineCopy): Opened | null {
  const now = readClocks()
  const age = started ? now.wall - started.got : Number.NaN
  if (!started || !(age >= 0 && age < JUST_NOW) || copy.attempt.state !== 'running') return null
  // Only once: a reload asks how it stands.
  void writeOfflineCopy(copy)
  void tidy(Date.parse(copy.attempt.serverNow), copy.attempt._id).catch(() => undefined)
  const at = (wall: number) => ({ wall, mono: now.mono - (now.wall - wall) })
  const heard = { sent: at(started.sent), got: at(started.got) }
  return { ...copy, heard, kept: null, attemptStore: openAttemptStore(copy.attempt._id, copy.user) }
}

const userId = () => getUser()?._id ?? null

/** The student's id; waits for the session, or asks for it where that has failed before. */
async function whoAmI(): Promise<string> {
  if ((await sessionKnown()) === null) await loadSession()
  const id = userId()
  if (id === null) throw new ApiError(0, 'offline', common.offline)
  return id
}
