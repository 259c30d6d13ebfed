// The page for unknown addresses.
import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { messages } from '@/shared/messages'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'

export function NotFound() {
  return (
    <>
      <title>{`${messages.shell.notFound} · Sabi`}</title>
      <EmptyState
        icon={SearchX}
        heading
        title={messages.shell.notFound}
        action={
          <Button component={Link} to={paths.home} mt="md">
            {messages.common.home}
          </Button>
        }
      >
        {messages.shell.notFoundText}
      </EmptyState>
    </>
  )
}
