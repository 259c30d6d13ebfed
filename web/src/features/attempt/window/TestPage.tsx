// The door of the test window: not signed out, and with an attempt. It does not wait for
// the session to be known (the connection may be gone), and does not close on a session
// that ends while a test runs.
import { Anchor, Box, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { askWhichTest, isStarting } from '@/shared/attempt/handOver'
import { fill } from '@/shared/i18n/format'
import { paths, testWindowPath } from '@/shared/paths'
import { getSession } from '@/shared/session/useSession'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ErrorState } from '@/shared/ui/ErrorState'
import { useShown } from '@/shared/ui/focus'
import { Loader } from '@/shared/ui/Loader'
import { testTexts } from '../messages'
import { type Opened, openAttempt, WINDOW } from '../openAttempt'
import { RunningTest } from './RunningTest'

export function TestPage() {
  const [search] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const id = search.get('attempt')
  const [turnedAway] = useState(() => getSession().is === 'out')
  useShown(pathname)

  if (turnedAway) return <ToDoor />
  if (id !== null) return <OpenTest key={id} id={id} />
  const opener: Window | null = window.opener
  return opener && isStarting(query) ? <BeingStarted by={opener} /> : <WhichTest />
}

/** The warm-up, which few visits of the window need. */
export const loadWarmUp = () => import('../warmUp/WarmUp').then((m) => m.WarmUp)

/** Longer than whoever starts a test waits for the answer. */
const START_PATIENCE = 30_000

/** Its test is being created by the window that opened this one. */
function BeingStarted({ by }: { by: Window }) {
  const navigate = useNavigate()
  const [late, setLate] = useState(false)
  useEffect(() => askWhichTest(by, (path) => navigate(path, { replace: true })), [by, navigate])
  useEffect(() => {
    const timer = setTimeout(setLate, START_PATIENCE, true)
    return () => clearTimeout(timer)
  }, [])
  // That window was closed or went on without us: the test may have been created all the same.
  return late || by.closed ? <WhichTest /> : <Loader />
}

function OpenTest({ id }: { id: string }) {
  // Once it runs nothing takes it away, whatever becomes of the cache and the session.
  const [opened, setOpened] = useState<Opened | null>(null)
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
  if (error.status === 401) return <ToDoor />
  return (
    <Frame>
      <ErrorState message={error.errMessage} onRetry={() => query.refetch()} />
    </Frame>
  )
}

function ToDoor() {
  const { pathname, search } = useLocation()
  return <Navigate to={paths.login} replace state={{ from: pathname + search }} />
}

/** No attempt in the address: the one that runs, or a way to start one. */
function WhichTest() {
  const { pathname } = useLocation()
  const { data, error, isPending, refetch } = useQuery(runningAttemptsQuery)
  if (isPending) return <Loader />
  if (data === undefined) {
    const { status, errMessage } = toApiError(error)
    if (status === 401) return <ToDoor />
    return (
      <Frame>
        <ErrorState message={errMessage} onRetry={() => refetch()} />
      </Frame>
    )
  }
  const [only] = data
  if (only && data.length === 1) {
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
