import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMinutes,
  formatMonth,
  formatNaira,
  formatNewsDate,
  formatNumber,
  formatPercent,
  formatSeconds,
  letterOf,
  plural,
} from './format'

it.each([
  ['2026-11-25T12:00:00.000Z', '25 Nov 2026', '25 Nov, 2026'],
  ['2026-09-05T12:00:00.000Z', '05 Sep 2026', '05 Sep, 2026'],
])('writes the months of %s with three letters', (iso, date, news) => {
  expect([formatDate(iso), formatNewsDate(iso)]).toEqual([date, news])
})

it('writes a day without a time as that day in every zone', () => {
  expect([formatDate('2026-11-25'), formatDay('2026-11-25')]).toEqual(['25 Nov 2026', '2026-11-25'])
})

it('writes dates, times, amounts and numbers without what browsers know of languages', () => {
  class Missing {
    constructor() {
      throw new RangeError('missing')
    }
  }
  const old = { NumberFormat: { value: Missing }, DateTimeFormat: { value: Missing } }
  vi.stubGlobal('Intl', Object.create(Intl, old))
  expect([0, 500, 12_345, 1_000_000].map(formatNaira)).toEqual([
    '₦0',
    '₦500',
    '₦12,345',
    '₦1,000,000',
  ])
  expect(formatDateTime('2026-11-25T09:05:00')).toBe('25 Nov 2026, 09:05')
  expect(formatPercent(13.8)).toBe('13.8%')
  expect([formatMonth('2026-03', 'short'), formatMonth('2026-03', 'long')]).toEqual([
    'Mar',
    'March 2026',
  ])
  vi.unstubAllGlobals()
})

it('writes every number as Intl does', () => {
  const intl = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
  const cents = fc.integer({ min: -200_000_000, max: 200_000_000 })
  fc.assert(
    fc.property(cents, (n) => {
      expect(formatNumber(n / 100)).toBe(intl.format(n / 100))
    }),
  )
})

it('writes times, numbers, percentages and plurals', () => {
  expect(formatDateTime('2026-03-05T14:30:00')).toBe('05 Mar 2026, 14:30')
  expect([formatNumber(1234.567), formatPercent(66.666)]).toEqual(['1,234.57', '66.67%'])
  const answers = { one: '{n} answer', other: '{n} answers' }
  expect([0, 1, 2, 1000].map((n) => plural(answers, n))).toEqual([
    '0 answers',
    '1 answer',
    '2 answers',
    '1,000 answers',
  ])
})

it('dates news with the month in three letters and a comma', () => {
  expect(formatNewsDate('2026-03-05T14:30:00')).toBe('05 Mar, 2026')
  expect(formatNewsDate('2025-09-21T14:30:00')).toBe('21 Sep, 2025')
})

it.each([
  [0, '0 min'],
  [45, '45 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [119.6, '2 h'],
])('%d minutes read %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text))

it.each([
  [8, '8 s'],
  [59.7, '1 min'],
  [119.6, '2 min'],
  [750, '12 min 30 s'],
  [3599.6, '1 h'],
  [3900, '1 h 5 min'],
  [7199, '2 h'],
])('%d seconds read %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text))

it('letters options from A', () => expect([0, 3, 4].map(letterOf)).toEqual(['A', 'D', 'E']))
