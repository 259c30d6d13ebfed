// The entry to the test window: not logged out, and with an attempt. It does not wait for
// the session to be known (the connection may be gone), and does not close on a session
// that ends while a test runs.
import { Alert, Anchor, Box, Button, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CloudOff, FileQuestion } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { toApiError } from '@/shared/api/errors'
import { hasBegun, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import type { Attempt } from '@/shared/api/types'
import { attemptApi } from '@/shared/attempt/api'
import { askWhichTest, isStarting, startedHere } from '@/shared/attempt/handOver'
import type { AnswerEntry } from '@/shared/attempt/outbox'
import { createTest, type Test } from '@/shared/attempt/run'
import type { Ended } from '@/shared/attempt/state'
import { addUsed, bytesOf } from '@/shared/device/dataUsed'
import { common } from '@/shared/i18n/common'
import { fill, formatNumber, letterOf, plural } from '@/shared/i18n/format'
import { isInUse, isOfDevice } from '@/shared/offline/inUse'
import { paths, testWindowPath } from '@/shared/paths'
import { loadSession } from '@/shared/session/session'
import { cookieOwner, getSession, getUser, useSession } from '@/shared/session/useSession'
import { TEST_FROM_OTHER_TAB } from '@/shared/timeouts'
import { mainId, useShown } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { EmptyState, ErrorState, Loader, ToLogin } from '@/shared/ui/states'
import { testTexts } from '../messages'
import { type Item, layOut, openingPlace, type PaperModel } from '../model/paper'
import { type Opened, openAttempt, WINDOW } from '../openAttempt'
import { dropShell, keepShell, loadEssay } from '../shell'
import { TestWindow } from './TestWindow'
import styles from './test.module.css'

export function TestPage() {
  const [search] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const id = search.get('attempt')
  const [turnedAway] = useState(() => getSession().is === 'out')
  useShown(pathname)

  if (turnedAway) return <ToLogin login={paths.login} />
  if (id !== null) return <OpenTest key={id} id={id} />
  const opener: Window | null = window.opener
  return opener && isStarting(query) ? <BeingStarted by={opener} /> : <WhichTest />
}

/** The warm-up, which few visits of the window need. */
export const loadWarmUp = () => import('../warmUp/WarmUp').then((m) => m.WarmUp)

/** Its test is being created by the window that opened this one. */
function BeingStarted({ by }: { by: Window }) {
  const navigate = useNavigate()
  const [late, setLate] = useState(false)
  useEffect(() => askWhichTest(by, (path) => navigate(path, { replace: true })), [by, navigate])
  useEffect(() => {
    const timer = setTimeout(setLate, TEST_FROM_OTHER_TAB, true)
    return () => clearTimeout(timer)
  }, [])
  // That window was closed or went on without us: the test may have been created all the same.
  return late || by.closed ? <WhichTest /> : <Loader />
}

function OpenTest({ id }: { id: string }) {
  // Once it runs nothing takes it away, whatever becomes of the cache and the session.
  const [opened, setOpened] = useState<Opened | null>(() => {
    const { test } = startedHere
    return test?.attempt._id === id && test.user === getUser()?._id ? test : null
  })
  useEffect(() => {
    // The next opening reads the device.
    startedHere.test = null
  }, [])
  const query = useQuery({
    enabled: opened === null,
    queryKey: [WINDOW, id],
    queryFn: () => openAttempt(id),
    // Read once: from here on the running test keeps itself up to date.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (opened === null && query.data) setOpened(query.data)
  if (opened !== null) return <RunningTest opened={opened} />
  if (query.isPending) return <Loader />
  const error = toApiError(query.error)
  if (error.status === 401) return <ToLogin login={paths.login} />
  return (
    <Frame>
      <ErrorState message={error.errMessage} onRetry={() => query.refetch()} />
    </Frame>
  )
}

/** No attempt in the address: the one that runs, or a way to start one. */
function WhichTest() {
  const { pathname } = useLocation()
  const { data, error, isPending, refetch } = useQuery(runningAttemptsQuery)
  if (isPending) return <Loader />
  if (data === undefined) {
    const { status, errMessage } = toApiError(error)
    if (status === 401) return <ToLogin login={paths.login} />
    return (
      <Frame>
        <ErrorState message={errMessage} onRetry={() => refetch()} />
      </Frame>
    )
  }
  // A mock for later is opened from the list of downloads.
  const begun = data.filter(hasBegun)
  const [only] = begun
  if (only && begun.length === 1) {
    const to = pathname === paths.listQuestions() ? paths.listQuestions : undefined
    return <Navigate to={to?.(only._id) ?? testWindowPath(only)} replace />
  }
  return (
    <Frame>
      <EmptyState title={testTexts.noneOpen} icon={FileQuestion} heading>
        {fill(testTexts.noneOpenText, {
          dashboard: (
            <Anchor component={Link} to={paths.dashboard} underline="always">
              {testTexts.dashboard}
            </Anchor>
          ),
        })}
      </EmptyState>
    </Frame>
  )
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <Box component="main" p="xl" maw={560} mx="auto">
    <Stack align="flex-start">
      {children}
      <Anchor component={Link} to={paths.dashboard}>
        {testTexts.backToDashboard}
      </Anchor>
    </Stack>
  </Box>
)

/** A test under way: starts its store, shows the window, and leaves when it has ended. */
function RunningTest({ opened }: { opened: Opened }) {
  const { attempt } = opened
  const paper = useMemo(() => layOut(opened.paper), [opened.paper])
  const [test] = useState(() =>
    createTest({
      api: attemptApi,
      ...opened,
      place: (candidates) => openingPlace(paper, candidates),
      session: { owner: cookieOwner, watch: (changed) => useSession.subscribe(changed) },
    }),
  )
  const ended = useStore(test.store, (state) => state.ended)

  useEffect(() => test.start(), [test])
  useEffect(() => {
    // Everything of a test of this device is here already.
    if (isOfDevice(attempt._id)) return
    return keepShell(attempt._id, opened.paper, {
      now: () => test.store.getState().place,
      watch: (changed) =>
        test.store.subscribe(({ place }, before) => {
          if (place !== before.place) changed()
        }),
    })
  }, [attempt._id, opened.paper, test])
  useEffect(() => countData(attempt._id), [attempt._id])
  useEffect(() => restoreSession(test.store), [test])
  const [read, setRead] = useState(false)
  const isLossUnread = ended !== null && ended.lost.length > 0 && !read
  const isGraded =
    attempt.examType !== 'objective' && paper.sections.some(({ kind }) => kind === 'subjective')
  useEffect(() => {
    const sendPhotographs = () => loadEssay().then((m) => m.sendPhotographs(test, attempt._id))
    if (isGraded) sendPhotographs().catch(() => undefined)
  }, [isGraded, test, attempt])
  // The notice that the time is up must be there to be read.
  const hurried = useTimeUpNotice(ended)
  useLeave(opened, isGraded, isLossUnread || hurried ? null : ended)

  if (isLossUnread) {
    const dismiss = () => {
      test.dismissLost()
      setRead(true)
    }
    return <LostAnswers test={test} paper={paper} onRead={dismiss} />
  }
  if (hurried) return <TimeUp />
  if (ended !== null) return <Loader />
  return <TestWindow test={test} attempt={attempt} paper={paper} />
}

/** Milliseconds for which it is said at least that the time is up. */
const NOTICE = 3_000

/** Whether the test has just ended because its time was up. */
function useTimeUpNotice(ended: Ended | null): boolean {
  const [read, setRead] = useState(false)
  const timeUp = ended?.timeUp ?? false
  useEffect(() => {
    if (!timeUp) return
    const timer = setTimeout(setRead, NOTICE, true)
    return () => clearTimeout(timer)
  }, [timeUp])
  return timeUp && !read
}

/** What the dialog over the test said while it was submitted. */
const TimeUp = () => (
  <Box component="main" p="xl" maw={560} mx="auto">
    <Title order={1} mb="sm">
      {testTexts.timeUpTitle}
    </Title>
    <Text>{testTexts.timeUp}</Text>
  </Box>
)

/** Where the test's end leads (spec 2 §4.7); what holds no theories has nothing to grade. */
function useLeave({ attempt, user }: Opened, isGraded: boolean, ended: Ended | null) {
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (ended === null) return
    void dropShell(attempt._id)
    void openPacksOf(user, attempt)
    // All but this window's own attempt, which is done with.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== WINDOW })
    const to = (path: string) => navigate(path, { replace: true })
    if (ended.how === 'submitted' && ended.quizId !== null) {
      // Its result is the server's alone.
      if (isOfDevice(attempt._id) && attempt.assessment.slug === 'mock') {
        notify.success(testTexts.mockKept)
        return void to(paths.offline)
      }
      if (!isGraded) {
        notify.success(isOfDevice(attempt._id) ? testTexts.markedHere : common.submitted)
        return void to(paths.practiceResults(ended.quizId))
      }
      // That it is under consideration stands at the head of the grading.
      return void to(paths.theoriesGrade(ended.quizId))
    }
    // The time ran out before anything was answered, or had arrived.
    if (ended.timeUp) {
      notify.info(testTexts.noResult)
      return void to(paths.results)
    }
    notify.info(common.cancelled)
    void to(paths.dashboard)
  }, [attempt, user, isGraded, ended, navigate, client])
}

/** Finds out who is logged in once the server answers again, so that the way out is open. */
function restoreSession(store: ReturnType<typeof createTest>['store']) {
  return store.subscribe(({ link }, before) => {
    if (link.is === before.link.is) return
    const back = link.is === 'up' && getSession().is !== 'in'
    // "Not yours": perhaps because the session is somebody else's by now.
    if (back || link.is === 'stopped') void loadSession()
  })
}

/**
 * After the end: which answers did not reach Sabi before it. They stay on the device until
 * the student has read of them here.
 */
function LostAnswers({ test, paper, onRead }: LostAnswersProps) {
  const ended = useStore(test.store, (state) => state.ended)
  const answers = useStore(test.store, (state) => state.outbox.answers)
  const lost = ended?.lost ?? []
  return (
    <Box component="main" id={mainId} tabIndex={-1} p="lg" maw={640} mx="auto">
      <title>{`${testTexts.hasEnded} · Sabi`}</title>
      <Stack>
        <Title order={1}>{testTexts.hasEnded}</Title>
        <Alert
          color="sun"
          icon={<CloudOff aria-hidden />}
          title={plural(testTexts.lostTitle, lost.length)}
          role="alert"
        >
          {ended?.timeUp ? testTexts.lostToTime : testTexts.lostToEnd}
        </Alert>
        <ul className={styles.lost}>
          {lost.map((id) => {
            const [item, entry] = [paper.items.get(id), answers[id]]
            return item && entry && <Lost key={id} item={item} entry={entry} />
          })}
        </ul>
        <Text c="dimmed" fz="sm">
          {testTexts.lostStay}
        </Text>
        <Button onClick={onRead}>{testTexts.lostRead}</Button>
      </Stack>
    </Box>
  )
}

interface LostAnswersProps {
  test: Test
  paper: PaperModel
  /** They need not be kept any longer. */
  onRead: () => void
}

function Lost({ item, entry: { value } }: { item: Item; entry: AnswerEntry }) {
  return (
    <li>
      <Text fw={600}>
        {testTexts.lostQuestion(item.section.subject.title, formatNumber(item.index + 1))}
      </Text>
      <Text className={styles.lostAnswer} dir="auto">
        {item.kind === 'question'
          ? testTexts.yourAnswerIs(
              letterOf(item.question.options.findIndex(({ _id }) => _id === value)),
            )
          : value}
      </Text>
    </li>
  )
}

// Counts what a running test uses of the student's data, for its result to tell.

let counted: string | null = null
let counts = false

/** Counts for this attempt from now on. Returns a function that stops it. */
function countData(id: string): () => void {
  counted = id
  if (!counts && 'PerformanceObserver' in window) {
    counts = true
    const [page] = performance.getEntriesByType('navigation')
    // In a window of its own all that came before is of the test too.
    const own = page && (page.name.includes(id) || isStarting(page.name))
    const from = own ? 0 : performance.now()
    new PerformanceObserver((list) => {
      const since = list.getEntries().filter(({ startTime }) => startTime >= from)
      const bytes = since.map((entry) => bytesOf(entry as PerformanceResourceTiming))
      if (counted)
        addUsed(
          counted,
          bytes.reduce((sum, one) => sum + one, 0),
        )
    }).observe({ type: 'resource', buffered: true })
    if (from === 0 && page) addUsed(id, bytesOf(page as PerformanceNavigationTiming))
  }
  return () => {
    counted = null
  }
}

/** Opens the packs of a mock's subjects again on this device, once its result is there (ruling 45). */
async function openPacksOf(user: string, { _id, assessment }: Attempt): Promise<void> {
  // Devices without packs pay nothing for it.
  if (assessment.slug !== 'mock' || !isInUse()) return
  try {
    await (await import('@/shared/offline/shelf')).unlock(user, _id)
  } catch {
    // The list of running tests opens them the next time that it is read.
  }
}
