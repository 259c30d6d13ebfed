// The empty state of a table without subscriptions, with a link to the exams.
import { Button } from '@mantine/core'
import { GraduationCap } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { EmptyState } from '@/ui/EmptyState'
import { messages } from './messages'

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
