// The open sessions, each with a button that ends it.
import { Badge, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Session } from '@/shared/api/types'
import { formatDate, formatDateTime, plural } from '@/shared/i18n/format'
import styles from './SessionList.module.css'
import { sessionTexts } from './sessionMessages'

/** How many are shown before "show all" is pressed. */
const NEWEST = 5

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
