// Starts a test without internet: draws its questions from the packs on the shelf and stores it, before its
// window opens.
import { keyBy } from 'es-toolkit'
import { ApiError } from '@/shared/api/errors'
import { randomId } from '@/shared/api/ids'
import type { ExamRef, Ref } from '@/shared/api/types'
import { type Contents, type Listed, lockedSubjects, openPack, readContents } from './contents'
import { type PackQuestion, StorageFull, StorageRefused, type StoredList } from './database'
import { estimatedNow, keepTime } from './deviceClock'
import { dayOf, dueQuestions } from './dueQuestions'
import { type DeviceTest, isMock, listTests, storeTest } from './log'
import { deviceStartTexts } from './messages'
import { draw, drawToday, orderOptions, type Part } from './paper'
import { keyOf, seal } from './sealing'
import { lastList } from './shelf'
import { deviceId } from './testIds'

/** What a test without internet is made of. */
export interface DeviceStart {
  exam: ExamRef
  assessment: DeviceTest['assessment']
  university: string | null
  from: DeviceTest['from']
  /** In the order of the paper; none for today, which takes all. */
  subjects: Ref[]
  /** Null for all years: of mistakes, and today. */
  year: number | null
  /** The most questions of a subject. */
  limit: number
  /** For practice. */
  minutes: number | null
  /** Ids of topics and sections; none for all. */
  topics: string[]
  shuffleQuestions: boolean
  shuffleOptions: boolean
}

/** The questions of a test as they are stored, sealed. */
export interface StoredPaper {
  subjects: { subject: Ref; questions: StoredQuestion[] }[]
}

/** With the year that it is of. */
export type StoredQuestion = PackQuestion & { year: number }

/** A test that was just started, with its questions. */
export interface Started {
  test: DeviceTest
  paper: StoredPaper
}

/** The most questions of a test (API). */
const MOST_QUESTIONS = 500

/**
 * What this device knows of an exam, at one university where it has some: its packs, the server's last
 * list, and the tests since.
 */
export interface Known {
  contents: Contents[]
  /** The server's last list; null before the first. */
  stored: StoredList | null
  /** The tests of this device. */
  tests: DeviceTest[]
}

/** The questions that a start would ask at `now` (milliseconds), by subject, without their texts. */
export function choose({ contents, stored, tests }: Known, start: DeviceStart, now: number) {
  const { from, subjects, year } = start
  // A trial's packs have as many questions as one of its tests.
  const most = stored?.list.trial
    ? Math.max(0, ...stored.list.packs.map(({ questions }) => questions))
    : null
  if (from === 'today') return drawToday(contents, dueQuestions(stored, tests, now).due, most)
  const ids = subjects.map(({ _id }) => _id)
  return draw(contents, {
    subjects: ids,
    source: from === 'mistakes' ? 'mistakes' : 'year',
    year,
    limit: Math.min(start.limit, Math.floor(MOST_QUESTIONS / Math.max(1, ids.length))),
    chosen: start.topics,
    only: from === 'mistakes' ? dueQuestions(stored, tests, now).mistakes : null,
    most,
    isShuffled: start.shuffleQuestions,
  })
}

/** What is known of an exam now; `university` is an id. */
export async function readKnown(
  account: string,
  examId: string,
  university: string | null,
): Promise<Known> {
  const [contents, stored, tests] = await Promise.all([
    readContents(
      account,
      (entry) => entry.exam._id === examId && (entry.university?._id ?? null) === university,
    ),
    lastList(account, { examId, university: university ? { _id: university } : null }),
    listTests(account),
  ])
  // A mock is marked by the server alone.
  const isOwn = (test: DeviceTest) =>
    test.exam._id === examId && test.university === university && !isMock(test)
  return { contents, stored, tests: tests.filter(isOwn) }
}

/**
 * Stores a new test; returns it with its questions. `seen` is what the screen knows, so that it need not be read again.
 *
 * @throws {ApiError} where nothing can be asked, or the device cannot store it
 */
export async function startTest(
  account: string,
  start: DeviceStart,
  seen?: Known,
): Promise<Started> {
  const early = seen ? await takePrepared(seen, start) : null
  const [key, read, isShut] = await Promise.all([
    keyOf(account),
    seen ?? readKnown(account, start.exam._id, start.university),
    lockedSubjects(account),
  ])
  if (key === null) throw new ApiError(0, 'no-packs', deviceStartTexts.noPacks)
  // A mock may have started since it was prepared.
  const isStale = early === null || early.paper.subjects.some(({ subject }) => isShut(subject))
  const open = { ...read, contents: read.contents.filter(({ entry }) => !isShut(entry.subject)) }
  const { paper, packs, sealed } = isStale ? await prepare(account, open, start, key) : early
  const test: DeviceTest = {
    id: deviceId(randomId()),
    state: 'running',
    exam: start.exam,
    assessment: start.assessment,
    university: start.university,
    year: start.from === 'today' ? null : start.year,
    from: start.from,
    subjects: paper.subjects.map(({ subject }) => subject),
    questions: paper.subjects.flatMap(({ subject, questions }) =>
      questions.map(({ _id, version, topic }) => ({
        ...{ id: _id, version, topic },
        subject: subject._id,
      })),
    ),
    packs,
    startedAt: Math.round(estimatedNow()),
    minutes: start.assessment.slug === 'practice' ? start.minutes : null,
    ended: null,
    reply: null,
  }
  keepTime()
  try {
    await storeTest(account, test, sealed)
  } catch (thrown) {
    throw explained(thrown)
  }
  return { test, paper }
}

/** The slow part of a start: its questions, drawn and sealed. */
interface Prepared {
  paper: StoredPaper
  packs: DeviceTest['packs']
  sealed: ArrayBuffer
}

/** @throws {ApiError} where nothing can be asked */
async function prepare(
  account: string,
  known: Known,
  start: DeviceStart,
  key: CryptoKey,
): Promise<Prepared> {
  const parts = choose(known, start, estimatedNow()).filter(({ questions }) => questions.length > 0)
  if (parts.length === 0)
    throw new ApiError(0, 'no-questions', deviceStartTexts.noQuestions[start.from])
  const packs = await openNeeded(account, known, parts)
  // Of all questions of these packs, of which a test asks few.
  const texts = new Map(
    packs.flatMap((pack) => pack.questions.map((one) => [one._id, { pack, one }] as const)),
  )
  const textOf = (id: string): StoredQuestion[] => {
    const found = texts.get(id)
    if (!found) return []
    const { pack, one } = found
    return [
      {
        ...one,
        year: pack.year,
        group: one.group && `${pack._id} ${one.group}`,
        ...(start.shuffleOptions && { options: orderOptions(one.options) }),
      },
    ]
  }
  const titles = keyBy(packs, ({ subject }) => subject._id)
  const paper: StoredPaper = {
    subjects: parts.flatMap(({ subject, questions }) => {
      const found = questions.flatMap(({ id }) => textOf(id))
      const ref = titles[subject]?.subject
      return ref && found.length > 0 ? [{ subject: ref, questions: found }] : []
    }),
  }
  return {
    paper,
    packs: packs.map(({ _id, revision, grant }) => ({ _id, revision, grant })),
    sealed: await seal(key, paper),
  }
}

/** The last preparation for an exam, with the choices it was made for. */
const ready = new WeakMap<Known, { choices: string; prepared: Promise<Prepared | null> }>()

/** What the questions depend on: not the minutes, but the day, which decides what is due. */
const choicesOf = (start: DeviceStart) =>
  JSON.stringify([{ ...start, minutes: null }, dayOf(estimatedNow())])

/**
 * Draws and seals the questions for this start while the student looks at the choices, so that the start
 * need only store them.
 */
export function makeReady(account: string, known: Known, start: DeviceStart): void {
  const work = async () => {
    const key = await keyOf(account)
    return key && prepare(account, known, start, key)
  }
  // A failure here is ignored: the start fails in the same way and says why.
  ready.set(known, { choices: choicesOf(start), prepared: work().catch(() => null) })
}

/** What was prepared for this start; used once, so that no two tests ask the same questions in the same order. */
async function takePrepared(known: Known, start: DeviceStart): Promise<Prepared | null> {
  const found = ready.get(known)
  ready.delete(known)
  return found?.choices === choicesOf(start) ? found.prepared : null
}

/** The packs from which the questions come, opened. */
async function openNeeded(account: string, { contents }: Known, parts: Part<Listed>[]) {
  const needed = new Set(parts.flatMap(({ questions }) => questions.map(({ pack }) => pack)))
  const entries = contents.flatMap(({ entry }) => (needed.has(entry.id) ? [entry] : []))
  const packs = await Promise.all(entries.map((entry) => openPack(account, entry)))
  return packs.flatMap((pack) => pack ?? [])
}

/** Storage that fails, in words for the student. */
export function explained(thrown: unknown): unknown {
  if (thrown instanceof StorageFull) return new ApiError(0, 'device-full', deviceStartTexts.full)
  if (thrown instanceof StorageRefused)
    return new ApiError(0, 'device-refuses', deviceStartTexts.refused)
  return thrown
}
