// Asks whether to end a running test, and ends it: submitted with its answers, or cancelled without any.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { endAttempt, type NamedAttempt, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import type { Attempt } from '@/shared/api/types'
import { sendWaitingOf } from '@/shared/attempt/keptAnswers'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { isInUse } from '@/shared/offline/inUse'
import { DEVICE_TESTS } from '@/shared/offline/testIds'
import { useUserId } from '@/shared/session/useSession'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { endTexts, journeyTexts } from './messages'

/** Its exam, mode and year. */
export const nameOf = ({ exam, assessment, year }: NamedAttempt) =>
  [exam.title, assessment.title, year].filter(Boolean).join(', ')

/**
 * Ends a running test. `onDevice` ends one of which this device knows more than the server; null where it
 * does not.
 */
export function useEnd(attempt: string, onEnded: () => void, onDevice: OnDevice = endOnDevice) {
  const client = useQueryClient()
  const user = useUserId()
  return useMutationOnce({
    mutationFn: async () => {
      if (user) await sendWaitingOf(attempt, user)
      return (user && (await onDevice(user, attempt))) || endAttempt(attempt)
    },
    onSuccess: ({ quizId }) => {
      notify.success(quizId === null ? common.cancelled : common.submitted)
      void client.invalidateQueries({ queryKey: runningAttemptsQuery.queryKey })
      void client.invalidateQueries({ queryKey: [DEVICE_TESTS] })
      void client.invalidateQueries({ queryKey: ['results'] })
      onEnded()
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
  isInUse() ? (await import('@/shared/offline/ahead')).endAhead(user, attempt) : null

/** Gives it back; refused where it was opened on this device. */
export const giveBackOnDevice: OnDevice = async (user, attempt) => {
  if (!isInUse()) return null
  await (await import('@/shared/offline/ahead')).giveBack(user, attempt)
  return { quizId: null }
}

/** Whether it was fetched ahead and not opened, as far as the server knows. */
const isFetched = ({ ahead }: Pick<ConfirmEndProps['attempt'], 'ahead'>) => ahead?.openedAt === null

export interface ConfirmEndProps {
  attempt: NamedAttempt & Partial<Pick<Attempt, 'ahead'>>
  onEnded: () => void
  onDecline: () => void
}
