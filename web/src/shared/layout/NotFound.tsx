// The page for unknown addresses.
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { messages } from '@/shared/messages'
import { paths } from '@/shared/paths'
import lost from '@/shared/ui/art/lost.svg?no-inline'
import { EmptyState } from '@/shared/ui/EmptyState'

export function NotFound() {
  return (
    <>
      <title>{`${messages.shell.notFound} · Sabi`}</title>
      <EmptyState
        art={lost}
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
