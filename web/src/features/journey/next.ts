// Where Next leads from an exam, by what the student holds of it (spec 2 §2.1, §4.3).
import type { ExamChoice } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { afterSubscription, isFull, toSubscribe } from '@/shared/flow/steps'
import { paths } from '@/shared/paths'

export interface NextStep {
  path: string
  /** At which the student sits POST UTME, where only one can be meant. */
  universityId: string | null
}

export function nextStep(exam: ExamChoice): NextStep {
  const { slug, examType, subscriptions } = exam
  const universityId = universityOf(exam)
  if (subscriptions.length === 0) return { path: toSubscribe(slug), universityId: null }
  // Subscribed at several: which one is meant is asked first.
  if (slug === postUtme && universityId === null) return { path: paths.university, universityId }
  // Nothing is left to register, so nothing of it is asked again.
  if (isFull(exam)) {
    return { path: examType === 'both' ? paths.examType : paths.modeOfAssessment, universityId }
  }
  return { path: afterSubscription(slug), universityId }
}

/** The university of the registered subjects where it is subscribed, or the only one that is. */
function universityOf({ slug, subscriptions, registration }: ExamChoice): string | null {
  if (slug !== postUtme) return null
  const ids = subscriptions.flatMap(({ university }) => university?._id ?? [])
  const registered = registration?.university?._id
  if (registered !== undefined && ids.includes(registered)) return registered
  return ids.length === 1 ? (ids[0] ?? null) : null
}
