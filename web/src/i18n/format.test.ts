import { expect, it, vi } from 'vitest'
import { formatDate, formatNaira, formatNewsDate } from './format'

it('writes months with three letters, whatever the browser abbreviates', () => {
  for (const [iso, date, news] of [
    ['2026-11-25T12:00:00.000Z', '25 Nov 2026', '25 Nov, 2026'],
    ['2026-09-05T12:00:00.000Z', '05 Sep 2026', '05 Sep, 2026'],
  ] as const) {
    expect([formatDate(iso), formatNewsDate(iso)]).toEqual([date, news])
  }
})

it('writes amounts with the naira sign, also where a browser knows no narrow symbols', () => {
  class OldNumberFormat extends Intl.NumberFormat {
    constructor(locale?: string, options?: Intl.NumberFormatOptions) {
      if (options?.currencyDisplay === 'narrowSymbol') throw new RangeError('currencyDisplay')
      super(locale, options)
    }
  }
  vi.stubGlobal('Intl', Object.create(Intl, { NumberFormat: { value: OldNumberFormat } }))
  expect([0, 500, 12_345, 1_000_000].map(formatNaira)).toEqual([
    '₦0',
    '₦500',
    '₦12,345',
    '₦1,000,000',
  ])
  vi.unstubAllGlobals()
})
