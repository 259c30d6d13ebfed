// What the start screen begins with.
import { describe, expect, it } from 'vitest'
import type { Availability } from '@/shared/api/types'
import { exam, examChoice, registration, subscription, waec } from '@/testing/data'
import { minutesFor } from '../setup'
import {
  canStart,
  choicesOfLast,
  countsOf,
  examToBegin,
  freshYear,
  minutesOf,
  proposal,
  startOf,
  takesAll,
  universityOf,
} from './proposal'

const jamb = exam({ maximumSubjects: 4 })
const post = exam({ _id: 'post', title: 'POST UTME', slug: 'post-utme' })
const gold = subscription(jamb)
const trial = subscription(jamb, { planName: 'Trial', numOfQuestions: 10 })
const held = examChoice(jamb, { subscriptions: [gold], registration: registration(jamb) })
const heldWaec = examChoice(waec, {
  subscriptions: [subscription(waec)],
  registration: registration(waec),
})
const modes = ['study', 'practice', 'mock'] as const
const begin = (one = held, plan = gold, last: Parameters<typeof proposal>[3] = null) =>
  proposal(one, plan, [...modes], last)

describe('numbers of questions', () => {
  it.each([
    [gold, [10, 20, 40, 100]],
    [trial, [10]],
    [subscription(jamb, { planName: 'trial', numOfQuestions: 15 }), [10, 15]],
    [subscription(jamb, { planName: 'Trial', numOfQuestions: 5 }), [5]],
  ])('are what the plan allows', (plan, counts) => expect(countsOf(plan)).toEqual(counts))
})

describe('the proposal', () => {
  it('takes all registered subjects of JAMB UTME, and one of any other exam', () => {
    expect(begin().subjects).toEqual(['s0', 's1', 's2'])
    expect(begin(heldWaec, subscription(waec)).subjects).toEqual(['s0'])
  })

  it('begins with the last choices as far as they still fit', () => {
    const last = { subjects: ['s1', 'gone'], mode: 'practice', questions: 40, year: 2018 } as const
    const { subjects, mode, questions, year } = begin(held, gold, {
      ...last,
      subjects: ['s1', 'gone'],
    })
    expect([subjects, mode, questions, year]).toEqual([['s1'], 'practice', 40, 2018])
    expect(begin(held, trial, { questions: 40 }).questions).toBe(10)
    expect(begin(held, gold, { questions: 55 }).questions).toBe(100)
    expect(proposal(held, gold, ['mock'], { mode: 'study' }).mode).toBe('mock')
  })

  it('begins with what the server keeps where this device knows nothing', () => {
    const kept = registration(jamb, {
      selectedSubjects: ['s2'],
      assessment: { _id: 'm2', slug: 'practice', title: 'Practice' },
    })
    const { subjects, mode } = begin({ ...held, registration: kept })
    expect([subjects, mode]).toEqual([['s2'], 'practice'])
  })

  it('offers the kind of an exam that has one alone', () => {
    expect(begin().examType).toBe('objective')
    expect(begin(heldWaec, subscription(waec)).examType).toBe('objective')
    expect(begin(heldWaec, subscription(waec), { examType: 'theory' }).examType).toBe('theory')
    expect(begin(held, gold, { examType: 'theory' }).examType).toBe('objective')
  })
})

describe('the exam to begin with', () => {
  const closed = examChoice({ ...post, status: false })
  it.each([
    ['the one that is asked for', [held, heldWaec], ['wassce-waec-ssce'], 'waec'],
    ['the one chosen last', [held, heldWaec], [null, 'waec'], 'waec'],
    ['one that can be started', [examChoice(waec), held], [], 'jamb'],
    ['the only one that is open', [closed, examChoice(waec)], ['post-utme'], 'waec'],
    ['none', [examChoice(waec), examChoice(jamb)], ['nothing'], undefined],
  ])('is %s', (_name, exams, wanted, id) => {
    expect(examToBegin(exams, wanted)?._id).toBe(id)
  })

  it('needs a subscription and subjects to be started', () => {
    expect(canStart(held, null)).toBe(true)
    expect(canStart({ ...held, registration: null }, null)).toBe(false)
    expect(canStart({ ...held, subscriptions: [] }, null)).toBe(false)
  })
})

it('knows the university of POST UTME alone', () => {
  const at = (id: string) => subscription(post, { _id: id, university: { _id: id, title: id } })
  const one = examChoice(post, { subscriptions: [at('a')] })
  const two = examChoice(post, { subscriptions: [at('a'), at('b')] })
  expect(universityOf(held, 'a')).toBeNull()
  expect([universityOf(one, null), universityOf(two, null)]).toEqual(['a', null])
  expect([universityOf(two, 'b'), universityOf(two, 'c')]).toEqual(['b', null])
})

describe('minutes', () => {
  it.each([
    [1, 15],
    [15, 15],
    [16, 30],
    [40, 45],
    [1_000, 360],
  ])('of %i questions are %i', (questions, minutes) => {
    expect(minutesFor(questions)).toBe(minutes)
  })

  it('follow questions and subjects, until they are chosen', () => {
    const practice = { ...begin(), mode: 'practice' } as const
    expect(minutesOf({ ...practice, questions: 20 }, gold)).toBe(60)
    expect(minutesOf({ ...practice, questions: 20, minutes: 30 }, gold)).toBe(30)
    expect(minutesOf({ ...practice, questions: 100 }, gold)).toBe(180)
    expect(minutesOf({ ...practice, questions: 10 }, trial)).toBe(15)
    expect(minutesOf(begin(), gold)).toBeNull()
  })
})

describe('the year of a test that names none', () => {
  const found = (...years: number[][]): Availability => ({
    totalQuestions: 0,
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    mock: null,
    message: null,
    subjects: [],
    counts: years.map((one, i) => ({
      subject: { _id: `s${i}`, title: '' },
      questions: 0,
      theories: 0,
      years: one,
    })),
  })
  it.each([
    ['the newest that all have', found([2020, 2019], [2019, 2018]), [], 2019],
    ['the newest that was not taken', found([2020, 2019, 2018]), [2020, 2018], 2019],
    ['the newest again, once all were taken', found([2020, 2019]), [2020, 2019], 2020],
    ['the newest of any, where none is of all', found([2020], [2018]), [], 2020],
  ])('is %s', (_name, there, taken, year) => expect(freshYear(there, taken)).toBe(year))
})

it('takes all subjects for a mock of JAMB UTME alone', () => {
  expect(takesAll(held, 'mock')).toBe(true)
  expect(takesAll(held, 'practice')).toBe(false)
  expect(takesAll(heldWaec, 'mock')).toBe(false)
})

it('asks for a test without a timer in study, and never lets a study stand still', () => {
  const choices = { ...begin(), powerSafe: true }
  const ask = { exam: held, subscription: gold, assessmentId: 'm1', choices, year: 2019 }
  expect(startOf(ask)).toMatchObject({ timeDuration: null, powerSafe: false, selectedTopics: [] })
  expect(startOf({ ...ask, choices: { ...choices, mode: 'practice' } })).toMatchObject({
    timeDuration: 60,
    powerSafe: true,
    questionLimit: 20,
    year: 2019,
  })
})

it('knows nothing of a test that was never taken', () =>
  expect(choicesOfLast(undefined)).toBeNull())
