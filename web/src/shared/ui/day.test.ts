import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayTexts } from '@/shared/i18n/common'
import { dayError, readDay, typedDay } from './day'

describe('a day as people type it', () => {
  it.each([
    ['25/06/1999', '1999-06-25'],
    ['05/06/1999', '1999-06-05'],
    ['5/6/1999', '1999-06-05'],
    [' 5 . 6 . 1999 ', '1999-06-05'],
    ['5-6-1999', '1999-06-05'],
    ['5 6 1999', '1999-06-05'],
    ['05061999', '1999-06-05'],
    ['2020-01-01', '2020-01-01'],
    ['29/02/2004', '2004-02-29'],
    ['5 June 1999', '1999-06-05'],
    ['05 jun 1999', '1999-06-05'],
    ['12 Sept 2005', '2005-09-12'],
    ['２５/０６/１９９９', '1999-06-25'],
  ])('%s is %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it.each([
    '',
    '06/25/1999',
    '31/04/1999',
    '29/02/2005',
    '25/06/99',
    '25/06/199',
    '25/06/19990',
    '1/1/0202',
    '1999',
    '5 J 1999',
    'yesterday',
    '2020-13-01',
    '1999-06-25T10:00',
  ])('%s cannot be read', (text) => {
    expect(readDay(text)).toBeNull()
  })

  it('is shown as day/month/year and read again as the same day', () => {
    const days = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2100-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(typedDay(day)).toMatch(/^\d\d\/\d\d\/\d{4}$/)
        expect(readDay(typedDay(day))).toBe(day)
      }),
    )
    expect(typedDay('25/06/99')).toBe('25/06/99')
  })

  it('says what is wrong with it', () => {
    expect(dayError('')).toBeNull()
    expect(dayError('2005-06-25')).toBeNull()
    expect(dayError('06/25/1999')).toBe(dayTexts.dayUnreadable)
    expect(dayError('2005-06-25', { min: '2005-06-26' })).toBe(dayTexts.dayTooEarly('26/06/2005'))
    expect(dayError('2005-06-25', { max: '2005-06-24' })).toBe(dayTexts.dayTooLate('24/06/2005'))
    expect(dayError('2005-06-25', { min: '2005-06-25', max: '2005-06-25' })).toBeNull()
  })
})
