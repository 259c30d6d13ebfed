// What is due and was missed, from the server's list and the tests of this device since.
import { expect, it } from 'vitest'
import type { OfflineAnswer } from './database'
import { dayOf, dueQuestions } from './dueQuestions'
import type { DeviceTest } from './log'

const DAY = 24 * 60 * 60_000
const monday = Date.parse('2026-11-23T10:00:00Z')

const stored = (due: string[], mistakes: string[], readAt = monday - DAY) => ({
  list: {
    exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
    ...{
      allowed: true,
      trial: false,
      keepUntil: '2030-01-01T00:00:00.000Z',
      leftToday: null,
      packs: [],
      due,
      mistakes,
    },
  },
  readAt: new Date(readAt).toISOString(),
})

type Given = [question: string, outcome: 'right' | 'wrong' | 'open', more?: Partial<OfflineAnswer>]

const test = (at: number, given: Given[], more: Partial<DeviceTest> = {}): DeviceTest => ({
  id: `offline-${at}`,
  state: 'ended',
  exam: { _id: 'jamb', title: 'JAMB UTME', slug: 'jamb-utme' },
  assessment: { _id: 'm1', title: 'Study', slug: 'study' },
  from: 'bank',
  ...{ university: null, year: null, subjects: [], questions: [], packs: [] },
  ...{ startedAt: at, minutes: null, reply: null },
  ended: {
    ...{ at, usedSeconds: 1 },
    answers: given.map(([question, outcome, rest]) => ({
      ...{ question, version: 1, shown: false, doubted: false },
      answer: outcome === 'open' ? null : 'x',
      right: outcome === 'right',
      ...rest,
    })),
  },
  ...more,
})

it('is the list where nothing was answered since, and nothing without one', () => {
  expect(dueQuestions(stored(['a', 'b'], ['c']), [], monday)).toEqual({
    ...{ due: ['a', 'b'], mistakes: ['c'] },
    isDone: false,
  })
  expect(dueQuestions(null, [], monday)).toEqual({ due: [], mistakes: [], isDone: false })
})

it('takes out what was answered rightly, and brings back what was missed the next day', () => {
  const tests = [
    test(monday, [
      ['a', 'right'],
      ['b', 'wrong'],
      ['new', 'wrong'],
      ['c', 'open'],
    ]),
  ]
  const today = dueQuestions(stored(['a', 'b', 'c'], ['a']), tests, monday + 1)
  expect(today.due).toEqual(['c'])
  expect(today.mistakes).toEqual(['b', 'new', 'c'])
  const tomorrow = dueQuestions(stored(['a', 'b', 'c'], ['a']), tests, monday + DAY)
  expect(tomorrow.due).toEqual(['b', 'new', 'c'])
})

it('follows the latest answer, whatever the order of the tests', () => {
  const tests = [test(monday + 5, [['a', 'right']]), test(monday, [['a', 'wrong']])]
  const { due, mistakes } = dueQuestions(stored([], []), tests, monday + DAY)
  expect([due, mistakes]).toEqual([[], []])
})

it('learns nothing of the memory from an answer with the right one in view', () => {
  const tests = [test(monday, [['a', 'right', { shown: true }]])]
  expect(dueQuestions(stored(['a'], ['a']), tests, monday).due).toEqual(['a'])
})

it('repeats what was right and doubted', () => {
  const tests = [test(monday, [['a', 'right', { doubted: true }]])]
  expect(dueQuestions(stored(['a'], []), tests, monday).due).toEqual([])
  expect(dueQuestions(stored(['a'], []), tests, monday + DAY).due).toEqual(['a'])
})

it('takes the marks of the server where they differ, and leaves out what the list knows', () => {
  const reply = {
    ...{ id: 'x', state: 'stored' as const, quizId: 'q', message: '', correct: 1, total: 1 },
    differences: [{ question: 'a', right: true }],
  }
  const sent = test(monday, [['a', 'wrong']], { state: 'stored', reply, storedAt: monday + 5 })
  expect(dueQuestions(stored([], ['a']), [sent], monday + 9).mistakes).toEqual([])
  // The list was read after it had been stored.
  expect(dueQuestions(stored([], ['a'], monday + 6), [sent], monday + 9).mistakes).toEqual(['a'])
})

it('has one session a day, by West Africa Time', () => {
  const evening = Date.parse('2026-11-23T22:30:00Z')
  const tests = [test(evening, [['a', 'right']], { from: 'today' })]
  expect(dueQuestions(null, tests, evening + 1).isDone).toBe(true)
  expect(dayOf(evening) + 1).toBe(dayOf(evening + 60 * 60_000))
  expect(dueQuestions(null, tests, evening + 60 * 60_000).isDone).toBe(false)
})
