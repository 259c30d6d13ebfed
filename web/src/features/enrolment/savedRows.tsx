// The rows of a student's saved subjects: each subscription with its registered subjects, and
// registered subjects of expired subscriptions.
import { Group } from '@mantine/core'
import type { ExamChoice, Registration, UserSubscription } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/ExamBadge'
import { common } from '@/shared/i18n/common'

export interface SavedRow {
  /** Unique in the table. */
  id: string
  exam: ExamChoice
  /** Only for POST UTME. */
  universityId: string | null
  university: string | null
  /** Null once it has expired. */
  subscription: UserSubscription | null
  registration: Registration | null
}

export const rowsOf = (exams: ExamChoice[]): SavedRow[] =>
  exams.flatMap((exam) => {
    const { registration, subscriptions } = exam
    if (subscriptions.length === 0 && registration === null) return []
    const held = subscriptions.length > 0 ? subscriptions : [null]
    return held.map((subscription) => {
      const at = subscription ? subscription.university : (registration?.university ?? null)
      return {
        id: subscription?._id ?? exam._id,
        exam,
        universityId: at?._id ?? null,
        university: at?.title ?? null,
        subscription,
        registration,
      }
    })
  })

/** The exam, with its university in brackets. */
export const nameOf = ({ exam, university }: SavedRow): string =>
  university === null ? exam.title : common.examAt(exam.title, university)

const texts: Record<string, (row: SavedRow) => string> = {
  exam: nameOf,
  plan: ({ subscription }) => subscription?.planName ?? '',
  category: ({ registration }) => registration?.category?.title ?? '',
  course: ({ registration }) => registration?.course?.title ?? '',
}

/** Sorted by a column, in the syntax of list calls: `course`, `-course`. */
export function sorted(rows: SavedRow[], sort: string): SavedRow[] {
  const textOf = texts[sort.replace(/^-/, '')]
  if (!textOf) return rows
  const sign = sort.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => sign * textOf(a).localeCompare(textOf(b)))
}

/** An exam in a table: its badge, and its name with the university. */
export const ExamName = ({ row }: { row: SavedRow }) => (
  <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
    <ExamBadge exam={row.exam} side={28} />
    <span>{nameOf(row)}</span>
  </Group>
)
