// Which subscription of a student applies to an exam, and the limits of a test.
import type { ExamChoice, UserSubscription } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { DAY } from '@/shared/i18n/format'

/** Questions of a test, or of each of its subjects. */
export const maxQuestions = 100
/** The time for practice, in minutes. */
export const practiceMinutes = { max: 360, step: 15, usual: [15, 30, 60] }

/** A plan named Trial limits the questions per test (spec 2 §5); others do not. */
export const isTrial = ({ planName }: { planName: string }) => planName.toLowerCase() === 'trial'

/** The remaining days of a subscription; today counts. */
export const daysLeft = ({ expireAt }: Pick<UserSubscription, 'expireAt'>) =>
  Math.max(0, Math.ceil((Date.parse(expireAt) - Date.now()) / DAY))

/** The active subscription to an exam, at this university if the exam has universities. */
export function subscriptionAt(exam: ExamChoice, universityId: string | null | undefined) {
  if (exam.slug !== postUtme) return exam.subscriptions[0]
  return exam.subscriptions.find(({ university }) => university?._id === universityId)
}
