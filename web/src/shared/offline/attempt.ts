// A test of this device in the test window: a server inside the page, over the sealed paper and the log of
// answers. Each call is answered when it is on the disk.
import { ApiError } from '@/shared/api/errors'
import type { Attempt, Paper, Reveal } from '@/shared/api/types'
import type { AttemptApi } from '@/shared/attempt/api'
import type { Reading } from '@/shared/attempt/clock'
import type { AttemptStore, StorageResult, StoredAttempt } from '@/shared/attempt/storage'
import { lockedSubjects } from './contents'
import type { PackQuestion } from './database'
import { estimatedNow, keepTime, passed } from './deviceClock'
import {
  append,
  type DeviceTest,
  end,
  isMock,
  keep,
  type Refusal,
  readKept,
  readPaper,
  readSheet,
  termsOf,
} from './log'
import { deviceStartTexts } from './messages'
import { keyOf, open } from './sealing'
import { sendTests } from './sendTests'
import { type LoggedAnswer, read, type Sheet } from './sheet'
import { explained, type Started, type StoredPaper } from './start'

/** What a test window needs to open. */
export interface OpenedTest {
  attempt: Attempt
  paper: Paper
  heard: { sent: Reading; got: Reading }
  kept: StoredAttempt | null
  user: string
  attemptStore: AttemptStore
  api: AttemptApi
}

/**
 * Opens a test of this device.
 *
 * @throws {ApiError} where it is not here, or its plan has ended: then its answers are handed in
 */
export async function openTest(account: string, id: string): Promise<OpenedTest> {
  const [found, isShut, sealed, kept] = await Promise.all([
    readSheet(account, id),
    lockedSubjects(account),
    unsealed(account, id),
    readKept(account, id),
  ])
  if (found === null) throw new ApiError(404, 'not-here', deviceStartTexts.gone)
  // The mock itself is what keeps its subjects shut.
  if (!isMock(found.test) && found.test.subjects.some(isShut))
    throw new ApiError(409, 'in-running-mock', deviceStartTexts.inMock)
  if (sealed === null) {
    await end(account, id, estimatedNow())
    throw new ApiError(404, 'sealed', deviceStartTexts.sealed)
  }
  return opened(account, { ...found, content: sealed, kept })
}

/** Opens a test that was just started, without reading the device. */
export const openStarted = (account: string, { test, paper }: Started): OpenedTest =>
  opened(account, { test, sheet: read(termsOf(test), []), content: paper, kept: null })

interface StoredTest {
  test: DeviceTest
  sheet: Sheet
  /** Its opened paper: a `StoredPaper`, of a mock a `Paper`. */
  content: unknown
  kept: StoredAttempt | null
}

function opened(account: string, { test, sheet, content, kept }: StoredTest): OpenedTest {
  const ofMock = isMock(test)
  // The paper of a mock has no keys.
  const packed = ofMock ? { subjects: [] } : (content as StoredPaper)
  const paper = ofMock ? (content as Paper) : paperOf(packed)
  const keys = new Map(packed.subjects.flatMap((one) => one.questions.map((q) => [q._id, q])))
  const asks = new Set(test.questions.map((one) => one.id))
  // Also after the device's clock was set back.
  passed(Math.max(sheet.usedAt, kept?.clock.last ?? 0))
  const now = { mono: performance.now(), wall: Date.now() }
  return {
    attempt: attemptOf(test, sheet, keys),
    paper,
    heard: { sent: now, got: now },
    kept,
    user: account,
    attemptStore: attemptStoreOf(account, test.id),
    api: apiOf(account, { test, paper, asks, keys }),
  }
}

/** The questions of a test with keys and explanations; null where they cannot be opened any more. */
export const questionsOf = async (account: string, id: string) =>
  (await unsealed(account, id)) as StoredPaper | null

/** What was sealed of a test: its questions with keys (`StoredPaper`), of a mock its `Paper`. */
async function unsealed(account: string, id: string): Promise<unknown> {
  const [key, sealed] = await Promise.all([keyOf(account), readPaper(account, id)])
  if (key === null || sealed === null) return null
  return open(key, sealed).catch(() => null)
}

type Keys = ReadonlyMap<string, PackQuestion>

const paperOf = ({ subjects }: StoredPaper): Paper => ({
  totalQuestions: subjects.reduce((sum, { questions }) => sum + questions.length, 0),
  subjects: subjects.map(({ subject, questions }) => ({
    subject,
    questions: questions.map(asked),
    theories: [],
  })),
})

/** A question as a test shows it, without its key. */
export const asked = ({
  _id,
  title,
  passage,
  group,
  question,
  logo,
  options,
}: PackQuestion): Paper['subjects'][number]['questions'][number] => ({
  ...{ _id, title, passage, group, question, logo },
  options: options.map((one) => ({ _id: one._id, option: one.option })),
})

function attemptOf(test: DeviceTest, sheet: Sheet, keys: Keys): Attempt {
  const { startedAt, deadline } = termsOf(test)
  const iso = (at: number) => new Date(at).toISOString()
  const answers = test.ended
    ? test.ended.answers.map(({ question, answer }) => ({ question, answer, at: startedAt }))
    : [...sheet.answers].map(([question, { answer, at }]) => ({ question, answer, at }))
  return {
    _id: test.id,
    exam: test.exam,
    assessment: test.assessment,
    examType: 'objective',
    year: test.year,
    fromToday: test.from === 'today',
    state: test.state === 'running' ? 'running' : 'submitted',
    startedAt: iso(startedAt),
    deadline: deadline === null ? null : iso(deadline),
    timeDuration: test.minutes,
    extraMinutes: 0,
    powerSafe: false,
    pausedTime: 0,
    ahead: null,
    totalQuestions: test.questions.length,
    subjects: test.subjects,
    revision: sheet.revision,
    answers: answers.flatMap(({ answer, at, ...one }) =>
      answer === null ? [] : [{ ...one, answer, at: iso(at) }],
    ),
    review: [...sheet.review],
    seen: [...sheet.seen],
    revealed: reveals(keys, sheet.revealed),
    marked: [...sheet.marked],
    savedAt: sheet.savedAt === null ? null : iso(sheet.savedAt),
    serverNow: iso(estimatedNow()),
    quizId: test.ended ? test.id : null,
  }
}

const reveals = (keys: Keys, ids: Iterable<string>): Reveal[] =>
  [...ids].flatMap((id) => {
    const found = keys.get(id)
    return found ? [revealOf(found)] : []
  })

const revealOf = ({ _id, correct, description }: PackQuestion): Reveal => ({
  question: _id,
  correctAns: correct,
  description,
})

interface PaperContents {
  test: DeviceTest
  paper: Paper
  /** The ids of its questions. */
  asks: ReadonlySet<string>
  keys: Keys
}

function apiOf(account: string, { test, paper, asks, keys }: PaperContents): AttemptApi {
  const { id } = test
  const ends = termsOf(test).deadline
  const deadline = ends === null ? null : new Date(ends).toISOString()
  const logged = ({ question, answer, at }: Attempt['answers'][number]): LoggedAnswer[] => {
    if (question == null || !asks.has(question)) return []
    const given = at ? Date.parse(at) : estimatedNow()
    return [{ question, answer: answer ?? null, at: given, right: isRight(question, answer) }]
  }
  const isRight = (question: string, answer: string | null | undefined) =>
    answer != null && keys.get(question)?.correct === answer
  const find = async () => {
    const found = await readSheet(account, id)
    if (found === null) throw new ApiError(404, 'not-here', deviceStartTexts.gone)
    return attemptOf(found.test, found.sheet, keys)
  }
  return {
    read: async () => ({ attempt: await find(), paper }),
    peek: find,
    save: async (_id, body) => {
      const now = Math.round(estimatedNow())
      const { review, seen = [], mark = [], revision } = body
      const taken = await stored(
        append(
          account,
          id,
          {
            is: 'save',
            at: now,
            answers: body.answers.flatMap(logged),
            seen,
            mark,
            ...(review && { review }),
          },
          revision,
        ),
      )
      keepTime()
      const { sheet, ignored } = taken
      const told = new Date(sheet.savedAt ?? now).toISOString()
      return {
        revision: sheet.revision,
        savedAt: told,
        serverNow: new Date(now).toISOString(),
        deadline,
        ignored,
        revealed: reveals(
          keys,
          mark.filter((one) => sheet.marked.has(one)),
        ),
      }
    },
    submit: async (_id, answered) => {
      const now = Math.round(estimatedNow())
      keepTime()
      const test = await onDisk(end(account, id, now, answered.flatMap(logged), isRight))
      void sendTests()
      return { quizId: test?.id ?? null }
    },
    reveal: async (_id, which) => {
      const question = 'question' in which ? keys.get(which.question) : undefined
      if (!question) throw new ApiError(404, 'not-here', deviceStartTexts.gone)
      const at = Math.round(estimatedNow())
      await stored(append(account, id, { is: 'reveal', at, question: question._id }))
      return revealOf(question)
    },
  }
}

/** Refusals as the server words them, which the running test understands. */
async function stored(
  work: Promise<{ sheet: Sheet; ignored: string[] } | Refusal>,
): Promise<{ sheet: Sheet; ignored: string[] }> {
  const taken = await onDisk(work)
  if ('sheet' in taken) return taken
  if (taken.is === 'stale') throw new ApiError(409, 'stale-revision', '')
  if (taken.is === 'time-up') throw new ApiError(409, 'time-up', '')
  const { test } = taken
  const body = { state: test ? 'submitted' : 'cancelled', quizId: test?.id ?? null }
  throw new ApiError(409, 'attempt-closed', '', {}, body as ApiError['body'])
}

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw explained(thrown)
  }
}

/** Keeps every change of the window at once; its saves follow and clear it up. */
function attemptStoreOf(account: string, id: string): AttemptStore {
  let next: StoredAttempt | null = null
  let writing: Promise<StorageResult> | null = null
  let isErased = false

  /** One write under way, and only the newest waits: each holds everything. */
  async function drain(): Promise<StorageResult> {
    try {
      while (next !== null && !isErased) {
        const kept = next
        next = null
        await keep(account, id, kept)
      }
      return 'disk'
    } catch {
      return 'memory'
    } finally {
      writing = null
    }
  }

  return {
    read: () => readKept(account, id),
    // The log says it under the same lock.
    readNow: () => null,
    write: (kept) => {
      next = kept
      writing ??= drain()
      return writing
    },
    watch: () => () => undefined,
    // The end of the test removes it.
    erase: async () => {
      isErased = true
    },
  }
}
