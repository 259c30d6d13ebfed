// Periods end today and begin where their name says.
import { expect, it } from 'vitest'
import { periodOf, rangeOf } from './ListParts'

const now = new Date(2026, 2, 5, 23, 30)

it.each([
  ['today', '2026-03-05'],
  ['week', '2026-02-27'],
  ['days30', '2026-02-04'],
  ['month', '2026-03-01'],
] as const)('%s begins on %s', (period, from) => {
  expect(rangeOf(period, now)).toEqual({ from, to: '2026-03-05' })
  expect(periodOf(from, '2026-03-05', now)).toBe(period)
})

it('is none where the days are others', () => {
  expect(periodOf('2026-03-02', '2026-03-05', now)).toBeNull()
  expect(periodOf('2026-03-05', '2026-03-04', now)).toBeNull()
  expect(periodOf(undefined, undefined, now)).toBeNull()
})
