// Converts a stored question to its form, and the form to request bodies.
import type { AdminQuestion, QuestionChanges, QuestionsInput } from '@/shared/api/types'
import type { Row } from '../resource/defineResource'
import { mergeFields, type Values, type Version } from '../resource/values'
import { type EntryNames, MOST_OPTIONS, numbers } from './questionFields'

/** The names of a question's parts in its edit form. */
export const names: EntryNames = {
  question: 'question',
  option: (n) => `option_${n}`,
  right: 'correct_answer',
  explanation: 'description',
}

/** A question under the names of its form. */
export function rowOf(question: AdminQuestion): Row {
  const { options, correctAns, passageCheck } = question
  return {
    ...question,
    passage_check: passageCheck,
    ...Object.fromEntries(numbers.map((n) => [names.option(n), options[n - 1]?.option ?? ''])),
    [names.right]: options.findIndex(({ _id }) => _id === correctAns) + 1,
  }
}

/** Options and key depend on each other, so changing one of them sends all. */
export function withOptions(body: Values, values: Values): QuestionChanges {
  const all = [...numbers.map(names.option), names.right]
  if (!all.some((name) => name in body)) return body
  return { ...body, ...Object.fromEntries(all.map((name) => [name, values[name]])) }
}

/** Merges fields one by one, but options and key by option id. */
export function mergeQuestion(base: Version, mine: Values, theirs: Version): Values {
  const { texts, right } = mergeOptions(
    base.record as Row & AdminQuestion,
    { texts: textsOf(mine), right: mine[names.right] as number | null },
    theirs.record as Row & AdminQuestion,
  )
  return {
    ...mergeFields(base.values, mine, theirs.values),
    ...Object.fromEntries(numbers.map((n) => [names.option(n), texts[n - 1]])),
    [names.right]: right,
  }
}

/** The texts of the options by position, empty if missing. */
export const textsOf = (values: Values) => numbers.map((n) => String(values[names.option(n)] ?? ''))

/** The body that adds a question with the content of its edit form. */
export function asNewQuestion(body: Values, record: AdminQuestion | undefined): QuestionsInput {
  const text = (name: string) => String(body[name] ?? '')
  const { passage_check: passageCheck, logo, imageName } = body
  return {
    yearId: record?.year._id ?? '',
    universities: record?.university.map(({ _id }) => _id) ?? [],
    title: text('title'),
    status: body.status === true,
    forVisitors: body.forVisitors === true,
    heldBack: body.heldBack === true,
    questions: [
      {
        questionTitle: text(names.question),
        option1: text(names.option(1)),
        option2: text(names.option(2)),
        option3: text(names.option(3)),
        option4: text(names.option(4)),
        option5: text(names.option(5)),
        rightAnswer: body[names.right] as number,
        answerDesc: text(names.explanation),
      },
    ],
    ...(passageCheck === true && { passageCheck, passage: text('passage'), group: text('group') }),
    ...(logo ? { image: String(logo), imageName: String(imageName) } : {}),
  }
}

// Three-way merge of a question's options and key. Options are compared by id: the form knows them
// only by position, and the other editor may have moved, added or removed some.

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

// Whether a form makes another stored option the key, so that the server re-marks results.

/**
 * The id of that option; null if the key stays, or a new option becomes it. An option keeps its id
 * if its text is unchanged at any place, or if its text is corrected in place.
 */
export function movedKey(
  { options, correctAns }: Pick<AdminQuestion, 'options' | 'correctAns'>,
  texts: readonly string[],
  right: number | null,
): string | null {
  const text = right === null ? undefined : texts[right - 1]
  if (right === null || !text) return null
  const filled = texts.filter((one) => one !== '')
  const place = texts.slice(0, right - 1).filter((one) => one !== '').length
  const stood = filled.length === options.length ? options[place] : undefined
  const edited = stood && !filled.includes(stood.option) ? stood : undefined
  const option = options.find((one) => one.option === text) ?? edited
  return option && option._id !== correctAns ? option._id : null
}
