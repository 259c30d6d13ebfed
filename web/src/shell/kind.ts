// What a result is of: a combined test may have held objective questions alone, or theories alone.
import type { ExamType, Quiz } from '@/api/types'

/** The kind of questions that were on the paper. */
export function kindOf(quiz: Quiz): ExamType {
  const { examType, examResult, questionCount, correctCount, wrongCount, unseenCount } = quiz
  if (examType !== 'both') return examType
  if (examResult === null) return 'objective'
  // Where no answer is judged by a key the theories are counted, and those written count as nothing.
  return correctCount + wrongCount + unseenCount < questionCount ? 'theory' : 'both'
}
