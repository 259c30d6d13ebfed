// The link to the previous step.
import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { messages } from '@/shared/messages'

export function PrevLink({
  to,
  children = messages.common.previous,
}: {
  to: string
  children?: string
}) {
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      leftSection={<ArrowLeft size={16} aria-hidden />}
    >
      {children}
    </Button>
  )
}
