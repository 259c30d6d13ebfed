// What became of a question, and the filter over it.
import type { Correction } from '@/api/types'

export type Outcome = 'correct' | 'incorrect' | 'unseen'

export function outcomeOf({ resultData: { answered, correctAnswer } }: Correction): Outcome {
  if (!answered) return 'unseen'
  return answered._id === correctAnswer?._id ? 'correct' : 'incorrect'
}

export const names: Record<Outcome, string> = {
  correct: 'Correct',
  incorrect: 'Incorrect',
  unseen: 'Unseen',
}

/** The filter's choices, each with how many questions it shows. */
export function filters(questions: Correction[]): { value: Outcome | 'all'; label: string }[] {
  const outcomes = questions.map(outcomeOf)
  const of = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const kinds: Outcome[] = ['correct', 'incorrect', 'unseen']
  return [
    { value: 'all' as const, label: `All ${questions.length}` },
    ...kinds.map((kind) => ({ value: kind, label: `${names[kind]} ${of(kind)}` })),
  ]
}
