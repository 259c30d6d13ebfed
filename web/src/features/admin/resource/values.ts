// Converts a record to form values, and form values to a request body. Merges the values of two
// versions of a record.
import { isEqual } from 'es-toolkit'
import { dayError } from '@/shared/ui/day'
import { isNoPicture, keptPicture, type Picture } from '@/shared/ui/ImageField'
import { pastedTexts, resourceTexts } from '../messages'
import type { Row } from './defineResource'
import type { AnyField } from './types'

export type Values = Record<string, unknown>

/** The fields of a form by name, in order. */
export type Fields = Record<string, AnyField>

// The API's name of the active status, independent of the language.
const ACTIVE = 'Active'
const INACTIVE = 'InActive'

const empty: Partial<Record<AnyField['kind'], unknown>> = {
  text: '',
  textarea: '',
  rich: '',
  number: '',
  switch: false,
  references: [],
}

/** The initial form values: the record's, or those of a new one. */
export function valuesOf(fields: Fields, record: Row | null): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      initialOf(field, record && !field.secret ? record[field.from ?? name] : field.initial),
    ]),
  )
}

function initialOf(field: AnyField, given: unknown): unknown {
  if (field.kind === 'image') return keptPicture((given as string | null | undefined) || null)
  if (field.kind === 'status') return given === true || given === ACTIVE
  return plain(given) ?? empty[field.kind] ?? null
}

/** References become ids. */
function plain(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(plain)
  if (given !== null && typeof given === 'object' && '_id' in given) return given._id
  return given
}

/** The names of the changed fields. */
export const changedNames = (values: Values, before: Values) =>
  Object.keys(values).filter((name) => !isEqual(values[name], before[name]))

/** The body with these fields. */
export function bodyOf(fields: Fields, values: Values, names: string[]): Values {
  return Object.assign({}, ...names.map((name) => partOf(fields[name], name, values[name])))
}

function partOf(field: AnyField | undefined, name: string, value: unknown): Values {
  if (field?.kind === 'image') {
    return pictureOf(name, value as Picture)
  }
  if (field?.kind === 'status' && field.words) {
    return { [name]: value ? ACTIVE : INACTIVE }
  }
  if (field && 'sent' in field && field.sent) return { [name]: field.sent(String(value)) }
  // A number input that was cleared.
  return { [name]: value === '' && field?.kind === 'number' ? null : value }
}

/** A picture in a body: null removes the stored one, undefined keeps it. */
export function pictureOf(name: string, { chosen, cleared }: Picture): Values {
  if (chosen) return { [name]: chosen.base64, imageName: chosen.name }
  return cleared ? { [name]: null } : {}
}

/** Validates the values before they are sent; messages by field, as the server's. */
export const wrong = (fields: Fields, values: Values, adding: boolean): Record<string, string> => ({
  ...refused(fields, values),
  ...missing(fields, values, adding),
})

function refused(fields: Fields, values: Values): Record<string, string> {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const limits = field.kind === 'date' ? field : null
    const wrong = limits
      ? dayError(String(values[name] ?? ''), limits)
      : (field.check?.(values[name], values) ?? null)
    if (wrong !== null) return [[name, wrong]]
    const picture = field.kind === 'rich' ? unfinishedPicture(String(values[name] ?? '')) : null
    if (picture !== null) return [[name, pastedTexts[picture]]]
    const longest = 'longest' in field ? field.longest : undefined
    // Counted like the server: characters rather than UTF-16 units, trimmed.
    const length = [...String(values[name] ?? '').trim()].length
    return longest && length > longest.characters ? [[name, longest.said]] : []
  })
  return Object.fromEntries(found)
}

/** The missing fields, with the server's messages. */
export function missing(fields: Fields, values: Values, adding: boolean): Record<string, string> {
  const needed = Object.entries(fields).filter(
    ([name, field]) =>
      (field.required === true || (field.required === 'add' && adding)) &&
      isMissing(field, values[name]),
  )
  return Object.fromEntries(
    needed.map(([name, { label, missing }]) => [name, missing ?? resourceTexts.required(label)]),
  )
}

function isMissing(field: AnyField, value: unknown): boolean {
  if (field.kind === 'image') return isNoPicture(value as Picture)
  if (Array.isArray(value)) return value.length === 0
  if (field.kind === 'rich') {
    return isWordless(String(value)) && (field.needsWords === true || !showsThings(String(value)))
  }
  return value === null || value === undefined || String(value).trim() === ''
}

const isWordless = (html: string) => html.replace(/<[^>]*>|&nbsp;/g, '').trim() === ''

/** Whether markup contains something besides text. */
const showsThings = (html: string) => /<(img|table|hr)\b/i.test(html)

export { plainText } from '@/shared/ui/plainText'

// Three-way merge: the stored record with only the fields that this form has changed.

/** A version of a record: as the server sent it, and as form values. */
export interface Version {
  record: Row
  values: Values
}

/**
 * Merges field by field. If both sides changed a field, the form's value wins; lists of ids are
 * merged entry by entry.
 */
export function mergeFields(base: Values, mine: Values, theirs: Values): Values {
  return Object.fromEntries(
    Object.keys(mine).map((name) => [name, mergeOne(base[name], mine[name], theirs[name])]),
  )
}

function mergeOne(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isEqual(mine, base)) return theirs
  return isIds(base) && isIds(mine) && isIds(theirs) ? mergeIds(base, mine, theirs) : mine
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** The stored ids without those removed here, plus those added here. */
export function mergeIds(base: string[], mine: string[], theirs: string[]): string[] {
  const kept = theirs.filter((id) => mine.includes(id) || !base.includes(id))
  return [...kept, ...mine.filter((id) => !base.includes(id) && !kept.includes(id))]
}

/** Whether a picture is uploading or has to be chosen; null if all are uploaded. */
export function unfinishedPicture(html: string): 'uploading' | 'missing' | null {
  const images = html.match(/<img\b[^>]*>/gi) ?? []
  if (images.some((image) => image.includes(' data-uploading'))) return 'uploading'
  return images.some((image) => !/\ssrc="[^"]+"/i.test(image)) ? 'missing' : null
}
