// Open sessions, each with the way to end it.
import { Badge, Button, Text } from '@mantine/core'
import type { Session } from '@/api/types'
import { formatDate, formatDateTime } from '@/i18n/format'
import styles from './SessionList.module.css'
import { words } from './sessionMessages'

export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => {
        const { _id, device, address, beganAt, usedAt, isCurrent } = session
        const began = formatDateTime(beganAt)
        const facts = [address, words.began(began), words.used(formatDate(usedAt))]
        return (
          <li key={_id}>
            <div>
              <Text fw={600} component="span">
                {device}
              </Text>{' '}
              {isCurrent && (
                <Badge variant="light" tt="none">
                  {words.current}
                </Badge>
              )}
              <Text fz="sm" c="dimmed">
                {facts.filter(Boolean).join(' · ')}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={words.endOf(device, began)}
              loading={ending === _id}
              disabled={ending !== null}
              onClick={() => onEnd(session)}
            >
              {words.end}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

interface SessionListProps {
  sessions: Session[]
  /** The one that is being ended. */
  ending: string | null
  onEnd: (session: Session) => void
}
