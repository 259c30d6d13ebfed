// Converts a stored question to its form, and the form to request bodies.
import type { AdminQuestion, QuestionChanges, QuestionsInput } from '@/shared/api/types'
import type { Row } from '../resource/defineResource'
import { mergeFields, type Version } from '../resource/merge'
import type { Values } from '../resource/values'
import { mergeOptions } from './mergeOptions'
import { type EntryNames, numbers } from './questionFields'

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
