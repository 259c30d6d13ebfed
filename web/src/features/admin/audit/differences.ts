// The fields of an audit entry, and the parts of a text in which two versions differ.
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { adminTexts } from '../messages'
import { auditTexts, fieldOf } from './messages'

export interface Difference {
  name: string
  label: string
  /** Null if the field did not exist. */
  before: string | null
  after: string | null
}

/** The fields of an entry in order, previous fields first. */
export function differencesOf(
  {
    before,
    after,
    names: known = {},
  }: Pick<AuditEntry, 'before' | 'after'> & Partial<Pick<AuditEntry, 'names'>>,
  labels: Record<string, string> = {},
): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.map((name) => ({
    name,
    label: labels[name] ?? fieldOf(name),
    before: name in before ? textOf(name, before[name], known) : null,
    after: name in after ? textOf(name, after[name], known) : null,
  }))
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A value as text: markup becomes plain text, and links become the names of their records. */
function textOf(name: string, value: unknown, known: Record<string, string>): string {
  if (value === null || value === undefined || value === '') return auditTexts.none
  if (value === true) return name === 'status' ? adminTexts.active : auditTexts.yes
  if (value === false) return name === 'status' ? adminTexts.inactive : auditTexts.no
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value)
  const list = listOf(value)
  if (list) return list.map((one) => textOf(name, one, known)).join(', ') || auditTexts.none
  const text = typeof value === 'string' ? (known[value] ?? value) : JSON.stringify(value)
  // A tag that was cut off in the middle is not markup.
  return /<\/?[a-z]/i.test(text) ? plainText(text.replace(/<[^>]*$/, '')) || text : text
}

/** The entries of a list; the server sends a short one as JSON text. */
function listOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !/^\[.*\]$/.test(value)) return null
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : null
  } catch {
    // It was cut off.
    return null
  }
}

/** A text in three parts; the middle one differs from its counterpart's. */
export type Parts = [same: string, other: string, same: string]

/** Splits two texts by their common beginning and end, at word boundaries. */
export function apart(before: string, after: string): [Parts, Parts] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const parts = (all: string[]): Parts => [
    all.slice(0, start).join(''),
    all.slice(start, all.length - end).join(''),
    all.slice(all.length - end).join(''),
  ]
  return [parts(a), parts(b)]
}

const wordsOf = (text: string) => text.split(/(\s+)/)
