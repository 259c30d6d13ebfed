// The subjects that a student has registered, which are the ones that may be sat.
import type { Registration } from '@/api/types'

export function registeredSubjects({ subjects, subjectsProcessed }: Registration) {
  return subjects.filter((one) => subjectsProcessed.includes(one._id))
}
