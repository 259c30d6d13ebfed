// The tests of this device that the server does not have: where each stands, and what can be done about it.
// One that runs can be gone on with; one that was refused can be sent again, or deleted after a question.

import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, toApiError } from '@/shared/api/errors'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatDateTime, formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useOffline } from '@/shared/session/useSession'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { handIn } from './handIn'
import { type DeviceTest, isMock, listTests, readTest, removeTest, retry } from './log'
import { deviceTestsTexts } from './messages'
import { forgetRead as forget } from './results'
import { DEVICE_TESTS } from './testIds'

export interface DeviceTestsProps {
  /** The id of the student. */
  account: string
}

export function DeviceTests({ account }: DeviceTestsProps) {
  const { data = [] } = useQuery(deviceTestsQuery(account))
  const isOnline = !useOffline()
  const { send, isSending } = useSendNow(account)
  const open = data.filter(({ state }) => state !== 'stored')
  if (open.length === 0) return null
  const isUnsent = open.some(({ state }) => state === 'ended' || state === 'waiting')
  return (
    <Panel component="section" aria-labelledby="device-tests">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="device-tests">
          {deviceTestsTexts.title}
        </Title>
        {isUnsent && isOnline && (
          <Button size="xs" variant="light" loading={isSending} onClick={send}>
            {deviceTestsTexts.send}
          </Button>
        )}
      </Group>
      <Stack gap="md">
        {open.map((test) => (
          <One key={test.id} account={account} test={test} />
        ))}
      </Stack>
    </Panel>
  )
}

/** Sends the tests of this device at once, and says why that failed. */
export function useSendNow(account: string) {
  const { mutate, isPending } = useMutationOnce({
    mutationFn: async () => {
      const { error } = await handIn(account)
      if (error) throw error
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return { send: () => mutate(), isSending: isPending }
}

function One({ account, test }: { account: string; test: DeviceTest }) {
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const { exam, assessment, subjects, state, ended, reply, startedAt, questions } = test
  const ofMock = isMock(test)
  const name = `${exam.title}, ${assessment.title}`
  const when = formatDateTime(new Date(ended?.at ?? startedAt).toISOString())
  const whenDone = {
    onSettled: () => client.invalidateQueries({ queryKey: [DEVICE_TESTS] }),
    onError: (thrown: Error) =>
      notify.error(thrown instanceof ApiError ? thrown.errMessage : common.failed),
  }
  const sendAgain = useMutationOnce({ mutationFn: () => again(account, test.id), ...whenDone })
  const removal = useMutationOnce({ mutationFn: () => removeTest(account, test.id), ...whenDone })
  return (
    <Group justify="space-between" gap="md">
      <div>
        <Text fw={650}>{name}</Text>
        <Text fz="sm" c="dimmed">
          {subjects.map(({ title }) => title).join(', ')}
        </Text>
        <Text fz="sm" c="dimmed">
          {when}
          {ended &&
            !ofMock &&
            ` · ${deviceTestsTexts.rightOf(
              formatNumber(ended.answers.filter(({ right }) => right).length),
              formatNumber(questions.length),
            )}`}
        </Text>
        <Text fz="sm">
          {state === 'refused' ? deviceTestsTexts.refused(reply?.message ?? '') : textOf(test)}
        </Text>
      </div>
      <Group gap="xs">
        {state === 'running' ? (
          <Button
            component={Link}
            to={paths.objectiveQuestions(test.id)}
            aria-label={deviceTestsTexts.resumeOf(name)}
          >
            {deviceTestsTexts.resume}
          </Button>
        ) : (
          !ofMock && (
            <Anchor
              component={Link}
              to={paths.practiceResults(test.id)}
              fz="sm"
              aria-label={deviceTestsTexts.resultOf(name, when)}
            >
              {deviceTestsTexts.result}
            </Anchor>
          )
        )}
        {state === 'refused' && (
          <>
            <Button
              variant="light"
              size="xs"
              loading={sendAgain.isPending}
              onClick={() => sendAgain.mutate()}
            >
              {common.retry}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={deviceTestsTexts.deleteOf(name, when)}
              onClick={() => setAsks(true)}
            >
              {deviceTestsTexts.delete}
            </Button>
          </>
        )}
      </Group>
      {asks && (
        <ConfirmDialog
          title={deviceTestsTexts.deleteTitle}
          onClose={() => setAsks(false)}
          buttons={
            <>
              <Button variant="default" data-autofocus onClick={() => setAsks(false)}>
                {deviceTestsTexts.keep}
              </Button>
              <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
                {deviceTestsTexts.deleteForGood}
              </Button>
            </>
          }
        >
          {deviceTestsTexts.deleteText}
        </ConfirmDialog>
      )}
    </Group>
  )
}

async function again(account: string, id: string): Promise<void> {
  await retry(account, id)
  const { error } = await handIn(account)
  if (error) throw error
}

function textOf(test: DeviceTest): string {
  const { state, reply } = test
  if (state === 'running') return deviceTestsTexts.running
  if (isMock(test)) return deviceTestsTexts.mockEnded
  if (state === 'waiting') return reply?.message || deviceTestsTexts.waitingForMock
  return deviceTestsTexts.waiting
}

// The tests of this device as queries, for screens.

/** All tests of the account on this device, the newest first. */
const deviceTestsQuery = (account: string) =>
  queryOptions({
    queryKey: [DEVICE_TESTS, 'all', account],
    queryFn: () => listTests(account),
    // They are written in other windows.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

export const deviceTestQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: [DEVICE_TESTS, 'one', account, id],
    queryFn: () => readTest(account, id),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** The server's result was read: removes what this device kept of its test. */
export async function forgetRead(
  client: QueryClient,
  account: string,
  quizId: string,
): Promise<void> {
  try {
    await forget(account, quizId)
    await client.invalidateQueries({ queryKey: [DEVICE_TESTS, 'all'] })
  } catch {
    // The device cannot be read now; the next time will do.
  }
}
