// The format of dates, times, numbers, plurals and option letters.
import { common } from './common'

/** The locale of dates, numbers and plurals. */
export const locale = 'en-GB'

/** A text that depends on a number, by plural category; `{n}` is the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Creates a formatter on first use, because that takes milliseconds on a slow phone. */
function once<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | undefined
  return () => (made ??= make())
}

const dates = once(
  () => new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short', year: 'numeric' }),
)
const shortMonths = once(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }))
const longMonths = once(
  () => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const times = once(() => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }))
const numbers = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }))
const percents = once(
  () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
)
const plurals = once(() => new Intl.PluralRules(locale))

/** "05 Mar 2026". */
export const formatDate = (iso: string) =>
  // Newer browsers abbreviate September to four letters.
  dates().format(new Date(iso)).replace('Sept', 'Sep')

/** "2026-03-05", in the visitor's time zone. */
export function formatDay(iso: string): string {
  const at = new Date(iso)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** "Mar", or "March 2026", for `2026-03`. */
export const formatMonth = (month: string, form: 'short' | 'long') =>
  (form === 'short' ? shortMonths() : longMonths()).format(new Date(`${month}-01`))

/** "₦1,000" for whole naira. */
export const formatNaira = (naira: number) => `₦${formatNumber(Math.round(naira))}`

/** "05 Mar, 2026", the date of a news item. */
export function formatNewsDate(iso: string): string {
  const parts = dates().formatToParts(new Date(iso))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return common.newsDate(part('day'), part('month'), part('year'))
}

/** "14:30", from an ISO string or milliseconds. */
export const formatTime = (time: string | number) => times().format(new Date(time))

/** "05 Mar 2026, 14:30". */
export const formatDateTime = (iso: string) => `${formatDate(iso)}, ${formatTime(iso)}`

/** "1 h 30 min", "45 min", "0 min". */
export function formatMinutes(minutes: number): string {
  return inTwo(Math.round(minutes), common.hours, common.minutes)
}

/** Seconds as "1 h 5 min", "12 min 30 s", "8 s". */
export function formatSeconds(seconds: number): string {
  const all = Math.round(seconds)
  return all >= 3600 ? formatMinutes(all / 60) : inTwo(all, common.minutes, common.seconds)
}

/** A whole number of the small unit, 60 of which make the large one. */
function inTwo(all: number, large: (n: string) => string, small: (n: string) => string): string {
  const [whole, rest] = [Math.floor(all / 60), all % 60]
  if (whole === 0) return small(formatNumber(rest))
  const text = large(formatNumber(whole))
  return rest === 0 ? text : `${text} ${small(formatNumber(rest))}`
}

/** With at most two decimals, without trailing zeros. */
export const formatNumber = (value: number) => numbers().format(value)

/** "66.67%" for 66.67. */
export const formatPercent = (value: number) => percents().format(value / 100)

/** A, B, C … for the option at `index`, from 0. */
export const letterOf = (index: number) => String.fromCharCode(65 + index)

/** The plural form for this number, with the number in it. */
export const plural = (forms: PluralForms, n: number) =>
  (forms[plurals().select(n)] ?? forms.other).replace('{n}', formatNumber(n))
