// The warning before a logout that would leave unsent answers on this device, possibly a shared
// phone, or a running test.
import '@/shared/ui/modalStyles'
import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import type { Attempt } from '@/shared/api/types'
import { daysKept, forgetAttempts, type KeptTest, sendKept } from '@/shared/attempt/kept'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatTime, plural } from '@/shared/i18n/format'
import { messages } from './logOutMessages'

export function LogOutDialog(props: LogOutDialogProps) {
  return props.tests.length > 0 ? <NotSent {...props} /> : <StillRunning {...props} />
}

/** All answers are sent: the test can be continued, but its timer runs on. */
function StillRunning({ running, end, onClose }: LogOutDialogProps) {
  const leave = useMutationOnce({ mutationFn: end, onSuccess: (ended) => ended && onClose() })
  return (
    <Modal
      opened
      onClose={() => leave.isPending || onClose()}
      title={<Text fw={650}>{plural(messages.stillRunning, running.length)}</Text>}
      centered
      closeButtonProps={{ 'aria-label': messages.stayLoggedIn }}
    >
      <Stack>
        <Running tests={running} />
        <Text c="dimmed">{messages.comeBack}</Text>
        <Button data-autofocus variant="default" disabled={leave.isPending} onClick={onClose}>
          {messages.stayLoggedIn}
        </Button>
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          {messages.logOut}
        </Button>
      </Stack>
    </Modal>
  )
}

/** The running tests, and when they end. */
function Running({ tests }: { tests: Attempt[] }) {
  return (
    <>
      {tests.map(({ _id, exam, assessment, year, deadline }) => {
        const title = [exam.title, assessment.title, year].filter(Boolean).join(', ')
        return (
          <Text key={_id}>
            {deadline ? messages.runsUntil(title, formatTime(deadline)) : messages.noClock(title)}
          </Text>
        )
      })}
    </>
  )
}

function NotSent({ user, tests, running, end, onClose }: LogOutDialogProps) {
  const waiting = tests.reduce((sum, test) => sum + test.waiting, 0)
  const [sending] = useState(() => new AbortController())
  const send = useMutationOnce({
    mutationFn: async () => {
      const { signal } = sending
      let late = 0
      for (const { id } of tests) late += await sendKept(id, user, { signal })
      signal.throwIfAborted()
      if (late > 0) throw new TooLate(late)
      await leave(end, null)
    },
  })
  const keep = useMutationOnce({ mutationFn: () => leave(end, null) })
  const erase = useMutationOnce({ mutationFn: () => leave(end, user) })
  const leaving = keep.isPending || erase.isPending
  const busy = send.isPending || leaving
  const close = () => {
    if (leaving) return
    sending.abort()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={650}>{plural(messages.notSent, waiting)}</Text>}
      centered
      closeButtonProps={{ 'aria-label': messages.stayLoggedIn }}
    >
      <Stack>
        <Text>
          {messages.ofTests(
            tests.map(({ title }) => title).join('; '),
            plural(messages.keptAlone, waiting),
          )}
        </Text>
        {running.length > 0 && <Running tests={running} />}
        {send.isError && (
          <Alert color="red" role="alert">
            {send.error instanceof TooLate
              ? plural(messages.tooLate, send.error.late)
              : toApiError(send.error).errMessage}
          </Alert>
        )}
        <Button
          data-autofocus
          loading={send.isPending}
          disabled={busy}
          onClick={() => send.mutate()}
        >
          {messages.sendNow}
        </Button>
        <div>
          <Button
            variant="default"
            fullWidth
            loading={keep.isPending}
            disabled={busy}
            onClick={() => keep.mutate()}
          >
            {messages.keepHere}
          </Button>
          <Text fz="sm" c="dimmed" mt={4}>
            {plural(messages.keptDays, daysKept())}
          </Text>
        </div>
        <Button
          variant="subtle"
          color="red"
          loading={erase.isPending}
          disabled={busy}
          onClick={() => erase.mutate()}
        >
          {messages.erase}
        </Button>
      </Stack>
    </Modal>
  )
}

interface LogOutDialogProps {
  user: string
  /** The tests with unsent answers. */
  tests: KeptTest[]
  /** The running tests; at least one of the two is not empty. */
  running: Attempt[]
  /** Ends the session; returns whether it did. */
  end: () => Promise<boolean>
  onClose: () => void
}

class TooLate extends Error {
  constructor(readonly late: number) {
    super()
  }
}

/** Logs out, and then erases this user's unsent answers if requested. */
async function leave(end: LogOutDialogProps['end'], erase: string | null): Promise<void> {
  if (await end()) await forgetAttempts(erase)
}
