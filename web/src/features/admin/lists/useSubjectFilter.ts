// A subject filter. Subjects of several exams have the same title. Moderators use it too, so the
// choices come from public calls.
import type { AnyFilter, Row } from '../resource/defineResource'
import { useReference } from '../resource/fields/Reference'
import { listToolTexts } from './messages'

/** The subjects of the chosen exam; without one all subjects, each with its exam. */
export function useSubjectFilter(exam?: string | null): AnyFilter {
  const { rows } = useReference('/api/v1/subjects/all')
  const options = (rows as SubjectRow[])
    .filter((row) => !exam || row.exam._id === exam)
    .map(({ _id, title, exam: of }) => ({
      value: _id,
      label: exam ? title : listToolTexts.subjectOf(title, of.title),
    }))
  return { name: 'subject', label: listToolTexts.subject, options }
}

/** Filters for the first and last day. */
export const dayFilters = (): AnyFilter[] => [
  { name: 'from', label: listToolTexts.from, day: true },
  { name: 'to', label: listToolTexts.to, day: true },
]

type SubjectRow = Row & { title: string; exam: { _id: string; title: string } }
