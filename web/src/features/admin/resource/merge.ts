// Three-way merge: the stored record with only the fields that this form has changed.
import { isEqual } from 'es-toolkit'
import type { Row } from './defineResource'
import type { Values } from './values'

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
