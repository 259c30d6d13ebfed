// The screen of the record in an audit entry, the labels of its fields, and what differs.
import { useQuery } from '@tanstack/react-query'
import { all, readTheory } from '@/shared/api/queries/bank'
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import { plainText } from '@/shared/ui/plainText'
import { bankFormTexts } from '../bank/messages'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import { withdrawTexts } from '../quality/messages'
import { resourceKey } from '../resource/calls'
import { editPath } from '../resource/placed'
import { resources } from '../resources'
import { auditTexts, fieldOf } from './messages'

/** The declared entity with this stored name. */
const declared = (entity: string) => resources.find(({ name }) => name === entity)

/** The screens of records that are not declared entities, by the server's table name. */
const screens: Record<string, (record: string) => string> = {
  home_setting: () => adminPaths.homeSetting,
  question: adminPaths.question,
  section: adminPaths.sectionEdit,
  // The form finds the exam by the year.
  subject_year: (id) => adminPaths.subjectYearEdit(all, id),
  registration: (key) => {
    const [user = '', exam = ''] = key.split('-')
    return adminPaths.registeredSubjectsUpdate(user, exam)
  },
  payment: adminPaths.payment,
  // It leads on to the page of a moderator or an administrator.
  user: adminPaths.student,
  subscription: (key) => `${adminPaths.student(key.split('-')[0] ?? '')}?tab=plans`,
  contact: adminPaths.contactMessage,
  quiz: adminPaths.userTheory,
  report: () => `${adminPaths.reports}?state=all`,
}

/** Records whose screen depends on a query. */
const asked: Record<string, (record: string) => Promise<string>> = {
  theory: async (id) => {
    const { subject, year } = await readTheory(all, all, id)
    return adminPaths.theoryEdit(subject._id, year._id, id)
  },
}

/** Actions after which the record no longer exists. */
const ends = ['delete', 'erase']

/** The log, narrowed to a record and what belongs to it. */
export const auditAbout = (record: string) =>
  `${adminPaths.audit}?about=${encodeURIComponent(record)}`

/** The log, narrowed to what a person did. */
export const auditOfPerson = (user: string) =>
  `${adminPaths.audit}?user=${encodeURIComponent(user)}`

const isThere = ({ record, action }: AuditEntry) => record !== '' && !ends.includes(action)

/** The screen of a record, where its key alone leads to it. */
export function pathOf(entry: AuditEntry): string | undefined {
  const { entity, record, action } = entry
  if (!isThere(entry)) return undefined
  // An import is recorded under its year.
  if (action === 'import') return adminPaths.subjectYearEdit(all, record)
  const resource = declared(entity)
  const isDeclared = resource?.calls.update && !resource.parent
  return screens[entity]?.(record) ?? (isDeclared ? editPath(resource, record) : undefined)
}

/** Like `pathOf`, also where the server must be asked. Undefined until that is known. */
export function useRecordPath(entry: AuditEntry): string | undefined {
  const { entity, record } = entry
  const place = asked[entity]
  const { data } = useQuery({
    queryKey: [...resourceKey, 'where', entity, record],
    queryFn: () => (place ? place(record) : ''),
    enabled: isThere(entry) && place !== undefined,
  })
  return data || pathOf(entry)
}

/** The labels of the entity's form, by stored field name. */
export function labelsOf(entity: string): Record<string, string> {
  if (entity === 'question') return questionLabels()
  if (entity === 'theory') return theoryLabels()
  const fields = Object.entries(declared(entity)?.fields ?? {})
  return Object.fromEntries(fields.flatMap(([name, { label }]) => [[stored(name), label]]))
}

/** "btnUrl" is stored as "btn_url". */
const stored = (name: string) => name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)

const questionLabels = (): Record<string, string> => ({
  title: bankFormTexts.title,
  question: bankFormTexts.question,
  passage: bankFormTexts.passage,
  group: bankFormTexts.group,
  options: bankFormTexts.options,
  correct: bankFormTexts.rightAnswer,
  description: bankFormTexts.explanation,
  section: bankFormTexts.section,
  university: bankFormTexts.universities,
  logo: bankFormTexts.picture,
  status: bankFormTexts.status,
  withdrawn: withdrawTexts.withdrawn,
})

const theoryLabels = (): Record<string, string> => ({
  title: bankFormTexts.title,
  question: bankFormTexts.question,
  answer: bankFormTexts.answer,
  detailed_answer: bankFormTexts.detailedAnswer,
  section: bankFormTexts.section,
  university: bankFormTexts.universities,
  logo: bankFormTexts.picture,
  status: bankFormTexts.status,
})

// The fields of an audit entry, and the parts of a text in which two versions differ.

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
