// The running tests that keep another from being started (ruling 30): each can be gone on
// with, or ended here.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ApiError, toApiError } from '@/api/errors'
import { endAttempt, type NamedAttempt, runningAttemptsQuery } from '@/api/queries/attempts'
import { messages } from '@/messages'
import { testWindowPath } from '@/paths'
import { mayHaveKept, useSession } from '@/stores/session'
import { formatDateTime } from '@/ui/format'
import { notify } from '@/ui/notify'
import { openTestWindow } from './testWindow'

/** What a refused start names; none for any other error. */
export function attemptsInTheWay({ status, reason, body }: ApiError): NamedAttempt[] {
  if (status !== 409 || !['running-mock', 'too-many-running'].includes(reason)) return []
  return body.attempts ?? []
}

export function InTheWay({ why, attempts, onCleared }: InTheWayProps) {
  return (
    <Alert color="sun" role="alert" title={why}>
      <Stack gap="md" mt="xs">
        {attempts.map((attempt) => (
          <Named key={attempt._id} attempt={attempt} onEnded={onCleared} />
        ))}
      </Stack>
    </Alert>
  )
}

interface InTheWayProps {
  /** The server's words. */
  why: string
  attempts: NamedAttempt[]
  /** One of them is ended: there is room for another. */
  onCleared: () => void
}

const nameOf = ({ exam, assessment, year }: NamedAttempt) =>
  [exam.title, assessment.title, year].filter(Boolean).join(', ')

function Named({ attempt, onEnded }: { attempt: NamedAttempt; onEnded: () => void }) {
  const navigate = useNavigate()
  const [ending, setEnding] = useState(false)
  const name = nameOf(attempt)
  const goOn = () => {
    // The window shows what the attempt holds, whichever of its addresses opens it.
    const path = testWindowPath({ ...attempt, examType: 'objective' })
    const window = openTestWindow(attempt._id)
    if (window) window.show(path)
    else navigate(path)
  }
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Text fw={650}>{name}</Text>
        <Text fz="sm">
          {attempt.deadline
            ? `Time runs until ${formatDateTime(attempt.deadline)}.`
            : `Started ${formatDateTime(attempt.startedAt)}.`}
        </Text>
      </div>
      {ending ? (
        <ConfirmEnd attempt={attempt} onEnded={onEnded} onDecline={() => setEnding(false)} />
      ) : (
        <Group gap="xs">
          <Button onClick={goOn} aria-label={`Continue ${name}`}>
            Continue
          </Button>
          <Button variant="default" onClick={() => setEnding(true)} aria-label={`End ${name}`}>
            End
          </Button>
        </Group>
      )}
    </Group>
  )
}

function ConfirmEnd({ attempt, onEnded, onDecline }: ConfirmEndProps) {
  const client = useQueryClient()
  const user = useSession((session) => session.user?._id)
  const end = useMutation({
    mutationFn: async () => {
      if (user && mayHaveKept()) {
        const { sendWaiting } = await import('@/stores/keptTests')
        await sendWaiting(attempt._id, user)
      }
      return endAttempt(attempt._id)
    },
    onSuccess: ({ quizId }) => {
      notify.success(quizId === null ? messages.test.cancelled : messages.test.submitted)
      void client.invalidateQueries({ queryKey: runningAttemptsQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['results'] })
      onEnded()
    },
  })
  return (
    <Stack gap="xs" role="group" aria-label={`End ${nameOf(attempt)}`}>
      <Text fz="sm">
        Submit it with the answers that you have given? Without any it is cancelled.
      </Text>
      {end.isError && (
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          {toApiError(end.error).errMessage}
        </Text>
      )}
      <Group gap="xs">
        <Button ref={focusNow} variant="default" onClick={onDecline} disabled={end.isPending}>
          No
        </Button>
        <Button color="red.9" loading={end.isPending} onClick={() => end.mutate()}>
          Yes, end it
        </Button>
      </Group>
    </Stack>
  )
}

interface ConfirmEndProps {
  attempt: NamedAttempt
  onEnded: () => void
  onDecline: () => void
}

/** What was pressed is gone: its question takes the focus. */
const focusNow = (button: HTMLButtonElement | null) => button?.focus()
