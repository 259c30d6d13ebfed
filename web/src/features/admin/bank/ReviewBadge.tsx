// Whether somebody has checked a question since its content changed, who and when.
import { Badge } from '@mantine/core'
import { BadgeCheck, PencilLine } from 'lucide-react'
import type { AdminQuestion } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import { reviewTexts } from './messages'

export function ReviewBadge({ of }: { of: Reviewed }) {
  const { review, checkedBy, checkedAt } = of
  const checked = review === 'checked'
  const Icon = checked ? BadgeCheck : PencilLine
  return (
    <Badge
      variant="light"
      tt="none"
      color={checked ? 'brand' : 'gray'}
      leftSection={<Icon size={13} strokeWidth={2.5} aria-hidden />}
      title={
        checked && checkedAt
          ? reviewTexts.checkedBy(checkedBy ?? reviewTexts.operator, formatDateTime(checkedAt))
          : undefined
      }
    >
      {checked ? reviewTexts.checked : reviewTexts.draft}
    </Badge>
  )
}

type Reviewed = Pick<AdminQuestion, 'review' | 'checkedBy' | 'checkedAt'>
