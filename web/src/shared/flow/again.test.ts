// Tests like one that was taken before.
import { expect, it } from 'vitest'
import { quiz, student } from '@/testing/data'
import { inSet, mistakesOf, sameAgain } from './again'

it('asks for the earlier time without the extra time, which the server adds again', () => {
  const slow = { ...student, extraTime: 25 }
  expect(sameAgain(quiz({ time: 75 * 60 }), slow).minutes).toBe(60)
  expect(sameAgain(quiz({ time: 60 * 60 }), student).minutes).toBe(60)
  expect(sameAgain(quiz({ time: 33 * 60 }), { ...student, extraTime: 10 }).minutes).toBe(30)
})

it('shares the questions among the subjects, within what may be asked for', () => {
  const of = (questionCount: number, subjectId: string[]) =>
    sameAgain(quiz({ questionCount, subjectId }), student).questions
  expect(of(40, ['s1'])).toBe(40)
  expect(of(24, ['s1', 's2', 's3'])).toBe(8)
  expect(of(0, ['s1'])).toBe(1)
  expect(of(300, ['s1', 's2'])).toBe(100)
})

it('leaves a mock its own time and questions, and takes practice without a year as mistakes', () => {
  const mock = quiz({ assessment: { _id: 'm3', title: 'Mock', slug: 'mock' }, year: null })
  expect(sameAgain(mock, student)).toMatchObject({ mode: 'mock', minutes: null })
  expect(sameAgain(mock, student).paperFrom).toBeUndefined()
  expect(sameAgain(quiz({ year: null }), student).paperFrom).toBe('mistakes')
})

it('gives what went wrong a minute a question, and none in study', () => {
  const of = (correctCount: number) =>
    mistakesOf(quiz({ questionCount: 40, correctCount }), 'practice', student).minutes
  expect(of(39)).toBe(15)
  expect(of(20)).toBe(30)
  expect(
    mistakesOf(quiz({ questionCount: 900, correctCount: 0 }), 'practice', student).minutes,
  ).toBe(360)
  expect(mistakesOf(quiz(), 'study', student).minutes).toBeNull()
})

it('gives a set the time for its own questions', () => {
  const of = (set: number) =>
    mistakesOf(quiz({ questionCount: 60, correctCount: 12 }), 'practice', student, set)
  expect([1, 2, 3].map((set) => inSet(48, set))).toEqual([20, 20, 8])
  expect([1, 3].map((set) => of(set).minutes)).toEqual([30, 15])
  expect(of(3)).toMatchObject({ mistakesOf: 'quiz1', mistakesSet: 3, questions: 20 })
  expect(mistakesOf(quiz(), 'practice', student).mistakesSet).toBeUndefined()
})
