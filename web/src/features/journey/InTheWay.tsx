// The running tests that keep another from being started (ruling 30): each can be gone on
// with, or ended here. A mock that was fetched ahead can be opened, or given back in one tap.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { endAttempt, type NamedAttempt, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import type { Attempt } from '@/shared/api/types'
import { sendWaitingOf } from '@/shared/attempt/keptAnswers'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatDateTime } from '@/shared/i18n/format'
import { isInUse } from '@/shared/offline/inUse'
import { DEVICE_TESTS } from '@/shared/offline/testIds'
import { paths, testWindowPath } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { focusHeading, focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
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
  /** Null until it was asked about once. */
  const [ending, setEnding] = useState<boolean | null>(null)
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
            // Back from the question, which has gone with the focus.
            ref={ending === false ? focusNow : undefined}
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

/** Its exam, mode and year. */
const nameOf = ({ exam, assessment, year }: NamedAttempt) =>
  [exam.title, assessment.title, year].filter(Boolean).join(', ')

/**
 * Ends a running test. `onDevice` ends one of which this device knows more than the server; null where it
 * does not.
 */
function useEnd(attempt: string, onEnded?: () => void, onDevice: OnDevice = endOnDevice) {
  const client = useQueryClient()
  const user = useUserId()
  const { pathname } = window.location
  return useMutationOnce({
    mutationFn: async () => {
      if (user) await sendWaitingOf(attempt, user)
      return (user && (await onDevice(user, attempt))) || endAttempt(attempt)
    },
    onSuccess: async ({ quizId }) => {
      notify.success(quizId === null ? common.cancelled : common.submitted)
      void client.invalidateQueries({ queryKey: [DEVICE_TESTS] })
      void client.invalidateQueries({ queryKey: ['results'] })
      // The test disappears, and with it what was pressed.
      if (window.location.pathname === pathname) focusHeading()
      onEnded?.()
      await client.invalidateQueries({ queryKey: runningAttemptsQuery.queryKey })
    },
  })
}

export function ConfirmEnd({ attempt, onEnded, onDecline }: ConfirmEndProps) {
  const end = useEnd(attempt._id, onEnded)
  return (
    <Stack gap="xs" role="group" aria-label={journeyTexts.endOf(nameOf(attempt))}>
      <Text fz="sm">
        {isFetched(attempt) ? endTexts.endFetchedQuestion : journeyTexts.endQuestion}
      </Text>
      {end.isError && (
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          {toApiError(end.error).errMessage}
        </Text>
      )}
      <Group gap="xs">
        {/* What was pressed is gone: its question takes the focus. */}
        <Button ref={focusNow} variant="default" onClick={onDecline} disabled={end.isPending}>
          {journeyTexts.no}
        </Button>
        <Button color="red.9" loading={end.isPending} onClick={() => end.mutate()}>
          {journeyTexts.yesEnd}
        </Button>
      </Group>
    </Stack>
  )
}

type OnDevice = (user: string, attempt: string) => Promise<{ quizId: string | null } | null>

/** A mock that was fetched ahead: this device may have answers that the server does not know of. */
const endOnDevice: OnDevice = async (user, attempt) =>
  isInUse() ? (await import('@/shared/offline/mockForLater')).endMock(user, attempt) : null

/** Gives it back; refused where it was opened on this device. */
const giveBackOnDevice: OnDevice = async (user, attempt) => {
  if (!isInUse()) return null
  await (await import('@/shared/offline/mockForLater')).giveBackMock(user, attempt)
  return { quizId: null }
}

/** Whether it was fetched ahead and not opened, as far as the server knows. */
const isFetched = ({ ahead }: Pick<ConfirmEndProps['attempt'], 'ahead'>) => ahead?.openedAt === null

export interface ConfirmEndProps {
  attempt: NamedAttempt & Partial<Pick<Attempt, 'ahead'>>
  onEnded?: () => void
  onDecline: () => void
}
