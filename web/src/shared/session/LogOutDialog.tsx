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
import type { LeftBehind } from './logOutEnds'

export const logOutTexts = {
  notSent: { one: '{n} answer not sent', other: '{n} answers not sent' },
  stillRunning: { one: 'A test is still running', other: '{n} tests are still running' },
  runsUntil: (test: string, time: string) => `${test}: the timer runs until ${time}.`,
  noClock: (test: string) => `${test} stays open.`,
  comeBack: 'Your answers are saved. Log in again to continue where you left off.',
  logOut: 'Log out',
  stayLoggedIn: 'Stay logged in',
  keptAlone: {
    one: 'one answer is only on this device and has not reached Sabi.',
    other: 'answers are only on this device and have not reached Sabi.',
  },
  ofTests: (titles: string, what: string) => `${titles}: ${what}`,
  tooLate: {
    one: '{n} answer was not accepted: the test has ended, or Sabi refused it. Open the test from your dashboard to see which, or log out below.',
    other:
      '{n} answers were not accepted: the test has ended, or Sabi refused them. Open the test from your dashboard to see which, or log out below.',
  },
  sendNow: 'Send now and log out',
  keepHere: 'Keep here and log out',
  keptDays: {
    one: 'They stay on this device for {n} day. Other people who log in here cannot see them.',
    other: 'They stay on this device for {n} days. Other people who log in here cannot see them.',
  },
  erase: 'Erase and log out',
  logOutHere: 'Log out of this device?',
  packsDeleted: {
    one: 'Logging out deletes {n} year of questions for practice without internet from this device. You can download it again later.',
    other:
      'Logging out deletes {n} years of questions for practice without internet from this device. You can download them again later.',
  },
  mocksDeleted: {
    one: 'Logging out deletes your mock for later from this device. You can get it again when you have internet.',
    other:
      'Logging out deletes your {n} mocks for later from this device. You can get them again when you have internet.',
  },
  unsentTests: {
    one: '{n} test that you took without internet has not reached Sabi. If you log out now, it will be lost.',
    other:
      '{n} tests that you took without internet have not reached Sabi. If you log out now, they will be lost.',
  },
  handInFirst: 'Send now',
}

export function LogOutDialog({ end, ...props }: LogOutDialogProps) {
  const endAndClear = async () => {
    const ended = await end()
    if (ended && props.onDevice) await clearDevice(props.user)
    return ended
  }
  const [onDevice, setOnDevice] = useState(props.onDevice)
  const all = { ...props, onDevice, end: endAndClear, onHandedIn: setOnDevice }
  return props.tests.length > 0 ? <NotSent {...all} /> : <NothingToSend {...all} />
}

type AllProps = LogOutDialogProps & { onHandedIn: (left: LeftBehind['onDevice']) => void }

/** Whatever fails here, the session has ended: the rest is deleted when the key's time is over. */
const clearDevice = (user: string) =>
  import('@/shared/offline/shelf').then((m) => m.clearAccount(user)).catch(() => undefined)

/** What is deleted from this device, said before it is. */
function Deleted({ user, onDevice, onHandedIn }: AllProps) {
  const send = useMutationOnce({
    mutationFn: async () => {
      const { handIn } = await import('@/shared/offline/handIn')
      const { left, error } = await handIn(user)
      onHandedIn(onDevice && { ...onDevice, unsent: left })
      if (error) throw error
    },
  })
  if (!onDevice) return null
  const { packs, unsent, mocks } = onDevice
  return (
    <>
      {unsent > 0 && (
        <Alert color="red" role="alert">
          <Text fz="sm">{plural(logOutTexts.unsentTests, unsent)}</Text>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {logOutTexts.handInFirst}
          </Button>
          {send.isError && (
            <Text fz="sm" mt="xs">
              {toApiError(send.error).errMessage}
            </Text>
          )}
        </Alert>
      )}
      {packs > 0 && <Text>{plural(logOutTexts.packsDeleted, packs)}</Text>}
      {mocks > 0 && <Text>{plural(logOutTexts.mocksDeleted, mocks)}</Text>}
    </>
  )
}

/**
 * All answers are sent: a test can be continued, but its timer runs on; and what is on the device is
 * deleted.
 */
function NothingToSend(props: AllProps) {
  const { running, end, onClose } = props
  const leave = useMutationOnce({ mutationFn: end, onSuccess: (ended) => ended && onClose() })
  return (
    <Modal
      opened
      onClose={() => leave.isPending || onClose()}
      title={
        <Text fw={650}>
          {running.length > 0
            ? plural(logOutTexts.stillRunning, running.length)
            : logOutTexts.logOutHere}
        </Text>
      }
      centered
      closeButtonProps={{ 'aria-label': logOutTexts.stayLoggedIn }}
    >
      <Stack>
        {running.length > 0 && (
          <>
            <Running tests={running} />
            <Text c="dimmed">{logOutTexts.comeBack}</Text>
          </>
        )}
        <Deleted {...props} />
        <Button data-autofocus variant="default" disabled={leave.isPending} onClick={onClose}>
          {logOutTexts.stayLoggedIn}
        </Button>
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          {logOutTexts.logOut}
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
            {deadline
              ? logOutTexts.runsUntil(title, formatTime(deadline))
              : logOutTexts.noClock(title)}
          </Text>
        )
      })}
    </>
  )
}

function NotSent(props: AllProps) {
  const { user, tests, running, end, onClose } = props
  const waiting = tests.reduce((sum, test) => sum + test.waiting, 0)
  const [sending] = useState(() => new AbortController())
  const [isLeaving, setIsLeaving] = useState(false)
  const logOut = async (eraseUser: string | null) => {
    setIsLeaving(true)
    try {
      await leave(end, eraseUser)
    } finally {
      setIsLeaving(false)
    }
  }
  const send = useMutationOnce({
    mutationFn: async () => {
      const { signal } = sending
      let late = 0
      for (const { id } of tests) late += await sendKept(id, user, { signal })
      signal.throwIfAborted()
      if (late > 0) throw new TooLate(late)
      await logOut(null)
    },
  })
  const keep = useMutationOnce({ mutationFn: () => logOut(null) })
  const erase = useMutationOnce({ mutationFn: () => logOut(user) })
  const busy = send.isPending || isLeaving
  const close = () => {
    if (isLeaving) return
    sending.abort()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={<Text fw={650}>{plural(logOutTexts.notSent, waiting)}</Text>}
      centered
      closeButtonProps={{ 'aria-label': logOutTexts.stayLoggedIn }}
    >
      <Stack>
        <Text>
          {logOutTexts.ofTests(
            tests.map(({ title }) => title).join('; '),
            plural(logOutTexts.keptAlone, waiting),
          )}
        </Text>
        {running.length > 0 && <Running tests={running} />}
        <Deleted {...props} />
        {send.isError && (
          <Alert color="red" role="alert">
            {send.error instanceof TooLate
              ? plural(logOutTexts.tooLate, send.error.late)
              : toApiError(send.error).errMessage}
          </Alert>
        )}
        <Button
          data-autofocus
          loading={send.isPending}
          disabled={busy}
          onClick={() => send.mutate()}
        >
          {logOutTexts.sendNow}
        </Button>
        <div>
          <Button
            variant="default"
            fullWidth
            loading={keep.isPending}
            disabled={busy}
            onClick={() => keep.mutate()}
          >
            {logOutTexts.keepHere}
          </Button>
          <Text fz="sm" c="dimmed" mt={4}>
            {plural(logOutTexts.keptDays, daysKept())}
          </Text>
        </div>
        <Button
          variant="subtle"
          color="red"
          loading={erase.isPending}
          disabled={busy}
          onClick={() => erase.mutate()}
        >
          {logOutTexts.erase}
        </Button>
      </Stack>
    </Modal>
  )
}

interface LogOutDialogProps {
  user: string
  /** The tests with unsent answers. */
  tests: KeptTest[]
  /** The running tests. */
  running: Attempt[]
  /** What is deleted from this device. At least one of the three is there. */
  onDevice: LeftBehind['onDevice']
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
