// An exam in a table: its badge, and its name with the university.
import { Group } from '@mantine/core'
import { ExamBadge } from '@/shared/exams/ExamBadge'
import { nameOf, type SavedRow } from './saved'

export const ExamName = ({ row }: { row: SavedRow }) => (
  <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
    <ExamBadge exam={row.exam} side={28} />
    <span>{nameOf(row)}</span>
  </Group>
)
