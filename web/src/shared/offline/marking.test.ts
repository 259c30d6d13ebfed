// Marking: the cases that the server passes too, and what holds for all marks.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import cases from './cases.json'
import { accuracy, mark, progress, speed, waecGrade } from './marking'

describe('the cases of both sides', () => {
  for (const { name, questions, answers, allotted, used, expected } of cases.marks)
    it(name, () => {
      const given = new Map(Object.entries(answers))
      const { tally, subjects, items } = mark(questions, (id) => given.get(id))
      expect({
        tally,
        subjects: Object.fromEntries(subjects),
        items: Object.fromEntries(items),
        progress: progress(tally),
        accuracy: accuracy(tally),
        speed: speed(allotted, used),
      }).toEqual(expected)
    })
})

it('counts every question once, under one subject and one mark', () => {
  const key = fc.record({
    id: fc.constantFrom('q1', 'q2', 'q3', 'q4', 'q5'),
    subject: fc.constantFrom('s1', 's2'),
    correct: fc.constantFrom('a', 'b'),
  })
  const answers = fc.dictionary(fc.constantFrom('q1', 'q2', 'q3'), fc.constantFrom('a', 'b', 'c'))
  fc.assert(
    fc.property(fc.array(key), answers, (keys, given) => {
      const { tally, subjects, items } = mark(keys, (id) => given[id])
      expect(tally.total).toBe(new Set(keys.map(({ id }) => id)).size)
      expect(items.size).toBe(tally.total)
      for (const one of [tally, ...subjects.values()])
        expect(one.correct + one.wrong + one.unseen).toBe(one.total)
      const sum = [...subjects.values()].reduce((all, { total }) => all + total, 0)
      expect(sum).toBe(tally.total)
    }),
  )
})

it('has the grades of WAEC', () => {
  const of = [100, 75, 74.9, 65, 55, 45, 40, 39.9, 0]
  expect(of.map(waecGrade)).toEqual(['A1', 'A1', 'B2', 'B3', 'C5', 'D7', 'E8', 'F9', 'F9'])
})
