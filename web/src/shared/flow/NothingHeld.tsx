// The empty state of a table without subscriptions, with a link to the exams.
import { Button } from '@mantine/core'
import { GraduationCap } from 'lucide-react'
import { Link } from 'react-router'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'

export function NothingHeld() {
  return (
    <EmptyState
      icon={GraduationCap}
      title={common.notSubscribed}
      action={
        <Button component={Link} to={paths.exams} mt="xs">
          {common.chooseExam}
        </Button>
      }
    />
  )
}
