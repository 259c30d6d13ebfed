// How a test ends: the question before submitting, the one before cancelling, the wait
// while it is submitted, the notice when the time is up, and the way to log in again (spec 2 §4.7 and §5).
import { LAST_SAVE } from '@/shared/timeouts'
import '@/shared/ui/modalStyles'
import {
  Alert,
  Button,
  type ButtonProps,
  Group,
  Loader,
  Modal,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { answeredCount, saveStatus } from '@/shared/attempt/state'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import { paths } from '@/shared/paths'
import { focusNow } from '@/shared/ui/focus'
import { type Dialogs, useAttemptParts, useIntruder, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import styles from './test.module.css'

export function EndDialog({ dialogs }: { dialogs: Dialogs }) {
  const submission = useTest((state) => state.submission)
  const asked = submission.is === 'sending' && !submission.forced && !submission.offline
  if (submission.is !== 'none' && !(asked && dialogs.open === 'submit'))
    return <Submitting dialogs={dialogs} />
  if (dialogs.open !== 'submit') return null
  return <AskToEnd busy={asked} onClose={asked ? () => undefined : dialogs.close} />
}

/**
 * The server decides by all that it holds, so that yes never throws away what was answered elsewhere.
 * While it is asked, the question stands and no button can be pressed.
 */
function AskToEnd({ busy = false, onClose }: { busy?: boolean; onClose: () => void }) {
  const { test, paper, guide } = useAttemptParts()
  const answered = useTest(answeredCount)
  const forReview = useTest(
    ({ outbox }) => Object.values(outbox.review).filter((entry) => entry.value).length,
  )
  const counts = [formatNumber(answered), formatNumber(paper.order.length)] as const
  const empty = answered === 0
  return (
    <EndModal title={empty ? testTexts.cancelTest : testTexts.submitTest} onClose={onClose}>
      <Text>{empty ? testTexts.emptyQuestion : testTexts.submitQuestion}</Text>
      {!empty && (
        <Text c="dimmed" fz="sm">
          {forReview > 0
            ? testTexts.answeredAndMarked(...counts, formatNumber(forReview))
            : testTexts.answeredAre(...counts)}
        </Text>
      )}
      {busy && (
        <VisuallyHidden role="status">
          {empty ? testTexts.cancelling : testTexts.submitting}
        </VisuallyHidden>
      )}
      <Buttons>
        {/* A key that is pressed by mistake must not end the test. */}
        <Button variant="default" data-autofocus ref={focusNow} disabled={busy} onClick={onClose}>
          {testTexts.noReturn} <KeyHint of="R" />
        </Button>
        <Button data-yes color={empty ? 'red' : undefined} loading={busy} onClick={test.submit}>
          {empty ? testTexts.yesCancel : testTexts.yesSubmit} <KeyHint of="Y" />
        </Button>
      </Buttons>
      {/* A window of its own can be closed; the warm-up has a way out. */}
      {!window.opener && guide === null && <LeaveForNow busy={busy} />}
    </EndModal>
  )
}

/** The way out of a test that takes the tab in which it was started. */
function LeaveForNow({ busy }: { busy: boolean }) {
  const { attempt } = useAttemptParts()
  const status = useTest((state) => saveStatus(state).is)
  const isSaving = status === 'saving'
  const [leaving, setLeaving] = useState<'no' | 'saves first' | 'now'>('no')
  const navigate = useNavigate()
  const client = useQueryClient()
  // Only this window has the answers: it must not be left, also if that was asked for before.
  const isLost = status === 'memory'
  if (isLost && leaving !== 'no') setLeaving('no')
  const goes = !isLost && (leaving === 'now' || (leaving === 'saves first' && !isSaving))
  useEffect(() => {
    if (!goes) return
    // With the answers given here.
    void client.invalidateQueries(runningAttemptsQuery)
    void navigate(paths.dashboard, { replace: true })
  }, [goes, client, navigate])
  useEffect(() => {
    if (leaving !== 'saves first') return
    const timer = setTimeout(setLeaving, LAST_SAVE, 'now')
    return () => clearTimeout(timer)
  }, [leaving])
  const runsOn = attempt.deadline !== null && !attempt.powerSafe
  const isSafe = status === 'saved' || status === 'saving' || status === 'none'
  const whenLeft = runsOn ? testTexts.leaveRunsOn : testTexts.leaveStaysOpen
  return (
    <Stack gap={4} align="stretch">
      <Button
        variant="subtle"
        disabled={busy || isLost}
        loading={leaving !== 'no'}
        onClick={() => setLeaving('saves first')}
      >
        {testTexts.leaveForNow}
      </Button>
      <Text c="dimmed" fz="sm" ta="center">
        {isLost ? testTexts.leaveLost : isSafe ? whenLeft : testTexts.leaveUnsent}
      </Text>
    </Stack>
  )
}

/** The key that presses the button; not on a touch screen. */
const KeyHint = ({ of }: { of: string }) => (
  <span className={styles.keyHint}>{testTexts.byKey(of)}</span>
)

/** Shown until the server has answered. A forced submission cannot be cancelled. */
function Submitting({ dialogs }: { dialogs: Dialogs }) {
  const { test, attempt } = useAttemptParts()
  const submission = useTest((state) => state.submission)
  const empty = useTest(answeredCount) === 0
  if (submission.is === 'none') return null
  const goBack = () => {
    dialogs.close()
    test.returnToTest()
  }
  const { forced } = submission
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={forced ? testTexts.timeUpTitle : empty ? testTexts.cancelTest : testTexts.submitTest}
      centered
    >
      <Stack>
        {forced && <Text role="alert">{testTexts.timeUp}</Text>}
        {submission.is === 'failed' ? (
          <>
            <Problem signedOut={submission.signedOut} why={submission.why}>
              {empty ? testTexts.logInToCancel : testTexts.logInToSubmit}
            </Problem>
            <Buttons>
              {forced ? (
                <Button component={Link} variant="default" to={paths.results} replace>
                  {testTexts.toResults}
                </Button>
              ) : (
                <Button variant="default" onClick={goBack}>
                  {testTexts.returnToTest}
                </Button>
              )}
              <Button onClick={test.submit}>{common.retry}</Button>
            </Buttons>
          </>
        ) : (
          <>
            <Group gap="sm" role="status" wrap="nowrap">
              <Loader size="sm" aria-hidden />
              <Text>
                {submission.offline && isOfDevice(attempt._id)
                  ? testTexts.fullSubmit
                  : waitText(submission, empty)}
              </Text>
            </Group>
            {!forced && (
              <Buttons>
                <Button variant="default" data-autofocus onClick={goBack}>
                  {testTexts.returnToTest}
                </Button>
              </Buttons>
            )}
          </>
        )}
      </Stack>
    </Modal>
  )
}

/** Why it did not work; without a session, the way to one and back. */
function Problem({ signedOut, why, children }: ProblemProps) {
  if (!signedOut) {
    return (
      <Alert color="red" role="alert">
        {why}
      </Alert>
    )
  }
  return (
    <Alert color="sun" role="alert">
      <Stack align="flex-start" gap="sm">
        <Text fz="inherit">
          {testTexts.youAreSignedOut} {testTexts.keptHere} {children}
        </Text>
        <LogInAgain size="sm" />
      </Stack>
    </Alert>
  )
}

interface ProblemProps {
  signedOut: boolean
  why: string
  /** Why to log in again. */
  children: string
}

function waitText({ forced, offline }: { forced: boolean; offline: boolean }, empty: boolean) {
  if (offline && forced) return testTexts.offlineForced
  if (empty) return offline ? testTexts.offlineCancel : testTexts.cancelling
  return offline ? testTexts.offlineSubmit : testTexts.submitting
}

function EndModal({ title, onClose, children }: EndModalProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{title}</Text>}
      centered
      withCloseButton={false}
      // At once, so that the next key meets the dialog; useDialogs gives the focus back.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack>{children}</Stack>
    </Modal>
  )
}

interface EndModalProps {
  title: string
  onClose: () => void
  children: ReactNode
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="sm">
    {children}
  </Group>
)

/** The way to log in again, and back to this very test. */
export function LogInAgain(look: ButtonProps) {
  const { pathname, search } = useLocation()
  const inWindow = useTest((state) => state.keeping === 'memory')
  const { owner } = useAttemptParts()
  const isOther = useIntruder() !== null
  const { logInAgain, logInAgainAs } = testTexts
  const label = isOther && owner ? logInAgainAs(owner) : logInAgain
  if (inWindow) {
    // Where the browser keeps nothing the answers live in this window, which must stay.
    return (
      <Button component="a" href={paths.login} target="_blank" {...look}>
        {testTexts.newTab(label)}
      </Button>
    )
  }
  return (
    <Button component={Link} to={paths.login} replace state={{ from: pathname + search }} {...look}>
      {label}
    </Button>
  )
}
