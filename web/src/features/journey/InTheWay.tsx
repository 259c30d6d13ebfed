// The running tests that keep another from being started (ruling 30): each can be gone on
// with, or ended here.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
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
  return Array.isArray(body.attempts) ? (body.attempts as NamedAttempt[]) : []
}

export function InTheWay({ why, attempts, onCleared }: InTheWayProps) {
  const [ended, setEnded] = useState<string[]>([])
  const [asked, setAsked] = useState<NamedAttempt | null>(null)
  const left = attempts.filter(({ _id }) => !ended.includes(_id))
  const done = (id: string) => {
    setAsked(null)
    setEnded([...ended, id])
    onCleared()
  }
  return (
    <Alert color="sun" role="alert" title={why}>
      <Stack gap="md" mt="xs">
        {left.map((attempt) => (
          <Named key={attempt._id} attempt={attempt} onEnd={() => setAsked(attempt)} />
        ))}
      </Stack>
      {asked && (
        <ConfirmEnd
          attempt={asked}
          onEnded={() => done(asked._id)}
          onClose={() => setAsked(null)}
        />
      )}
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

function Named({ attempt, onEnd }: { attempt: NamedAttempt; onEnd: () => void }) {
  const navigate = useNavigate()
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
      <Group gap="xs">
        <Button size="sm" onClick={goOn} aria-label={`Continue ${name}`}>
          Continue
        </Button>
        <Button size="sm" variant="default" onClick={onEnd} aria-label={`End ${name}`}>
          End
        </Button>
      </Group>
    </Group>
  )
}

function ConfirmEnd({ attempt, onEnded, onClose }: ConfirmEndProps) {
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
    <Modal
      opened
      onClose={() => !end.isPending && onClose()}
      title={<Text fw={650}>End {nameOf(attempt)}?</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>
          It is submitted with the answers that you have given, and marked. Without any it is
          cancelled.
        </Text>
        {end.isError && (
          <Alert color="red" role="alert">
            {toApiError(end.error).errMessage}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose} disabled={end.isPending}>
            No
          </Button>
          <Button color="red.9" loading={end.isPending} onClick={() => end.mutate()}>
            Yes, end it
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ConfirmEndProps {
  attempt: NamedAttempt
  onEnded: () => void
  onClose: () => void
}
