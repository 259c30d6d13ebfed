// The running tests that keep another from being started (ruling 30): each can be gone on
// with, or ended here. A mock that was fetched ahead can be opened, or given back in one tap.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { type NamedAttempt, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { formatDateTime } from '@/shared/i18n/format'
import { paths, testWindowPath } from '@/shared/paths'
import { ConfirmEnd, giveBackOnDevice, nameOf, useEnd } from './ConfirmEnd'
import { endTexts, journeyTexts } from './messages'
import { openAttemptWindow } from './testWindow'

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
  const { data: running } = useQuery(runningAttemptsQuery)
  const [ending, setEnding] = useState(false)
  const giveBack = useEnd(attempt._id, onEnded, giveBackOnDevice)
  const name = nameOf(attempt)
  const ahead = running?.find(({ _id }) => _id === attempt._id)?.ahead
  if (ahead?.openedAt === null) {
    return (
      <Stack gap="xs">
        <div>
          <Text fw={650}>{name}</Text>
          <Text fz="sm">{journeyTexts.fetched(formatDateTime(ahead.openUntil))}</Text>
        </div>
        <Group gap="xs">
          <Button component={Link} to={paths.offline} aria-label={endTexts.openItOf(name)}>
            {endTexts.openIt}
          </Button>
          <Button
            variant="default"
            aria-label={endTexts.giveBackOf(name)}
            loading={giveBack.isPending}
            onClick={() => giveBack.mutate()}
          >
            {endTexts.giveBack}
          </Button>
        </Group>
        {giveBack.isError && (
          <Text fz="sm" c="var(--mantine-color-error)" role="alert">
            {toApiError(giveBack.error).errMessage}
          </Text>
        )}
      </Stack>
    )
  }
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
            ? journeyTexts.runsUntil(formatDateTime(attempt.deadline))
            : journeyTexts.started(formatDateTime(attempt.startedAt))}
        </Text>
      </div>
      {ending ? (
        <ConfirmEnd attempt={attempt} onEnded={onEnded} onDecline={() => setEnding(false)} />
      ) : (
        <Group gap="xs">
          <Button onClick={goOn} aria-label={journeyTexts.goOnOf(name)}>
            {journeyTexts.goOn}
          </Button>
          <Button
            variant="default"
            onClick={() => setEnding(true)}
            aria-label={journeyTexts.endOf(name)}
          >
            {journeyTexts.end}
          </Button>
        </Group>
      )}
    </Group>
  )
}
