// What a test or a result is: the kind of its questions, and its name.
import type { Attempt, ExamType, Quiz } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'

/**
 * The kind of questions that were on the paper of a result: a combined test may have held only
 * objective questions, or only theory.
 */
export function kindOf(quiz: Quiz): ExamType {
  const { examType, examResult, questionCount, correctCount, wrongCount, unseenCount } = quiz
  if (examType !== 'both') return examType
  if (examResult === null) return 'objective'
  // Where no answer is marked by a key, the theory questions are counted, and written ones are in
  // none of the counts.
  return correctCount + wrongCount + unseenCount < questionCount ? 'theory' : 'both'
}

/** The test's name beside its exam: its assessment's title, or “Today’s questions”. */
export const testName = ({ assessment, fromToday }: Named): string =>
  fromToday ? common.todaysQuestions : assessment.title

type Named = Pick<Attempt | Quiz, 'assessment' | 'fromToday'>
