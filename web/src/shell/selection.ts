// Which subjects may be registered together (spec 2 §4.3, §5), without screen or network.
import type { CourseSubject, ExamChoice } from '@/api/types'

/** A subject as it is offered, or as it is registered already. */
export interface Offered {
  _id: string
  title: string
  logo: string | null
  mandetory: boolean
  registered: boolean
}

/**
 * All that a student sees: the mandatory first, then what the course offers. What was registered
 * for another course stays in sight.
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

/** Whether it cannot be ticked or unticked: registered for good, or taken by every candidate. */
export const isFixed = ({ mandetory, registered }: Offered) => mandetory || registered

/** Everything that is ticked: what is fixed, and what was chosen of the rest. */
export const ticked = (offered: Offered[], chosen: string[]) =>
  offered.filter((one) => isFixed(one) || chosen.includes(one._id))

/** What a registration would add. */
export const added = (offered: Offered[], chosen: string[]) =>
  ticked(offered, chosen).filter(({ registered }) => !registered)
