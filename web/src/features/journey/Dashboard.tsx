// The student's first page: a test left open, what was sat lately, and the choice of exam
// (spec 1 §2).
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Calculator as CalculatorIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { examTypesQuery } from '@/api/queries/catalogue'
import { resultsQuery } from '@/api/queries/results'
import type { User } from '@/api/types'
import { type KeptTest, listWaiting } from '@/shell/keptAnswers'
import { QueryView } from '@/shell/QueryView'
import { useFlow } from '@/stores/flow'
import { mayHaveKept, useSession } from '@/stores/session'
import { ErrorState } from '@/ui/ErrorState'
import { LazyCalculator } from '@/ui/LazyCalculator'
import { lazyPart } from '@/ui/lazyPart'
import { Page } from '@/ui/Page'
import { ExamChoice } from './ExamChoice'
import type { HomeProps } from './home/Home'
import { messages } from './messages'
import { RunningAttempts } from './RunningAttempts'

// Not of the first visit: there is nothing to come back to.
const Home = lazyPart<HomeProps>(
  () => import('./home/Home').then((m) => m.Home),
  ({ again }) => <ErrorState onRetry={again} />,
)

const KeptAnswers = lazyPart<{ tests: KeptTest[] }>(
  () => import('./home/KeptAnswers').then((m) => m.KeptAnswers),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function Dashboard() {
  const forget = useFlow((flow) => flow.forget)
  const user = useSession((session) => session.user)
  const exams = useQuery(examTypesQuery)
  const [calculator, setCalculator] = useState<'never' | 'open' | 'closed'>('never')

  useEffect(() => forget('RegSubjects'), [forget])

  return (
    <Page
      title={messages.journey.dashboard}
      actions={
        <Button
          variant="default"
          leftSection={<CalculatorIcon size={16} aria-hidden />}
          onClick={() => setCalculator('open')}
        >
          {messages.common.calculator}
        </Button>
      }
    >
      <Stack gap="xl">
        <RunningAttempts />
        {user && <Kept user={user._id} />}
        {user && <Lately user={user} />}
        <QueryView query={exams}>{(list) => <ExamChoice exams={list} />}</QueryView>
      </Stack>
      {calculator !== 'never' && (
        <LazyCalculator opened={calculator === 'open'} onClose={() => setCalculator('closed')} />
      )}
    </Page>
  )
}

/** Answers that wait on this device in tests whose window is closed. */
function Kept({ user }: { user: string }) {
  const { data } = useQuery({
    queryKey: ['kept', user],
    queryFn: () => (mayHaveKept() ? listWaiting(user) : []),
    // What is kept is written in another window.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })
  return data && data.length > 0 ? <KeptAnswers tests={data} /> : null
}

/** How many tests are looked back on. */
const LATELY = 3

/** What a student who has sat tests comes back to; nothing where that cannot be had. */
function Lately({ user }: { user: User }) {
  const { data } = useQuery(resultsQuery(user._id, 1, LATELY))
  return data && data.quizes.length > 0 ? <Home quizzes={data.quizes} user={user} /> : null
}
