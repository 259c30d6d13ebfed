// The student's first page: a test left open, what was sat lately, and the choice of exam
// (spec 1 §2).
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Calculator as CalculatorIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { runningAttemptsQuery } from '@/api/queries/attempts'
import { examChoicesQuery } from '@/api/queries/enrolment'
import { resultsQuery } from '@/api/queries/results'
import type { ExamChoice as Choice, User } from '@/api/types'
import { lately } from '@/shell/ahead'
import { listWaiting } from '@/shell/keptAnswers'
import { QueryView } from '@/shell/QueryView'
import { registeredCount } from '@/shell/steps'
import type { TriedScoresProps } from '@/shell/TriedScores'
import { useFlow } from '@/stores/flow'
import { mayHaveKept, useSession } from '@/stores/session'
import { hasKept } from '@/stores/tried'
import { ErrorState } from '@/ui/ErrorState'
import { LazyCalculator } from '@/ui/LazyCalculator'
import { lazyPart } from '@/ui/lazyPart'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { ExamChoice, ExamSkeleton } from './ExamChoice'
import type { HomeProps } from './home/Home'
import { messages } from './messages'
import { RunningAttempts } from './RunningAttempts'

// One file with the dashboard, whose choice of exam it is.
export { Exams } from './Exams'

// Not of the first visit: there is nothing to come back to, and nothing registered.
const Home = lazyPart<HomeProps>(
  () => import('./home/Home').then((m) => m.Home),
  ({ again }) => <ErrorState onRetry={again} />,
  // About as tall as what comes.
  ({ first }) => <Skeleton count={first ? 1 : 2} height={first ? 400 : 302} />,
)

// Of the few who tried questions on this device before they had an account.
const TriedScores = lazyPart<TriedScoresProps>(
  () => import('@/shell/TriedScores').then((m) => m.TriedScores),
  () => null,
)

export function Dashboard() {
  const forget = useFlow((flow) => flow.forget)
  const user = useSession((session) => session.user)
  const exams = useQuery(examChoicesQuery)
  const settled = useSettled(user)
  const [calculator, setCalculator] = useState<'never' | 'open' | 'closed'>('never')

  const opener = useRef<HTMLButtonElement>(null)
  const closeCalculator = () => {
    setCalculator('closed')
    opener.current?.focus()
  }

  useEffect(() => forget('RegSubjects', 'agreedExam'), [forget])

  return (
    <Page
      title={messages.journey.dashboard}
      actions={
        <Button
          variant="default"
          leftSection={<CalculatorIcon size={16} aria-hidden />}
          ref={opener}
          onClick={() => setCalculator('open')}
        >
          {messages.common.calculator}
        </Button>
      }
    >
      <Stack gap="xl">
        <RunningAttempts />
        {hasKept() && <TriedScores hideable />}
        {user && <Lately user={user} exams={exams.data} />}
        {settled ? (
          <QueryView
            query={exams}
            message={messages.journey.subscriptionFailed}
            waiting={<ExamSkeleton />}
          >
            {(list) => <ExamChoice exams={list} />}
          </QueryView>
        ) : (
          <ExamSkeleton />
        )}
      </Stack>
      {calculator !== 'never' && (
        <LazyCalculator opened={calculator === 'open'} onClose={closeCalculator} />
      )}
    </Page>
  )
}

/** Milliseconds that the choice of exam waits for what stands above it, not to be moved by it. */
const SETTLES = 2_000

/** Whether it is known what stands above the choice of exam, or has taken too long. */
function useSettled(user: User | null): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, SETTLES, true)
    return () => clearTimeout(timer)
  }, [])
  const running = useQuery(runningAttemptsQuery)
  const results = useQuery({
    ...resultsQuery(user?._id ?? '', 1, lately),
    enabled: user !== null,
  })
  return late || (!running.isPending && !results.isPending)
}

/**
 * What a student comes back to: answers that wait on this device, and the last tests, or the way to
 * the first where subjects are registered.
 */
function Lately({ user, exams = [] }: { user: User; exams: Choice[] | undefined }) {
  const { data: results, isError, refetch } = useQuery(resultsQuery(user._id, 1, lately))
  const { data: kept = [] } = useQuery({
    queryKey: ['kept', user._id],
    queryFn: () => (mayHaveKept() ? listWaiting(user._id) : []),
    // What is kept is written in another window.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const quizzes = results?.quizes ?? []
  const first = results && !quizzes.length ? exams.find(registeredCount) : undefined
  return (
    <>
      {isError && !results && (
        <ErrorState message={messages.journey.latelyFailed} onRetry={() => refetch()} />
      )}
      {(kept.length + quizzes.length > 0 || first) && (
        <Home exams={exams} kept={kept} quizzes={quizzes} first={first} user={user} />
      )}
    </>
  )
}
