// Any address that no route knows.
import { Button } from '@mantine/core'
import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { messages } from '@/messages'
import { paths } from '@/paths'
import { EmptyState } from '@/ui/EmptyState'

export function NotFound() {
  return (
    <>
      <title>{`${messages.common.notFound} · Sabi`}</title>
      <EmptyState
        icon={SearchX}
        heading
        title={messages.common.notFound}
        action={
          <Button component={Link} to={paths.home} mt="md">
            {messages.common.home}
          </Button>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </>
  )
}
