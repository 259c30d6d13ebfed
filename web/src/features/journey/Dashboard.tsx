// The student's first page (spec 1 §2): three steps to a new student's first test, or what a returning
// one goes on with, and the choice of exam step by step.
import { Button, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Calculator as CalculatorIcon, Check } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { hasBegun, runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { examChoicesQuery, registeredSubjects } from '@/shared/api/queries/enrolment'
import { resultsQuery } from '@/shared/api/queries/results'
import type { Attempt, ExamChoice, User } from '@/shared/api/types'
import { listWaiting } from '@/shared/attempt/keptAnswers'
import { ExamBadge } from '@/shared/exams/exams'
import { testName } from '@/shared/exams/kind'
import type { TriedScoresProps } from '@/shared/flow/TriedScores'
import { hasVisitorScore } from '@/shared/flow/tried'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { formatDateTime, formatNumber, plural } from '@/shared/i18n/format'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { QueryView } from '@/shared/lazy/QueryView'
import { isInUse } from '@/shared/offline/inUse'
import { mayHaveTests } from '@/shared/offline/testIds'
import { paths, testWindowPath } from '@/shared/paths'
import { mayHaveKept, useOffline, useUser } from '@/shared/session/useSession'
import { Disclosure } from '@/shared/ui/Disclosure'
import { focusNow } from '@/shared/ui/focus'
import { LazyCalculator } from '@/shared/ui/LazyCalculator'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Page, Panel } from '@/shared/ui/Page'
import { ErrorState, Skeleton } from '@/shared/ui/states'
import type { HomeProps } from './home/Home'
import type { ConfirmEndProps } from './InTheWay'
import { journeyTexts } from './messages'
import type { OfflineHomeProps } from './offline/Home'
import { RECENT_TESTS } from './prefetch'
import { openAttemptWindow } from './testWindow'

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

  // Before anything can be tapped: a test that is taken again chooses its subjects anew.
  useLayoutEffect(() => forget('RegSubjects', 'agreedExam'), [forget])

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
              {hasVisitorScore() && <TriedScores hideable />}
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
    ...resultsQuery(user?._id ?? '', 1, RECENT_TESTS),
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
    found: { quizzes, kept, isRunning: running.data?.some(hasBegun) ?? false },
  }
}

const hasSubjects = (exam: ExamChoice) => registeredSubjects(exam).length > 0

/** The three steps to a new student's first test, with the way to the next of them. */
function FirstSteps({ exams }: { exams: ExamChoice[] }) {
  const remembered = useFlow((flow) => flow.examId)
  const open = exams.filter(({ status }) => status)
  const exam =
    open.find(hasSubjects) ??
    open.find(({ _id }) => _id === remembered) ??
    open.find(({ subscriptions }) => subscriptions.length > 0)
  const at = exam === undefined ? 0 : hasSubjects(exam) ? 2 : 1
  return (
    <Panel component="section" aria-labelledby="first-steps">
      <Title order={2} id="first-steps" mb="md">
        {journeyTexts.threeSteps}
      </Title>
      <Stack component="ol" gap="md" m={0} mb="lg" p={0} style={{ listStyle: 'none' }}>
        {journeyTexts.firstSteps.map(({ title, text }, i) => (
          <Group
            key={title}
            component="li"
            gap="sm"
            wrap="nowrap"
            aria-current={i === at ? 'step' : undefined}
          >
            <ThemeIcon
              size={36}
              radius="xl"
              variant={i > at ? 'default' : i === at ? 'light' : 'filled'}
              fw={700}
              aria-hidden
            >
              {i < at ? <Check size={18} strokeWidth={3} /> : formatNumber(i + 1)}
            </ThemeIcon>
            <div style={{ flex: 1 }}>
              <Text fw={650}>
                {title}
                {i < at && ` (${journeyTexts.stepDone})`}
              </Text>
              <Text fz="sm" c="dimmed">
                {i === 0 && exam ? exam.title : text}
              </Text>
            </div>
            {i === 0 && exam && <ExamBadge exam={exam} side={32} />}
          </Group>
        ))}
      </Stack>
      <Button
        component={Link}
        to={exam ? paths.practiseExam(exam.slug) : paths.practise}
        size="md"
        rightSection={<ArrowRight size={18} aria-hidden />}
      >
        {journeyTexts.firstSteps[at]?.title}
      </Button>
    </Panel>
  )
}

const ConfirmEnd = lazyPart<ConfirmEndProps>(
  () => import('./InTheWay').then((m) => m.ConfirmEnd),
  ({ again }) => <ErrorState onRetry={again} />,
)

/** Tests left open, on this device or another: each can be gone on with, or ended. */
function RunningAttempts({ exams }: { exams: ExamChoice[] | undefined }) {
  const { data, isError, refetch } = useQuery(runningAttemptsQuery)
  if (isError && !data) {
    return <ErrorState message={journeyTexts.runningFailed} onRetry={() => refetch()} />
  }
  if (!data || data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="resume">
      <Title order={2} id="resume" mb="sm">
        {journeyTexts.resumeTitle}
      </Title>
      <Stack gap="md">
        {data.map((attempt, i) => (
          <Running
            key={attempt._id}
            attempt={attempt}
            exam={exams?.find(({ _id }) => _id === attempt.exam._id)}
            isFirst={i === 0}
          />
        ))}
      </Stack>
    </Panel>
  )
}

function Running({ attempt, exam, isFirst }: RunningProps) {
  const navigate = useNavigate()
  /** Null until it was asked about once. */
  const [ending, setEnding] = useState<boolean | null>(null)
  const { subjects, totalQuestions, answers, deadline, startedAt, ahead } = attempt
  const isSealed = ahead?.openedAt === null
  const answered = answers.filter((one) => one.answer !== null).length
  const name = `${attempt.exam.title}, ${testName(attempt)}`

  const resume = () =>
    isSealed
      ? navigate(paths.offline)
      : openAttemptWindow(attempt._id, testWindowPath(attempt), navigate)

  return (
    <Group justify="space-between" gap="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ExamBadge exam={exam ?? attempt.exam} side={32} />
        <div>
          <Text fw={650}>{name}</Text>
          <Text fz="sm" c="dimmed">
            {subjects.map((subject) => subject.title).join(', ')}
          </Text>
          <Text fz="sm" c="dimmed">
            {isSealed ? (
              journeyTexts.fetched(formatDateTime(ahead.openUntil))
            ) : (
              <>
                {journeyTexts.answeredOf(
                  formatNumber(answered),
                  plural(journeyTexts.questions, totalQuestions),
                )}{' '}
                {deadline
                  ? journeyTexts.runsUntil(formatDateTime(deadline))
                  : journeyTexts.started(formatDateTime(startedAt))}
              </>
            )}
          </Text>
        </div>
      </Group>
      {ending ? (
        <ConfirmEnd attempt={attempt} onDecline={() => setEnding(false)} />
      ) : (
        <Group gap="xs">
          <Button
            variant={isFirst ? 'filled' : 'light'}
            onClick={resume}
            aria-label={journeyTexts.resumeOf(name)}
          >
            {journeyTexts.resume}
          </Button>
          <Button
            // Back from the question, which has gone with the focus.
            ref={ending === false ? focusNow : undefined}
            variant="default"
            onClick={() => setEnding(true)}
            aria-label={journeyTexts.endOf(name)}
          >
            {journeyTexts.end}
          </Button>
        </Group>
      )}
    </Group>
  )
}

interface RunningProps {
  attempt: Attempt
  /** With its logo, once that is known. */
  exam: ExamChoice | undefined
  /** The one to go on with. */
  isFirst: boolean
}
