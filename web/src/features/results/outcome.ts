// What became of a question, and the filter over it.
import type { Correction } from '@/api/types'
import { formatNumber } from '@/i18n/format'
import { messages } from './messages'

const words = messages.results

export type Outcome = 'correct' | 'incorrect' | 'unseen'

export function outcomeOf({ resultData: { answered, correctAnswer } }: Correction): Outcome {
  if (!answered) return 'unseen'
  return answered._id === correctAnswer?._id ? 'correct' : 'incorrect'
}

export const nameOf = (outcome: Outcome) => words[outcome]

/** The filter's choices, each with how many questions it shows. */
export function filters(questions: Correction[]): { value: Outcome | 'all'; label: string }[] {
  const outcomes = questions.map(outcomeOf)
  const of = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const kinds: Outcome[] = ['correct', 'incorrect', 'unseen']
  return [
    { value: 'all' as const, label: words.all(formatNumber(questions.length)) },
    ...kinds.map((kind) => ({
      value: kind,
      label: words.outcome(nameOf(kind), formatNumber(of(kind))),
    })),
  ]
}
