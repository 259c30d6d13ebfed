// The subjects that a student has registered, which are the ones that may be sat.
import type { ExamChoice } from '@/shared/api/types'

export function registeredSubjects({ registration }: Pick<ExamChoice, 'registration'>) {
  if (!registration) return []
  const { subjects, subjectsProcessed } = registration
  return subjects.filter((one) => subjectsProcessed.includes(one._id))
}
