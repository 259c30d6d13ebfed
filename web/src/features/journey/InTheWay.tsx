// The running tests that keep another from being started (ruling 30): each can be gone on
// with, or ended here.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { NamedAttempt } from '@/shared/api/queries/attempts'
import { formatDateTime } from '@/shared/i18n/format'
import { testWindowPath } from '@/shared/paths'
import { ConfirmEnd, nameOf } from './ConfirmEnd'
import { messages } from './messages'
import { openAttemptWindow } from './testWindow'

const words = messages.journey

export function InTheWay({ attempts, onCleared }: InTheWayProps) {
  return (
    <Stack gap="md" mt="xs">
      {attempts.map((attempt) => (
        <Named key={attempt._id} attempt={attempt} onEnded={onCleared} />
      ))}
    </Stack>
  )
}

export interface InTheWayProps {
  attempts: NamedAttempt[]
  /** One of them is ended: there is room for another. */
  onCleared: () => void
}

function Named({ attempt, onEnded }: { attempt: NamedAttempt; onEnded: () => void }) {
  const navigate = useNavigate()
  const [ending, setEnding] = useState(false)
  const name = nameOf(attempt)
  const goOn = () => {
    // The window shows what the attempt holds, whichever of its addresses opens it.
    const path = testWindowPath({ ...attempt, examType: 'objective' })
    openAttemptWindow(attempt._id, path, navigate)
  }
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={650}>{name}</Text>
        <Text fz="sm">
          {attempt.deadline
            ? words.runsUntil(formatDateTime(attempt.deadline))
            : words.started(formatDateTime(attempt.startedAt))}
        </Text>
      </div>
      {ending ? (
        <ConfirmEnd attempt={attempt} onEnded={onEnded} onDecline={() => setEnding(false)} />
      ) : (
        <Group gap="xs">
          <Button onClick={goOn} aria-label={words.goOnOf(name)}>
            {words.goOn}
          </Button>
          <Button variant="default" onClick={() => setEnding(true)} aria-label={words.endOf(name)}>
            {words.end}
          </Button>
        </Group>
      )}
    </Group>
  )
}
