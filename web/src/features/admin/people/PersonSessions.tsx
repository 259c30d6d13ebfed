// The open sessions of a person, for users who may end them.
import { Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { toApiError } from '@/shared/api/errors'
import { endSessionOf, sessionsQuery } from '@/shared/api/queries/security'
import { QueryView } from '@/shared/lazy/QueryView'
import { SessionList } from '@/shared/session/OwnSessions'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { peopleTexts } from './messages'

export function PersonSessions({ user }: { user: string }) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()
  const query = useQuery(sessionsQuery(user))
  const call = useMutation({
    mutationFn: (session: string) => endSessionOf(user, session),
    onSuccess: ({ message }) => {
      notify.success(message)
      // The pressed button was removed with its session.
      title.current?.focus()
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery(user).queryKey }),
  })
  return (
    <Panel component="section" aria-labelledby={id} mt="md">
      <Title
        order={2}
        fz="md"
        mb="sm"
        id={id}
        ref={title}
        tabIndex={-1}
        style={{ outline: 'none' }}
      >
        {peopleTexts.sessions}
      </Title>
      <QueryView query={query}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Text c="dimmed" fz="sm">
              {peopleTexts.noSessions}
            </Text>
          ) : (
            <SessionList
              sessions={sessions}
              ending={call.isPending ? call.variables : null}
              onEnd={({ _id }) => call.mutate(_id)}
            />
          )
        }
      </QueryView>
    </Panel>
  )
}
