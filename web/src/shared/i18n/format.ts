// The format of dates, times, numbers, plurals, option letters, and texts with placeholders.

import { createElement, Fragment, type ReactNode } from 'react'
import { common } from './common'

/**
 * Inserts elements into a text at its placeholders, so that each language decides their position:
 * "Welcome, {name}" and the parts by name.
 */
export const fill = (text: string, parts: Record<string, ReactNode>): ReactNode[] =>
  text
    .split(/\{(\w+)\}/)
    .map((part, i) => createElement(Fragment, { key: i }, i % 2 === 0 ? part : parts[part]))

/** A day in milliseconds. */
export const DAY = 24 * 60 * 60_000

/** The locale of plurals. */
const locale = 'en-GB'

/** A text that depends on a number, by plural category; `{n}` is the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Created on first use, because that takes milliseconds on a slow phone. */
let plurals: Intl.PluralRules | undefined

// Everything else is written without Intl: old WebViews abbreviate months and group digits in ways
// of their own.
const two = (n: number) => String(n).padStart(2, '0')

/** The day where the reader is; one without a time (`2026-03-05`) is that day everywhere. */
const dateOf = (iso: string) => new Date(iso.length === 10 ? `${iso}T12:00` : iso)

const dayAndMonth = (at: Date) =>
  [two(at.getDate()), (common.months[at.getMonth()] ?? '').slice(0, 3)] as const

/** "05 Mar 2026". */
export function formatDate(iso: string): string {
  const at = dateOf(iso)
  return [...dayAndMonth(at), at.getFullYear()].join(' ')
}

/** "2026-03-05", in the visitor's time zone. */
export function formatDay(iso: string): string {
  const at = dateOf(iso)
  return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
}

/** "Mar", or "March 2026", of `2026-03`. */
export function formatMonth(month: string, form: 'short' | 'long'): string {
  const [year, number] = month.split('-')
  const name = common.months[Number(number) - 1] ?? ''
  return form === 'short' ? name.slice(0, 3) : `${name} ${year}`
}

/** "₦12,345" of whole naira. */
export const formatNaira = (naira: number) => `₦${formatNumber(Math.round(naira))}`

/** "05 Mar, 2026", the date of a news item. */
export function formatNewsDate(iso: string): string {
  const at = dateOf(iso)
  return common.newsDate(...dayAndMonth(at), String(at.getFullYear()))
}

/** "14:30" where the reader is, of an ISO text or milliseconds. */
export function formatTime(time: string | number): string {
  const at = new Date(time)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

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

/** "12,345.6": at most two decimals, none that say nothing. */
export function formatNumber(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(2).split('.')
  const rest = decimals.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest && `.${rest}`)
}

/** "66.67%" of 66.67. */
export const formatPercent = (value: number) => `${formatNumber(value)}%`

/** A, B, C … for the option at `index`, from 0. */
export const letterOf = (index: number) => String.fromCharCode(65 + index)

/** The form that this number takes, with the number in it. */
export function plural(forms: PluralForms, n: number): string {
  plurals ??= new Intl.PluralRules(locale)
  return (forms[plurals.select(n)] ?? forms.other).replace('{n}', formatNumber(n))
}

/** A mobile number as the server takes it: without spaces and punctuation. */
export const mobileNumber = (typed: string) => typed.replace(/[\s().-]/g, '')
