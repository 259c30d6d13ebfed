// The student's first page (spec 1 §2): three steps to a new student's first test, or what a returning
// one goes on with, and the choice of exam step by step.
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Calculator as CalculatorIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import { resultsQuery } from '@/shared/api/queries/results'
import type { ExamChoice, User } from '@/shared/api/types'
import { listWaiting } from '@/shared/attempt/keptAnswers'
import type { TriedScoresProps } from '@/shared/flow/TriedScores'
import { hasKept } from '@/shared/flow/tried'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { QueryView } from '@/shared/lazy/QueryView'
import { isInUse } from '@/shared/offline/inUse'
import { mayHaveTests } from '@/shared/offline/testIds'
import { useOffline } from '@/shared/offline/useOffline'
import { mayHaveKept, useUser } from '@/shared/session/useSession'
import { Disclosure } from '@/shared/ui/Disclosure'
import { ErrorState } from '@/shared/ui/ErrorState'
import { LazyCalculator } from '@/shared/ui/LazyCalculator'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Page } from '@/shared/ui/Page'
import { Skeleton } from '@/shared/ui/Skeleton'
import { lately } from './ahead'
import { FirstSteps } from './FirstSteps'
import type { HomeProps } from './home/Home'
import { journeyTexts } from './messages'
import type { OfflineHomeProps } from './offline/Home'
import { RunningAttempts } from './RunningAttempts'
import { registeredSubjects } from './registered'

// Not of the first visit: there is nothing to come back to.
const Home = lazyPart<HomeProps>(
  () => import('./home/Home').then((m) => m.Home),
  ({ again }) => <ErrorState onRetry={again} />,
  () => <Waiting />,
)
// The way step by step, which few take.
const FoldedChoice = lazyPartOfScreen<{ exams: ExamChoice[] }>(
  () => import('./ExamChoice').then((m) => m.FoldedChoice),
  () => <Skeleton count={4} height={82} />,
)

// Only on devices that are set up for practice without internet.
const OfflineHome = lazyPart<OfflineHomeProps>(
  () => import('./offline/Home').then((m) => m.OfflineHome),
  ({ again }) => <ErrorState onRetry={again} />,
)

/** About as tall as what comes. */
const Waiting = () => <Skeleton count={2} height={302} />

// Only for the few who tried questions on this device before they had an account.
const TriedScores = lazyPart<TriedScoresProps>(
  () => import('@/shared/flow/TriedScores').then((m) => m.TriedScores),
  () => null,
)

export function Dashboard() {
  const forget = useFlow((flow) => flow.forget)
  const user = useUser()
  const exams = useQuery(examChoicesQuery)
  const past = usePast(user)
  const [calculator, setCalculator] = useState<'never' | 'open' | 'closed'>('never')
  const [choice, setChoice] = useState(false)
  const isOffline = useOffline() && isInUse()

  const opener = useRef<HTMLButtonElement>(null)
  const closeCalculator = () => {
    setCalculator('closed')
    opener.current?.focus()
  }

  useEffect(() => forget('RegSubjects', 'agreedExam'), [forget])

  return (
    <Page
      title={past.isNew && user ? journeyTexts.welcome(user.first_name) : journeyTexts.dashboard}
      actions={
        // On a phone it would push a new student's first button out of view.
        !past.isPending &&
        !past.isNew && (
          <Button
            variant="default"
            leftSection={<CalculatorIcon size={16} aria-hidden />}
            ref={opener}
            onClick={() => setCalculator('open')}
          >
            {common.calculator}
          </Button>
        )
      }
    >
      <Stack gap="xl">
        {user && (isOffline || mayHaveTests(user._id)) && (
          <OfflineHome user={user._id} isOffline={isOffline} />
        )}
        <RunningAttempts exams={exams.data} />
        <QueryView query={exams} message={journeyTexts.subscriptionFailed} waiting={<Waiting />}>
          {(list) => (
            <>
              {past.isPending && <Waiting />}
              {past.isNew && <FirstSteps exams={list} />}
              {past.failed && (
                <ErrorState message={journeyTexts.latelyFailed} onRetry={past.failed} />
              )}
              {user &&
                !past.isPending &&
                (!past.isNew || list.some((one) => registeredSubjects(one).length > 0)) && (
                  <Home exams={list} user={user} isOffline={isOffline} {...past.found} />
                )}
              {hasKept() && <TriedScores hideable />}
              <Disclosure
                name={journeyTexts.selectExamType}
                open={choice}
                onToggle={() => setChoice(!choice)}
              >
                {choice && <FoldedChoice exams={list} />}
              </Disclosure>
            </>
          )}
        </QueryView>
      </Stack>
      {calculator !== 'never' && (
        <LazyCalculator opened={calculator === 'open'} onClose={closeCalculator} />
      )}
    </Page>
  )
}

/** What the student comes back to: running tests, the latest results, answers that wait on this device. */
function usePast(user: User | null) {
  const running = useQuery(runningAttemptsQuery)
  const results = useQuery({
    ...resultsQuery(user?._id ?? '', 1, lately),
    enabled: user !== null,
  })
  const { data: kept = [] } = useQuery({
    queryKey: ['kept', user?._id],
    queryFn: () => (user && mayHaveKept() ? listWaiting(user._id) : []),
    // What is kept is written in another window.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  const quizzes = results.data?.quizes ?? []
  const isKnown = running.data !== undefined && results.data !== undefined
  return {
    isPending: running.isPending || results.isPending,
    isNew: isKnown && running.data.length + quizzes.length + kept.length === 0,
    /** Asks once more for the results, where they could not be had. */
    failed: results.isError && !results.data ? () => void results.refetch() : null,
    found: { quizzes, kept, isRunning: (running.data?.length ?? 0) > 0 },
  }
}
