// The empty state of a table without subscriptions, with a link to the exams.
import { Button } from '@mantine/core'
import { GraduationCap } from 'lucide-react'
import { Link } from 'react-router'
import { messages } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'

export function NothingHeld() {
  return (
    <EmptyState
      icon={GraduationCap}
      title={messages.common.notSubscribed}
      action={
        <Button component={Link} to={paths.exams} mt="xs">
          {messages.common.chooseExam}
        </Button>
      }
    />
  )
}
