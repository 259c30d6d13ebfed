// Results and corrections of tests of this device, in the shape of the server's, for the same screens.
import { sortBy } from 'es-toolkit'
import { ApiError } from '@/shared/api/errors'
import type { Advice, Correction, Quiz, SubjectResult } from '@/shared/api/types'
import { wassceWaec } from '@/shared/exams/exams'
import { common } from '@/shared/i18n/common'
import { asked, questionsOf } from './attempt'
import { lockedSubjects } from './contents'
import type { OfflineMarks } from './database'
import { type DeviceTest, type Ended, isMock, listTests, readTest, removeTest } from './log'
import { accuracy, count, type Mark, markOf, percent, progress, speed, waecGrade } from './marking'
import { deviceStartTexts } from './messages'
import type { StoredQuestion } from './start'

/** What the screens of results read. */
export interface DeviceOutcome {
  quiz: Quiz & { offline?: OfflineMarks | null }
  subjectResults: SubjectResult[]
  advices: Advice[]
  /** The number of questions on all pages of the corrections. */
  total: number
}

/** Which corrections are read, as the server is asked. */
export interface CorrectionsAsk {
  subject?: string
  outcome?: 'correct' | 'incorrect' | 'unseen' | 'missed'
  sort?: 'weakest'
  page?: number
  limit?: number
}

type EndedTest = DeviceTest & { ended: Ended }

async function find(account: string | null, id: string): Promise<EndedTest> {
  // It is not known yet who is logged in.
  if (account === null) throw new ApiError(0, 'offline', common.offline)
  const test = await readTest(account, id)
  if (test === null) throw new ApiError(404, 'not-here', deviceStartTexts.gone)
  // This device has no keys of it.
  if (isMock(test)) throw new ApiError(404, 'mock', deviceStartTexts.mockWaits)
  const { ended } = test
  if (ended === null) throw new ApiError(404, 'running', deviceStartTexts.running)
  return { ...test, ended }
}

/** The marks of a test. The device's, until the server has marked: then those. */
export function marksOf({ ended, questions, reply }: EndedTest) {
  const subjects = new Map(questions.map(({ id, subject }) => [id, subject]))
  const differences = new Map(reply?.differences.map((one) => [one.question, one.right]))
  const marked = ended.answers.map(({ question, answer, right }): [string, string, Mark] => {
    const isRight = differences.get(question) ?? right
    const mark = answer === null ? 'unseen' : isRight ? 'correct' : 'wrong'
    return [question, subjects.get(question) ?? '', mark]
  })
  return count(marked)
}

/** The result of a test. */
export async function findResult(account: string | null, id: string): Promise<DeviceOutcome> {
  return outcomeOf(await find(account, id))
}

/** The same with a page of its corrections. */
export async function findCorrections(
  account: string | null,
  id: string,
  ask: CorrectionsAsk,
): Promise<DeviceOutcome> {
  const test = await find(account, id)
  const user = account ?? ''
  // The server would not show them either (ruling 29).
  if (test.subjects.some(await lockedSubjects(user)))
    throw new ApiError(409, 'in-running-mock', deviceStartTexts.inMock)
  const paper = await questionsOf(user, id)
  if (paper === null) throw new ApiError(404, 'sealed', deviceStartTexts.sealedResult)
  const outcome = outcomeOf(test)
  const answers = new Map(test.ended.answers.map((one) => [one.question, one]))
  const every = paper.subjects.flatMap(({ subject, questions }) =>
    questions.map((question, place) => ({
      subject,
      mark: markOf(question.correct, answers.get(question._id)?.answer),
      correction: correctionOf(test, question, place + 1, answers.get(question._id)?.answer),
    })),
  )
  const wanted = every.filter(
    ({ subject, mark }) =>
      (ask.subject === undefined || ask.subject === subject._id) && isAsked(ask.outcome, mark),
  )
  const share = sharesOf(outcome)
  const sorted =
    ask.sort === 'weakest'
      ? sortBy(wanted, [({ correction }) => share.get(correction.topic?._id ?? '') ?? 1])
      : wanted
  const limit = ask.limit ?? sorted.length
  const first = ((ask.page ?? 1) - 1) * limit
  const shown = sorted.slice(first, first + limit)
  return {
    ...outcome,
    total: sorted.length,
    subjectResults: outcome.subjectResults.map((result) => ({
      ...result,
      results: shown.flatMap(({ subject, correction }) =>
        subject._id === result.subject._id ? [correction] : [],
      ),
    })),
  }
}

function isAsked(outcome: CorrectionsAsk['outcome'], mark: Mark): boolean {
  if (outcome === undefined) return true
  if (outcome === 'missed') return mark !== 'correct'
  return outcome === (mark === 'wrong' ? 'incorrect' : mark)
}

/** The share of right answers by topic. */
const sharesOf = ({ subjectResults }: DeviceOutcome) =>
  new Map(
    subjectResults.flatMap(({ topics }) =>
      topics.map((one) => [one.topic._id, one.rightAnswer / one.quesLength] as const),
    ),
  )

function correctionOf(
  { exam }: DeviceTest,
  question: StoredQuestion,
  number: number,
  answer: string | null | undefined,
): Correction {
  const option = (id: string | null | undefined) =>
    asked(question).options.find(({ _id }) => _id === id) ?? null
  return {
    ...asked(question),
    number,
    topic: question.topic,
    description: question.description,
    resultData: { answered: option(answer), correctAnswer: option(question.correct) },
    withdrawn: false,
    source: { exam: exam.title, year: question.year, number: null },
    answeredTimes: 0,
  }
}

function outcomeOf(test: EndedTest): DeviceOutcome {
  const { tally, subjects, items } = marksOf(test)
  const { exam, assessment, ended, minutes, reply } = test
  const allotted = minutes === null ? null : minutes * 60
  const right = accuracy(tally)
  const quiz: DeviceOutcome['quiz'] = {
    _id: test.id,
    exam,
    assessment,
    examType: 'objective',
    year: test.year,
    fromToday: test.from === 'today',
    createdAt: new Date(ended.at).toISOString(),
    questionCount: tally.total,
    unseenCount: tally.unseen,
    correctCount: tally.correct,
    wrongCount: tally.wrong,
    withdrawnCount: 0,
    time: allotted,
    usedtime: ended.usedSeconds,
    powerSafe: false,
    pausedTime: 0,
    takenOffline: false,
    subjectId: test.subjects.map(({ _id }) => _id),
    subjects: test.subjects,
    examResult: null,
    isSubmission: false,
    totalAvgGrade: null,
    theory: null,
    progress: progress(tally),
    accuracy: right,
    speed: speed(allotted, ended.usedSeconds),
    score: {
      percent: right,
      overall: null,
      grade: exam.slug === wassceWaec ? waecGrade(right) : null,
      outOf400: null,
      colour: null,
      jambScale: null,
    },
    offline: {
      deviceCorrect: ended.answers.filter((one) => one.right).length,
      receivedAt: new Date(test.storedAt ?? ended.at).toISOString(),
      differences: reply?.differences ?? [],
      leftOut: 0,
    },
  }
  return {
    quiz,
    subjectResults: test.subjects.map((subject) => {
      const own = subjects.get(subject._id) ?? { total: 0, correct: 0, wrong: 0, unseen: 0 }
      return {
        subject,
        quesLength: own.total,
        rightAnswer: own.correct,
        wrongAnswer: own.wrong,
        unseen: own.unseen,
        score: percent(own.correct, own.total),
        topics: topicsOf(test, subject._id, items),
        results: [],
        theories: [],
      }
    }),
    advices: [],
    total: 0,
  }
}

/** The score per topic, in the order of the paper. */
function topicsOf(
  { questions }: DeviceTest,
  subject: string,
  marks: ReadonlyMap<string, Mark>,
): SubjectResult['topics'] {
  const topics = new Map<string, SubjectResult['topics'][number]>()
  for (const { id, topic, subject: own } of questions) {
    if (own !== subject || topic === null) continue
    const { quesLength, rightAnswer } = topics.get(topic._id) ?? { quesLength: 0, rightAnswer: 0 }
    topics.set(topic._id, {
      topic,
      quesLength: quesLength + 1,
      rightAnswer: rightAnswer + (marks.get(id) === 'correct' ? 1 : 0),
      before: null,
    })
  }
  return [...topics.values()]
}

/** The server's result was read: what this device kept of the test is not needed any more. */
export async function forgetRead(account: string, quizId: string): Promise<void> {
  for (const { id, state, reply } of await listTests(account)) {
    if (state === 'stored' && reply?.quizId === quizId) await removeTest(account, id)
  }
}
