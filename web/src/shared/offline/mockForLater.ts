// A mock that is downloaded for later: its paper comes without keys and is sealed for the account on this device. It
// is opened once, without internet; from then on it is a test of this device (log.ts), whose answers are
// handed in through its attempt (handInMock.ts). Who opens it outside of the app can read the questions
// before: sealing is no copy protection (sealing.ts).
import { promisifyRequest } from 'idb-keyval'
import { api, ok, queryClient } from '@/shared/api/client'
import { ApiError } from '@/shared/api/errors'
import { endAttempt } from '@/shared/api/queries/attempts'
import type { Attempt, Paper, StartAttempt } from '@/shared/api/types'
import { transact } from './database'
import { estimatedNow, isSetBack, keepTime } from './deviceClock'
import {
  canOpen,
  type FetchedMock,
  fetchedKey,
  picturesOfMock,
  readFetched,
  removeFetched,
  storeFetched,
} from './fetched'
import { type DeviceTest, end, headKey, paperKey, readTest } from './log'
import { aheadTexts } from './messages'
import { storePictures } from './pictures'
import { forgetKeys } from './queryStore'
import { createKey, keyOf, open, seal } from './sealing'
import { explained } from './start'
import { sync } from './sync'
import { deviceId, noteTests } from './testIds'

/**
 * Fetches a mock and stores it, sealed. Asked again before it is opened, the server gives the same.
 *
 * @throws {ApiError} where the server refuses, the device cannot store it, or has opened it already
 */
export async function downloadMock(
  account: string,
  body: StartAttempt,
  signal: AbortSignal,
): Promise<Attempt> {
  const at = Date.now()
  const { attempt, paper } = await ok(api.POST('/api/v1/attempts/ahead', { body, signal }))
  if (await readTest(account, deviceId(attempt._id)))
    throw new ApiError(409, 'opened', aheadTexts.openedHere)
  try {
    const key = await createKey(account, endOfUse(attempt))
    await storeFetched(account, { attempt, paper: await seal(key, paper), at })
  } catch (thrown) {
    throw explained(thrown)
  }
  keepTime()
  const questions = paper.subjects.flatMap((one) => one.questions)
  // Without its pictures it can be taken all the same.
  await storePictures(picturesOfMock(attempt._id), { questions }, signal).catch(() => undefined)
  return attempt
}

/** When a paper that is opened at the last moment is over (ISO). */
function endOfUse({ ahead, timeDuration }: Attempt): string | null {
  if (ahead === null) return null
  return new Date(Date.parse(ahead.openUntil) + (timeDuration ?? 0) * 60_000).toISOString()
}

/**
 * Opens a mock, once: its time runs from now, and the packs of its subjects are shut until its result is
 * there. All of it is stored in one transaction, so that a device that dies has either not opened it, or
 * has.
 *
 * @throws {ApiError} where it is not here, its time is over, the device's clock is wrong, or the device cannot
 * store it
 */
export async function openMock(account: string, attempt: string): Promise<DeviceTest> {
  const [fetched, key] = await Promise.all([readFetched(account, attempt), keyOf(account)])
  if (fetched === null || key === null) throw new ApiError(404, 'not-here', aheadTexts.gone)
  // Its answers would arrive too late.
  if (isSetBack()) throw new ApiError(409, 'clock', aheadTexts.clock)
  if (!canOpen(fetched.attempt)) throw new ApiError(409, 'expired', aheadTexts.expired)
  const paper = (await open(key, fetched.paper)) as Paper
  const test = testOf(fetched.attempt, paper, estimatedNow())
  noteTests(account, true)
  try {
    const stored = await transact(['tests', 'locks'], 'readwrite', async (reach) => {
      const tests = reach('tests')
      // Another tab may just have opened it, or given it back.
      const [known, left] = await Promise.all([
        promisifyRequest<unknown>(tests.get(headKey(account, test.id))),
        promisifyRequest<unknown>(tests.get(fetchedKey(account, attempt))),
      ])
      if (known !== undefined) return known as DeviceTest
      if (left === undefined) throw new ApiError(404, 'not-here', aheadTexts.gone)
      tests.put(test, headKey(account, test.id))
      tests.put(fetched.paper, paperKey(account, test.id))
      tests.delete(fetchedKey(account, attempt))
      const subjects = test.subjects.map(({ _id }) => _id)
      await promisifyRequest(reach('locks').put({ subjects, at: Date.now() }, [account, attempt]))
      return test
    })
    // A sync that found nothing may have said so meanwhile.
    noteTests(account, true)
    forgetKeys(queryClient)
    keepTime()
    return stored
  } catch (thrown) {
    throw explained(thrown)
  }
}

/** The test that it becomes. */
function testOf(attempt: Attempt, paper: Paper, now: number): DeviceTest {
  const { exam, assessment, subjects, startedAt, timeDuration } = attempt
  return {
    id: deviceId(attempt._id),
    state: 'running',
    exam,
    assessment: { ...assessment, slug: 'mock' },
    university: null,
    year: null,
    from: 'bank',
    subjects,
    questions: paper.subjects.flatMap(({ subject, questions }) =>
      questions.map(({ _id }) => ({ id: _id, version: 0, subject: subject._id, topic: null })),
    ),
    packs: [],
    // Not before it was fetched, whatever became of the device's clock.
    startedAt: Math.max(Math.round(now), Date.parse(startedAt)),
    minutes: timeDuration,
    ended: null,
    reply: null,
  }
}

/**
 * Gives a mock back unopened, so that another can be taken. Needs internet. It leaves this device first, so
 * that no other tab opens what the server is about to end; where the server cannot be asked, it is put back.
 *
 * @throws {ApiError} also where it was opened on this device
 */
export async function giveBackMock(account: string, attempt: string): Promise<void> {
  const key = fetchedKey(account, attempt)
  const taken = await transact(['tests'], 'readwrite', async (reach) => {
    const tests = reach('tests')
    const [opened, fetched] = await Promise.all([
      promisifyRequest<DeviceTest | undefined>(tests.get(headKey(account, deviceId(attempt)))),
      promisifyRequest<unknown>(tests.get(key)),
    ])
    // One that the server has refused cannot be finished.
    if (opened && opened.state !== 'refused')
      throw new ApiError(409, 'opened', aheadTexts.openedHere)
    tests.delete(key)
    return fetched as FetchedMock | undefined
  })
  try {
    await endAttempt(attempt)
  } catch (thrown) {
    // It has ended meanwhile.
    if (!(thrown instanceof ApiError && [404, 409].includes(thrown.status))) {
      if (taken) await storeFetched(account, taken).catch(() => undefined)
      throw thrown
    }
  }
  await removeFetched(account, attempt)
}

/**
 * Ends a mock of which this device knows more than the server: one that was opened here is handed in with
 * its answers, one that waits here is given back. Null where the server is to end it: it is neither, or it
 * was refused.
 *
 * @throws {ApiError} where the server cannot be asked; its answers stay here
 */
export async function endMock(
  account: string,
  attempt: string,
): Promise<{ quizId: string | null } | null> {
  const id = deviceId(attempt)
  if (await readTest(account, id)) {
    await end(account, id, Math.round(estimatedNow()))
    const { error } = await sync(account)
    if (error) throw error
    const handed = await readTest(account, id)
    // It may still run on the server, which has refused what this device says of it.
    if (handed?.state === 'refused') return null
    return { quizId: handed?.reply?.quizId ?? null }
  }
  if ((await readFetched(account, attempt)) === null) return null
  await giveBackMock(account, attempt)
  return { quizId: null }
}
