// The rules for registering subjects (spec 2 §4.3, §5), without UI or network.
import type { CourseSubject, ExamChoice } from '@/shared/api/types'

/** An offered or registered subject. */
export interface Offered {
  _id: string
  title: string
  logo: string | null
  mandetory: boolean
  registered: boolean
}

/**
 * All subjects for a student: mandatory ones first, then those of the course. Subjects registered
 * for another course stay visible.
 */
export function offeredSubjects(subjects: CourseSubject[], exam: ExamChoice): Offered[] {
  const { registration } = exam
  const held = new Set(registration?.subjectsProcessed)
  const others = (registration?.subjects ?? []).filter(
    ({ _id }) => held.has(_id) && !subjects.some((one) => one._id === _id),
  )
  const all = [
    ...subjects.map((one) => ({ ...one, registered: one.registered || held.has(one._id) })),
    ...others.map((one) => ({ ...one, logo: null, registered: true })),
  ]
  return all.sort((a, b) => Number(b.mandetory) - Number(a.mandetory))
}

/** Whether its tick cannot be changed: it is registered or mandatory. */
export const isFixed = ({ mandetory, registered }: Offered) => mandetory || registered

/** All ticked subjects: the fixed ones, and the chosen ones. */
export const ticked = (offered: Offered[], chosen: string[]) =>
  offered.filter((one) => isFixed(one) || chosen.includes(one._id))

/** The subjects that a registration would add. */
export const added = (offered: Offered[], chosen: string[]) =>
  ticked(offered, chosen).filter(({ registered }) => !registered)
