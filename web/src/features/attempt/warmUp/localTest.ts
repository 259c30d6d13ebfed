// A test that only this window knows: the machine of every test, with a server and a store that
// answer at once and keep nothing.
import type { Answer, Attempt, Paper } from '@/shared/api/types'
import type { AttemptApi } from '@/shared/attempt/api'
import { createTest, readClocks, type Test } from '@/shared/attempt/run'
import type { Keeper } from '@/shared/attempt/storage'
import { warmUpTexts } from './messages'

/** Long enough for anybody. */
const MINUTES = 10

function newAttempt(): Attempt {
  const now = Date.now()
  return {
    _id: 'warm-up',
    exam: { _id: 'warm-up', title: warmUpTexts.exam, slug: 'warm-up' },
    assessment: { _id: 'warm-up', title: warmUpTexts.title, slug: 'mock' },
    examType: 'objective',
    year: null,
    state: 'running',
    startedAt: new Date(now).toISOString(),
    deadline: new Date(now + MINUTES * 60_000).toISOString(),
    timeDuration: MINUTES,
    extraMinutes: 0,
    powerSafe: false,
    fromToday: false,
    ahead: null,
    pausedTime: 0,
    totalQuestions: paper.totalQuestions,
    subjects: paper.subjects.map(({ subject }) => subject),
    revision: 0,
    answers: [],
    review: [],
    seen: [],
    revealed: [],
    marked: [],
    savedAt: null,
    serverNow: new Date(now).toISOString(),
    quizId: null,
  }
}

/** A server in the page: it stores each answer, and ends the test on submission. */
function localApi(attempt: Attempt): AttemptApi {
  let held = attempt
  const now = () => ({ ...held, serverNow: new Date().toISOString() })
  const withAnswers = (answers: Answer[]) => {
    const isNew = (one: Answer) => answers.some(({ question }) => question === one.question)
    return [...held.answers.filter((one) => !isNew(one)), ...answers].filter(({ answer }) => answer)
  }
  return {
    read: async () => ({ attempt: now(), paper }),
    peek: async () => now(),
    save: async (_id, { answers, review = held.review, seen = [] }) => {
      const revision = held.revision + 1
      held = {
        ...held,
        revision,
        review,
        answers: withAnswers(answers),
        seen: [...held.seen, ...seen],
      }
      const { deadline, serverNow } = now()
      return { revision, savedAt: serverNow, serverNow, deadline, ignored: [], revealed: [] }
    },
    submit: async (id, last) => ({ quizId: withAnswers(last).length > 0 ? id : null }),
    reveal: () => Promise.reject(new Error('a warm-up shows no answers')),
  }
}

const nowhere: Keeper = {
  read: async () => null,
  readNow: () => null,
  write: async () => 'disk',
  watch: () => () => undefined,
  erase: async () => undefined,
}

interface LocalTest {
  attempt: Attempt
  test: Test
}

/** A new warm-up for a user. */
export function createWarmUp(user: string): LocalTest {
  const attempt = newAttempt()
  const clocks = readClocks()
  const test = createTest({
    user,
    attempt,
    heard: { sent: clocks, got: clocks },
    kept: null,
    keeper: nowhere,
    api: localApi(attempt),
    place: () => questionIds[0] ?? null,
  })
  return { attempt, test }
}

/**
 * The five questions of the warm-up. Anybody can answer them: they teach the window, not a subject.
 */
const given: [stem: string, options: string[], answer: number][] = [
  ['What is 7 + 5?', ['10', '11', '12', '13'], 2],
  ['Which city is the capital of Nigeria?', ['Lagos', 'Abuja', 'Kano', 'Ibadan'], 1],
  ['On which planet do we live?', ['Mars', 'Venus', 'Jupiter', 'Earth'], 3],
  ['Which word is opposite in meaning to <b>hot</b>?', ['cold', 'warm', 'dry', 'bright'], 0],
  ['How many sides does a triangle have?', ['2', '3', '4', '5'], 1],
]

const optionId = (question: number, option: number) => `${question}-${option}`
const questionId = (question: number) => `warm-up-${question}`

/** The ids of the questions, in order. */
export const questionIds = given.map((_, i) => questionId(i))

/** The id of the right option of each question. */
export const answers: Record<string, string> = Object.fromEntries(
  given.map(([, , answer], i) => [questionId(i), optionId(i, answer)]),
)

export const paper: Paper = {
  totalQuestions: given.length,
  subjects: [
    {
      subject: { _id: 'warm-up', title: 'Warm-up' },
      theories: [],
      questions: given.map(([stem, options], i) => ({
        _id: questionId(i),
        title: '',
        passage: null,
        group: null,
        logo: null,
        question: `<p>${stem}</p>`,
        options: options.map((option, at) => ({ _id: optionId(i, at), option })),
      })),
    },
  ],
}
