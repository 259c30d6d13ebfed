// Hands in a mock that was fetched ahead and taken without internet: through its attempt, with the times of
// this device. Repeated after a lost reply, it changes nothing.
import { api, ok } from '@/shared/api/client'
import { ApiError, toApiError } from '@/shared/api/errors'
import type { Answer } from '@/shared/api/types'
import type { SyncedTest } from './database'
import { estimatedNow } from './deviceClock'
import type { DeviceTest, Ended } from './log'
import { aheadTexts, deviceStartTexts } from './messages'
import { wireId } from './testIds'

/** The calls of an attempt that it takes. */
export interface MockCalls {
  /** Says when the paper was opened (ISO); tells the revision of the answers. */
  open: (attempt: string, openedAt: string) => Promise<number>
  save: (
    attempt: string,
    body: { revision: number; answers: Answer[]; review: string[] },
  ) => Promise<unknown>
  /** Submits what was saved. Null where nothing was answered. */
  submit: (attempt: string, endedAt: string) => Promise<string | null>
}

const at = (id: string) => ({ params: { path: { id } } })

const server: MockCalls = {
  open: async (id, openedAt) => {
    const { data } = await ok(
      api.POST('/api/v1/attempts/{id}/open', { ...at(id), body: { openedAt } }),
    )
    return data.revision
  },
  save: (id, body) => ok(api.PUT('/api/v1/attempts/{id}/answers', { ...at(id), body })),
  submit: async (attemptId, endedAt) => {
    const body = { attemptId, answered: [], forced: true, endedAt }
    return (await ok(api.POST('/api/v1/submit-result', { body }))).quizId ?? null
  },
}

/** How often the answers are saved anew because another device has saved meanwhile. */
const TRIES = 3

/**
 * Hands it in, and says what became of it.
 *
 * @throws {ApiError} where it is to be tried again later
 */
export async function handInMock(test: DeviceTest, calls = server): Promise<SyncedTest> {
  const { ended } = test
  if (ended === null) throw new ApiError(0, 'running', deviceStartTexts.running)
  const isEmpty = ended.answers.every(({ answer }) => answer === null)
  try {
    await save(test, ended, calls)
    const quizId = await calls.submit(wireId(test.id), iso(ended.at - lead(test, ended)))
    if (quizId !== null) return replyOf(test, 'stored', quizId)
    return isEmpty ? replyOf(test, 'cancelled') : refused(test, aheadTexts.tooLate)
  } catch (thrown) {
    const error = toApiError(thrown)
    const { status, reason, body } = error
    if (reason === 'attempt-closed') {
      if (typeof body.quizId === 'string') return replyOf(test, 'stored', body.quizId)
      return isEmpty ? replyOf(test, 'cancelled') : refused(test, aheadTexts.tooLate)
    }
    if (![400, 403, 404, 413, 422].includes(status)) throw error
    return refused(test, Object.values(error.fields)[0] ?? error.errMessage)
  }
}

async function save(test: DeviceTest, ended: Ended, { open, save }: MockCalls): Promise<void> {
  const id = wireId(test.id)
  const { answers: all, times = {} } = ended
  const ahead = lead(test, ended)
  const answers = all.flatMap(({ question, answer }) =>
    answer === null ? [] : [{ question, answer, at: iso((times[question] ?? ended.at) - ahead) }],
  )
  const review = all.flatMap(({ question, doubted }) => (doubted ? [question] : []))
  for (let tries = 1; ; tries += 1) {
    const revision = await open(id, iso(test.startedAt - ahead))
    try {
      await save(id, { revision, answers, review })
      return
    } catch (thrown) {
      const { reason } = toApiError(thrown)
      // What has arrived before counts.
      if (reason === 'time-up') return
      if (reason !== 'stale-revision' || tries === TRIES) throw thrown
    }
  }
}

/**
 * How far the times of a test lie in the future, in milliseconds: the device's clock was set ahead before
 * the opening. They move back together, so that the server, which takes none from the future, takes them.
 */
const lead = ({ startedAt }: DeviceTest, ended: Ended) => {
  const now = estimatedNow()
  return startedAt > now ? Math.max(0, ended.at - now) : 0
}

const iso = (time: number) => new Date(time).toISOString()

const replyOf = (
  { id, questions }: DeviceTest,
  state: SyncedTest['state'],
  quizId: string | null = null,
): SyncedTest => ({
  ...{ id: wireId(id), state, quizId, message: '', correct: 0, total: questions.length },
  differences: [],
})

const refused = (test: DeviceTest, message: string): SyncedTest => ({
  ...replyOf(test, 'refused'),
  message,
})
