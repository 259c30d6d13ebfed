// The log of answers by the rules of the server's engine.
import { expect, it } from 'vitest'
import { apply, endOf, handedIn, isOver, type LogEvent, read, type Terms } from './sheet'

const study: Terms = { mode: 'study', startedAt: 1_000, deadline: null }
const practice: Terms = { mode: 'practice', startedAt: 1_000, deadline: 61_000 }
const save = (at: number, given: Record<string, string | null>, more: object = {}): LogEvent => ({
  is: 'save',
  at,
  seen: [],
  mark: [],
  answers: Object.entries(given).map(([question, answer]) => ({
    ...{ question, answer, at },
    right: answer === 'right',
  })),
  ...more,
})
const reveal = (at: number, question: string): LogEvent => ({ is: 'reveal', at, question })
const paper = [
  { id: 'q1', version: 3 },
  { id: 'q2', version: 1 },
]
const answersOf = (terms: Terms, log: LogEvent[]) => handedIn(terms, read(terms, log), paper)

it('takes the latest answer, and keeps what was taken back open', () => {
  const log = [save(2_000, { q1: 'wrong', q2: 'right' }), save(3_000, { q1: 'right', q2: null })]
  expect(answersOf(study, log)).toEqual([
    { question: 'q1', version: 3, answer: 'right', right: true, shown: false, doubted: false },
    { question: 'q2', version: 1, answer: null, right: false, shown: false, doubted: false },
  ])
})

it('lets no older answer of another tab win, and takes one after the clock was set back', () => {
  const sheet = read(study, [save(5_000, { q1: 'right' })])
  const late = save(6_000, { q1: 'wrong' })
  if (late.is === 'save') for (const one of late.answers) one.at = 4_000
  expect(apply(study, sheet, late)).toEqual(['q1'])
  // Set back to before the start: not older than what was given since.
  const set = read(study, [save(5_000, { q1: 'wrong' })])
  const back = save(10, { q2: 'right' })
  expect(apply(study, set, back)).toEqual([])
  expect(set.answers.get('q2')).toMatchObject({ answer: 'right', at: 1_000 })
})

it('makes the first marked choice of study final', () => {
  const log = [save(2_000, { q1: 'wrong' }, { mark: ['q1', 'q2'] })]
  const sheet = read(study, log)
  expect([...sheet.marked]).toEqual(['q1'])
  expect(apply(study, sheet, save(3_000, { q1: 'right' }))).toEqual(['q1'])
  expect(handedIn(study, sheet, paper)[0]).toMatchObject({ answer: 'wrong', shown: false })
})

it('says which answers were given with the right one in view', () => {
  const log = [save(2_000, { q1: 'wrong' }), reveal(3_000, 'q1'), save(4_000, { q1: 'right' })]
  expect(answersOf(study, log)[0]).toMatchObject({ answer: 'right', shown: true })
  const looked = [reveal(3_000, 'q1'), save(4_000, { q1: 'right' }, { mark: ['q1'] })]
  expect(answersOf(study, looked)[0]).toMatchObject({ answer: 'right', shown: true })
  // In practice a look settles the answer.
  expect(answersOf(practice, log)[0]).toMatchObject({ answer: 'wrong', shown: false })
})

it('is over after the deadline, or a month without use', () => {
  expect(isOver(practice, { usedAt: 2_000 }, 61_000)).toBe(false)
  expect(isOver(practice, { usedAt: 2_000 }, 91_001)).toBe(true)
  expect(isOver(study, { usedAt: 2_000 }, 2_000 + 30 * 86_400_000)).toBe(false)
  expect(isOver(study, { usedAt: 2_000 }, 2_001 + 30 * 86_400_000)).toBe(true)
  expect(endOf(practice, 99_000)).toBe(61_000)
  expect(endOf(practice, 30_000)).toBe(30_000)
  // A clock that was set back.
  expect(endOf(study, 10)).toBe(1_000)
})
