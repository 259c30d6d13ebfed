// Days as people type them (day/month/year) and as the API has them (`YYYY-MM-DD`).
import { common, dayTexts } from '@/shared/i18n/common'

const byNumbers = /^(\d{1,2})\s?[/. -]\s?(\d{1,2})\s?[/. -]\s?(\d{4})$/
const byName = /^(\d{1,2})\s(\p{L}{3,})\.?,?\s(\d{4})$/u

/** The day as `YYYY-MM-DD`; null if the text is not a day. Years are 1900 to 2100. */
export function readDay(text: string): string | null {
  const typed = text.normalize('NFKC').trim()
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed)
  if (iso) return dayOf(iso[3], iso[2], iso[1])
  const numbers = byNumbers.exec(typed) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(typed)
  if (numbers) return dayOf(numbers[1], numbers[2], numbers[3])
  const named = byName.exec(typed)
  return named && dayOf(named[1], monthOf(named[2] ?? ''), named[3])
}

function dayOf(day: unknown, month: unknown, year: unknown): string | null {
  const [d, m, y] = [Number(day), Number(month), Number(year)]
  const date = new Date(Date.UTC(y, m - 1, d))
  const exists = date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return exists && y >= 1900 && y <= 2100 ? date.toISOString().slice(0, 10) : null
}

/** The number of the month whose name begins like this. */
function monthOf(name: string): number {
  const start = name.toLowerCase().slice(0, 3)
  return common.months.findIndex((month) => month.toLowerCase().startsWith(start)) + 1
}

/** `25/06/2005` for `2005-06-25`; any other text unchanged. */
export const typedDay = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')

export interface DayLimits {
  /** `YYYY-MM-DD`: the first allowed day. */
  min?: string | undefined
  /** `YYYY-MM-DD`: the last allowed day. */
  max?: string | undefined
}

/** The error of a date field's value; null if it is empty or an allowed day. */
export function dayError(value: string, { min, max }: DayLimits = {}): string | null {
  const day = readDay(value)
  if (day === null) return value.trim() === '' ? null : dayTexts.dayUnreadable
  if (min && day < min) return dayTexts.dayTooEarly(typedDay(min))
  return max && day > max ? dayTexts.dayTooLate(typedDay(max)) : null
}
