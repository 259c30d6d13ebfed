// Which subscription of a student applies to an exam.
import type { ExamChoice } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'

/** The active subscription to an exam, at this university if the exam has universities. */
export function subscriptionAt(exam: ExamChoice, universityId: string | null | undefined) {
  if (exam.slug !== postUtme) return exam.subscriptions[0]
  return exam.subscriptions.find(({ university }) => university?._id === universityId)
}
