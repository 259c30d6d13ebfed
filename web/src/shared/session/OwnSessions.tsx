// The user's open sessions, for the account pages of students and of the back office; and the list of
// somebody's sessions.
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { endOwnSession, ownSessionsQuery } from '@/shared/api/queries/security'
import type { Session } from '@/shared/api/types'
import { forgetSent } from '@/shared/attempt/keptAnswers'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { shellTexts } from '@/shared/i18n/common'
import { formatDate, formatDateTime, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { endEverywhere, leaveSession } from './endSession'
import styles from './SessionList.module.css'
import { useLogOut } from './useLogOut'

export const sessionTexts = {
  showMore: { one: 'Show {n} more', other: 'Show {n} more' },
  title: 'Where you are logged in',
  text: 'Log out any device you do not recognise, then change your password.',
  current: 'This device',
  began: (when: string) => `Logged in ${when}`,
  used: (day: string) => `last used ${day}`,
  end: 'Log out',
  endOf: (device: string, when: string) => `Log out: ${device}, logged in ${when}`,
  ended: 'That device is logged out.',
  endHere: 'Log out on this device?',
  endHereText: 'You will have to log in again here. Your other devices stay logged in.',
  endOthers: 'Log out other devices',
  othersEnded: 'Your other devices are logged out.',
  everywhere: 'Log out everywhere',
  cancel: 'Cancel',
  logOut: 'Log out here',
}

export function OwnSessions() {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const query = useQuery(ownSessionsQuery)
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const everywhere = useLogOut(endEverywhere)
  const call = useMutationOnce({
    mutationFn: async (sessions: Session[]) => {
      for (const { _id } of sessions) {
        await endOwnSession(_id).catch((thrown) => {
          // It has already ended, elsewhere or by expiry.
          if (toApiError(thrown).status !== 404) throw thrown
        })
      }
    },
    onSuccess: async (_, sessions) => {
      if (sessions.some(({ isCurrent }) => isCurrent)) {
        leaveSession()
        void forgetSent()
        return notify.success(shellTexts.loggedOut)
      }
      notify.success(sessions.length > 1 ? sessionTexts.othersEnded : sessionTexts.ended)
      // The pressed button was removed with its session.
      title.current?.focus()
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  })
  // Warns about unsent answers here too.
  const thisOne = useLogOut(async () => {
    const current = query.data?.filter(({ isCurrent }) => isCurrent) ?? []
    return call.mutateAsync(current).then(
      () => true,
      () => false,
    )
  })
  const ending = call.isPending ? (call.variables[0]?._id ?? null) : null
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} id={id} ref={title} tabIndex={-1} style={{ outline: 'none' }}>
        {sessionTexts.title}
      </Title>
      <Text c="dimmed" mb="md">
        {sessionTexts.text}
      </Text>
      <QueryView query={query}>
        {(sessions) => {
          const others = sessions.filter(({ isCurrent }) => !isCurrent)
          return (
            <>
              <SessionList
                sessions={sessions}
                ending={ending}
                onEnd={(session) => (session.isCurrent ? setAsking(true) : call.mutate([session]))}
              />
              <Group gap="sm" mt="md">
                {others.length > 1 && (
                  <Button
                    variant="default"
                    disabled={call.isPending}
                    onClick={() => call.mutate(others)}
                  >
                    {sessionTexts.endOthers}
                  </Button>
                )}
                <Button
                  variant="default"
                  leftSection={<LogOut size={16} aria-hidden />}
                  loading={everywhere.leaving}
                  onClick={everywhere.logOut}
                >
                  {sessionTexts.everywhere}
                </Button>
              </Group>
            </>
          )
        }}
      </QueryView>
      {everywhere.dialog}
      {thisOne.dialog}
      {asking && (
        <ConfirmDialog
          title={sessionTexts.endHere}
          onClose={() => thisOne.leaving || setAsking(false)}
          buttons={
            <>
              <Button
                variant="default"
                data-autofocus
                disabled={thisOne.leaving}
                onClick={() => setAsking(false)}
              >
                {sessionTexts.cancel}
              </Button>
              <Button
                loading={thisOne.leaving}
                onClick={() => void thisOne.logOut().then(() => setAsking(false))}
              >
                {sessionTexts.logOut}
              </Button>
            </>
          }
        >
          <Text>{sessionTexts.endHereText}</Text>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

/** How many are shown before "Show more" is pressed. */
const NEWEST = 5

/** The open sessions, each with a button that ends it. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  const [all, setAll] = useState(false)
  // The server lists the newest first; the current session is always among those shown.
  const shown = all ? sessions : sessions.filter(({ isCurrent }, n) => isCurrent || n < NEWEST)
  const rest = sessions.length - shown.length
  return (
    <>
      <ul className={styles.sessions}>
        {shown.map((session) => {
          const { _id, device, address, beganAt, usedAt, isCurrent } = session
          const began = formatDateTime(beganAt)
          const facts = [address, sessionTexts.began(began), sessionTexts.used(formatDate(usedAt))]
          return (
            <li key={_id}>
              <div>
                <Text fw={600} component="span">
                  {device}
                </Text>{' '}
                {isCurrent && (
                  <Badge variant="light" tt="none">
                    {sessionTexts.current}
                  </Badge>
                )}
                <Text fz="sm" c="dimmed">
                  {facts.filter(Boolean).join(' · ')}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={sessionTexts.endOf(device, began)}
                loading={ending === _id}
                disabled={ending !== null}
                onClick={() => onEnd(session)}
              >
                {sessionTexts.end}
              </Button>
            </li>
          )
        })}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(true)}>
          {plural(sessionTexts.showMore, rest)}
        </Button>
      )}
    </>
  )
}

interface SessionListProps {
  sessions: Session[]
  /** Id of the session that is being ended. */
  ending: string | null
  onEnd: (session: Session) => void
}
