// Asks whether to end a running test, and ends it: submitted with its answers, or cancelled without any.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { endAttempt, type NamedAttempt, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { sendWaitingOf } from '@/shared/attempt/keptAnswers'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { useUserId } from '@/shared/session/useSession'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { messages } from './messages'

const words = messages.journey

/** Its exam, mode and year. */
export const nameOf = ({ exam, assessment, year }: NamedAttempt) =>
  [exam.title, assessment.title, year].filter(Boolean).join(', ')

export function ConfirmEnd({ attempt, onEnded, onDecline }: ConfirmEndProps) {
  const client = useQueryClient()
  const user = useUserId()
  const end = useMutationOnce({
    mutationFn: async () => {
      if (user) await sendWaitingOf(attempt._id, user)
      return endAttempt(attempt._id)
    },
    onSuccess: ({ quizId }) => {
      notify.success(quizId === null ? messages.common.cancelled : messages.common.submitted)
      void client.invalidateQueries({ queryKey: runningAttemptsQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['results'] })
      onEnded()
    },
  })
  return (
    <Stack gap="xs" role="group" aria-label={words.endOf(nameOf(attempt))}>
      <Text fz="sm">{words.endQuestion}</Text>
      {end.isError && (
        <Text fz="sm" c="var(--mantine-color-error)" role="alert">
          {toApiError(end.error).errMessage}
        </Text>
      )}
      <Group gap="xs">
        {/* What was pressed is gone: its question takes the focus. */}
        <Button ref={focusNow} variant="default" onClick={onDecline} disabled={end.isPending}>
          {words.no}
        </Button>
        <Button color="red.9" loading={end.isPending} onClick={() => end.mutate()}>
          {words.yesEnd}
        </Button>
      </Group>
    </Stack>
  )
}

export interface ConfirmEndProps {
  attempt: NamedAttempt
  onEnded: () => void
  onDecline: () => void
}
