// A list narrowed to a subject. Subjects of several exams share their titles; moderators may choose
// too, so that the choices are those that everybody may read.
import type { AnyFilter, Row } from '../resource/defineResource'
import { useReference } from '../resource/fields/useReference'
import { words } from './messages'

/** The subjects of the exam that is chosen; without one, of all, each with its exam. */
export function useSubjectFilter(exam?: string | null): AnyFilter {
  const { rows } = useReference('/api/v1/subjects/all')
  const options = (rows as SubjectRow[])
    .filter((row) => !exam || row.exam._id === exam)
    .map(({ _id, title, exam: of }) => ({
      value: _id,
      label: exam ? title : words.subjectOf(title, of.title),
    }))
  return { name: 'subject', label: words.subject, options }
}

/** The first and the last day of what is shown. */
export const dayFilters = (): AnyFilter[] => [
  { name: 'from', label: words.from, day: true },
  { name: 'to', label: words.to, day: true },
]

type SubjectRow = Row & { title: string; exam: { _id: string; title: string } }
