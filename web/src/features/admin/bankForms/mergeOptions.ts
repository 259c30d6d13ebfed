// Three-way merge of a question's options and key. Options are compared by id: the form knows them
// only by position, and the other editor may have moved, added or removed some.
import type { AdminQuestion } from '@/shared/api/types'
import { MOST_OPTIONS } from './questionFields'

type Stored = Pick<AdminQuestion, 'options' | 'correctAns'>

interface OptionsOfForm {
  /** The texts by position; empty if there is no option. */
  texts: string[]
  /** The number of the right option, from 1; null if none is chosen. */
  right: number | null
}

interface Option {
  /** The stored option's id, or a new key if the form added it. */
  key: string
  text: string
}

/**
 * The stored options and key with the form's changes applied. `right` is null if the right option
 * no longer exists, so that the editor has to choose again.
 */
export function mergeOptions(base: Stored, mine: OptionsOfForm, theirs: Stored): OptionsOfForm {
  const own = identified(base.options, mine.texts)
  const before = new Map(base.options.map(({ _id, option }) => [_id, option]))
  const now = new Map(theirs.options.map(({ _id, option }) => [_id, option]))
  const ownText = new Map(own.map(({ key, text }) => [key, text]))
  const isEdited = (key: string) => ownText.has(key) && ownText.get(key) !== before.get(key)
  const isMoved = own.map(({ key }) => key).join() !== [...before.keys()].join()

  // The stored order, unless only this form changed it.
  const theirsMoved = [...now.keys()].join() !== [...before.keys()].join()
  const first = isMoved && !theirsMoved ? [...ownText.keys()] : [...now.keys()]
  const keys = [...new Set([...first, ...ownText.keys()])].filter((key) => {
    const removedHere = before.has(key) && !ownText.has(key)
    const removedThere = before.has(key) && !now.has(key)
    return !removedHere && (!removedThere || isEdited(key))
  })
  const merged = keys.slice(0, MOST_OPTIONS)

  const chosen = mine.right === null ? null : keyAt(own, mine.texts, mine.right)
  const right = chosen === base.correctAns ? theirs.correctAns : chosen
  const at = right === null ? -1 : merged.indexOf(right)
  const texts = merged.map((key) => (isEdited(key) ? ownText.get(key) : now.get(key)) ?? '')
  return {
    texts: Array.from({ length: MOST_OPTIONS }, (_, i) => texts[i] ?? ''),
    right: at < 0 ? null : at + 1,
  }
}

/** Identifies the options of the form by text, or else by position, like the server does. */
function identified(stored: Stored['options'], texts: string[]): Option[] {
  const filled = texts.filter((text) => text !== '')
  return filled.map((text, i) => {
    const same = stored.find(({ option }) => option === text)
    const inPlace = filled.length === stored.length ? stored[i] : undefined
    const edited = inPlace && !filled.includes(inPlace.option) ? inPlace : undefined
    return { key: (same ?? edited)?._id ?? `new-${i}`, text }
  })
}

/** The key of the option with this number. */
function keyAt(own: Option[], texts: string[], number: number): string | null {
  if (!texts[number - 1]) return null
  const place = texts.slice(0, number - 1).filter((text) => text !== '').length
  return own[place]?.key ?? null
}
