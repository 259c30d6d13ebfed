// A table's empty state where no exam is subscribed, with the way to one.
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
