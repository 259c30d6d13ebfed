// What became of a question, and the filter over it.
import type { Correction, SubjectResult } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { resultsTexts } from './messages'

export const outcomes = ['correct', 'incorrect', 'unseen'] as const
export type Outcome = (typeof outcomes)[number]

export function outcomeOf({ resultData: { answered, correctAnswer } }: Correction): Outcome {
  if (!answered) return 'unseen'
  return answered._id === correctAnswer?._id ? 'correct' : 'incorrect'
}

/** The name in corrections. The figures say *unseen* (spec 2 §2.13), also of what was seen. */
export const nameOf = (outcome: Outcome) =>
  outcome === 'unseen' ? resultsTexts.notAnswered : resultsTexts[outcome]

/** The filter's choices of a subject, each with how many questions it shows. */
export function filters(of: SubjectResult): { value: Outcome | 'all'; label: string }[] {
  const counts = { correct: of.rightAnswer, incorrect: of.wrongAnswer, unseen: of.unseen }
  return [
    { value: 'all' as const, label: resultsTexts.all(formatNumber(of.quesLength)) },
    ...outcomes.map((kind) => ({
      value: kind,
      label: resultsTexts.outcome(nameOf(kind), formatNumber(counts[kind])),
    })),
  ]
}
