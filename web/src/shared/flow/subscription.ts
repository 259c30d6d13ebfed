// Which subscription of a student applies to an exam.
import type { ExamChoice, UserSubscription } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'

const DAY = 24 * 60 * 60 * 1000

/** The remaining days of a subscription; today counts. */
export const daysLeft = ({ expireAt }: Pick<UserSubscription, 'expireAt'>) =>
  Math.max(0, Math.ceil((Date.parse(expireAt) - Date.now()) / DAY))

/** The active subscription to an exam, at this university if the exam has universities. */
export function subscriptionAt(exam: ExamChoice, universityId: string | null | undefined) {
  if (exam.slug !== postUtme) return exam.subscriptions[0]
  return exam.subscriptions.find(({ university }) => university?._id === universityId)
}
