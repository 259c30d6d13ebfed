// The kind of questions of a result: a combined test may have held only objective questions, or
// only theory.
import type { ExamType, Quiz } from '@/shared/api/types'

/** The kind of questions that were on the paper. */
export function kindOf(quiz: Quiz): ExamType {
  const { examType, examResult, questionCount, correctCount, wrongCount, unseenCount } = quiz
  if (examType !== 'both') return examType
  if (examResult === null) return 'objective'
  // Where no answer is marked by a key, the theory questions are counted, and written ones are in
  // none of the counts.
  return correctCount + wrongCount + unseenCount < questionCount ? 'theory' : 'both'
}
