// A shelf of packs and a server for tests of practice without internet.
import type { Ref } from '@/shared/api/types'
import {
  type OfflineTest,
  type Pack,
  type PackList,
  type PackQuestion,
  type SyncedTest,
  transact,
} from '../database'
import { createKey, seal } from '../sealing'
import { packIdOnDevice } from '../shelf'
import { type DeviceStart, startTest } from '../start'

const jamb = { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' }
export const maths = { _id: 's1', title: 'Mathematics' }
export const physics = { _id: 's2', title: 'Physics' }

export const question = (id: string, more: Partial<PackQuestion> = {}): PackQuestion => ({
  _id: id,
  version: 1,
  section: { _id: 'x1', title: 'Section A' },
  topic: { _id: 't1', title: 'Algebra' },
  passage: null,
  group: null,
  logo: null,
  title: id,
  question: `<p>Stem of ${id}</p>`,
  options: ['a', 'b', 'c', 'd'].map((name) => ({ _id: `${id}-${name}`, option: name })),
  correct: `${id}-a`,
  description: `<p>Why ${id} is a.</p>`,
  ...more,
})

export const packOf = (
  subject: { _id: string; title: string },
  year: number,
  questions: PackQuestion[],
): Pack => ({
  _id: `${subject._id}-${year}`,
  exam: jamb,
  subject,
  year,
  revision: 1,
  grant: `grant ${subject._id} ${year}`,
  order: questions.map(({ _id, version }) => [_id, version]),
  questions,
})

/** Ten questions of each subject in two years. */
export const packs = [maths, physics].flatMap((subject) =>
  [2019, 2018].map((year) =>
    packOf(
      subject,
      year,
      Array.from({ length: 10 }, (_, n) =>
        question(`${subject._id}-${year}-${n + 1}`, {
          topic: { _id: `t-${subject._id}`, title: `First of ${subject.title}` },
        }),
      ),
    ),
  ),
)

/** Puts packs of an exam on the shelf, with the server's last list. */
export async function stock(
  account: string,
  held = packs,
  list: Partial<PackList> = {},
  university: Ref | null = null,
): Promise<void> {
  const exam = held[0]?.exam ?? jamb
  const key = await createKey(account, null)
  const sealed = await Promise.all(held.map(async (pack) => [pack, await seal(key, pack)] as const))
  await transact(['heads', 'packs', 'lists'], 'readwrite', (reach) => {
    for (const [pack, body] of sealed) {
      const { _id, subject, year, revision, order } = pack
      const at = '2026-03-05T14:30:00.000Z'
      reach('heads').put(
        {
          ...{
            exam,
            university,
            subject,
            year,
            revision,
            bytes: 1_000,
            pictures: 0,
            keepUntil: null,
          },
          ...{ questions: order.length, downloadedAt: at },
        },
        [account, packIdOnDevice(_id, university)],
      )
      reach('packs').put(body, [account, packIdOnDevice(_id, university)])
    }
    reach('lists').put(
      {
        list: {
          ...{ exam, allowed: true, trial: false, keepUntil: null, leftToday: null, packs: [] },
          ...{ due: [], mistakes: [], ...list },
        },
        readAt: '2026-03-05T14:30:00.000Z',
      },
      [account, packIdOnDevice(exam._id, university)],
    )
  })
}

export const start = (more: Partial<DeviceStart> = {}): DeviceStart => ({
  exam: jamb,
  assessment: { _id: 'm1', title: 'Study', slug: 'study' },
  university: null,
  from: 'bank',
  subjects: [maths],
  year: 2019,
  limit: 100,
  minutes: null,
  topics: [],
  shuffleQuestions: false,
  shuffleOptions: false,
  ...more,
})

/** Starts a test without handing it over: its window reads the device, as after a reload. */
export const begin = async (...asked: Parameters<typeof startTest>) =>
  (await startTest(...asked)).test

/** A server that takes each test once. */
export class FakeServer {
  /** The results by the test's id, and how often each was sent. */
  readonly results = new Map<string, { test: OfflineTest; quizId: string; sent: number }>()
  /** The right options that differ from the packs. */
  readonly corrected = new Map<string, string>()
  /** Ids of questions in a running mock. */
  readonly inMock = new Set<string>()
  readonly refused = new Set<string>()

  take(tests: OfflineTest[]): SyncedTest[] {
    return tests.map((test) => this.one(test))
  }

  private one(test: OfflineTest): SyncedTest {
    const right = test.questions.filter((one) => this.isRight(one))
    const reply = {
      id: test.id,
      quizId: null as string | null,
      message: '',
      correct: right.length,
      total: test.questions.length,
      differences: test.questions.flatMap((one) =>
        one.answer !== null && this.isRight(one) !== one.right
          ? [{ question: one.question, right: this.isRight(one) }]
          : [],
      ),
    }
    const known = this.results.get(test.id)
    if (known) {
      known.sent += 1
      return { ...reply, state: 'stored', quizId: known.quizId }
    }
    if (this.refused.has(test.id)) return { ...reply, state: 'refused', message: 'Not yours.' }
    if (test.questions.some((one) => this.inMock.has(one.question)))
      return { ...reply, state: 'waiting', message: 'After the mock.' }
    const quizId = `quiz-${this.results.size + 1}`
    this.results.set(test.id, { test, quizId, sent: 1 })
    return { ...reply, state: 'stored', quizId }
  }

  private isRight({ question: id, answer }: OfflineTest['questions'][number]): boolean {
    return answer === (this.corrected.get(id) ?? `${id}-a`)
  }
}
