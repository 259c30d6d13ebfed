// Says that a test was taken without internet, whether it has been submitted, and how the server's marks
// differ from those of the device.
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { Link, Navigate } from 'react-router'
import type { Quiz } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { deviceTestQuery, forgetRead, useSendNow } from '@/shared/offline/DeviceTests'
import { isOfDevice } from '@/shared/offline/inUse'
import { deviceTestsTexts } from '@/shared/offline/messages'
import { sendTests } from '@/shared/offline/sendTests'
import { paths } from '@/shared/paths'
import { useOffline, useUserId } from '@/shared/session/useSession'
import { offlineResultTexts } from './messages'
import { offlineMarks } from './source'

export interface OfflineProps {
  quiz: Quiz
}

export function Offline({ quiz }: OfflineProps) {
  const user = useUserId() ?? ''
  const marks = offlineMarks(quiz)
  return (
    <Alert
      color="blue"
      variant="light"
      icon={<CloudOff aria-hidden />}
      title={quiz.takenOffline ? offlineResultTexts.taken : offlineResultTexts.label}
    >
      {isOfDevice(quiz._id) ? (
        <OnDevice id={quiz._id} user={user} />
      ) : (
        <Read quiz={quiz} user={user} />
      )}
      {marks !== null && marks.differences.length > 0 && (
        <Text fz="sm" mt={4}>
          {offlineResultTexts.marks(
            formatNumber(marks.deviceCorrect),
            formatNumber(quiz.correctCount),
            formatNumber(quiz.questionCount),
          )}{' '}
          {plural(offlineResultTexts.corrected, marks.differences.length)}
        </Text>
      )}
      {marks !== null && marks.leftOut > 0 && (
        <Text fz="sm" mt={4}>
          {plural(offlineResultTexts.leftOut, marks.leftOut)}
        </Text>
      )}
    </Alert>
  )
}

/** The server's result: from now on it stands for what the device kept. */
function Read({ quiz, user }: { quiz: Quiz; user: string }) {
  const client = useQueryClient()
  const isOnline = !useOffline()
  useEffect(() => {
    if (isOnline && user) void forgetRead(client, user, quiz._id)
  }, [client, isOnline, user, quiz._id])
  return <Text fz="sm">{offlineResultTexts.submitted}</Text>
}

/** A test that is on this device: how far its submission is. */
function OnDevice({ id, user }: { id: string; user: string }) {
  const { data: test } = useQuery(deviceTestQuery(user, id))
  const isOnline = !useOffline()
  const isUnsent = test?.state === 'ended' || test?.state === 'waiting'
  const { send, isSending } = useSendNow(user)
  useEffect(() => {
    if (isOnline && isUnsent) void sendTests()
  }, [isOnline, isUnsent])
  if (!test) return null
  const quizId = test.reply?.quizId
  if (test.state === 'stored' && isOnline && quizId)
    return <Navigate to={paths.practiceResults(quizId)} replace />
  return (
    <Group gap="sm" justify="space-between">
      <Text fz="sm">{textOf(test.state, test.reply?.message)}</Text>
      {isUnsent && isOnline && (
        <Button size="xs" variant="light" loading={isSending} onClick={send}>
          {deviceTestsTexts.send}
        </Button>
      )}
      {test.state === 'refused' && (
        <Anchor component={Link} to={paths.offline} fz="sm">
          {offlineResultTexts.toOffline}
        </Anchor>
      )}
    </Group>
  )
}

function textOf(state: string, message = ''): string {
  if (state === 'stored') return offlineResultTexts.submitted
  if (state === 'waiting') return message || deviceTestsTexts.waitingForMock
  return state === 'refused' ? deviceTestsTexts.refused(message) : deviceTestsTexts.waiting
}
