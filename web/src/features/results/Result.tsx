// A result's summary: score and the next step, advice, three corrections, what to work on, and the
// figures behind it (spec 2 §2.13, §9).
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileQuestion, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { ApiError } from '@/shared/api/errors'
import type { Advice, Quiz, SubjectResult } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { isOfDevice } from '@/shared/offline/inUse'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Disclosure } from '@/shared/ui/Disclosure'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Page, Panel } from '@/shared/ui/Page'
import { RichText } from '@/shared/ui/RichText'
import { EmptyState, ErrorState, Skeleton } from '@/shared/ui/states'
import { Withdrawn } from './CorrectedQuestion'
import type { FiguresProps } from './FiguresOpen'
import { resultsTexts } from './messages'
import type { OfflineProps } from './Offline'
import { describe, missedOf, Pending } from './parts'
import { ScoreCard } from './ScoreCard'
import { isUngraded } from './score'
import { isOffline, resultOf } from './source'
import type { ThreeProps } from './Three'
import { hasDecided } from './weeklyDecision'

const GoOn = lazyPart<{ quiz: Quiz; results: SubjectResult[] }>(
  () => import('./GoOn').then((m) => m.GoOn),
  ({ again }) => <ErrorState onRetry={again} />,
)

const Three = lazyPart<ThreeProps>(
  () => import('./Three').then((m) => m.Three),
  ({ again }) => <ErrorState onRetry={again} />,
)

// Of tests that were taken without internet alone.
const Offline = lazyPart<OfflineProps>(
  () => import('./Offline').then((m) => m.Offline),
  ({ again }) => <ErrorState onRetry={again} />,
)

const WeeklyOffer = lazyPart(
  () => import('./WeeklyOffer').then((m) => m.WeeklyOffer),
  () => null,
)

export function PracticeSummary() {
  return <Result corrections={paths.practiceResultsView} />
}

export function TheorySummary() {
  return <Result corrections={paths.theoriesResultsView} />
}

type CorrectionsPath = (quizId: string, assessmentTitle: string) => string

function Result({ corrections }: { corrections: CorrectionsPath }) {
  const { quizId = '' } = useParams()
  const query = useQuery(resultOf(quizId))
  const quiz = query.data?.quiz
  return (
    <Page
      title={resultsTexts.result}
      description={quiz && describe(quiz)}
      actions={
        <>
          <Button
            component={Link}
            to={paths.results}
            variant="default"
            leftSection={<ArrowLeft size={16} aria-hidden />}
          >
            {common.back}
          </Button>
          {quiz && (
            <Button
              component={Link}
              to={corrections(quizId, quiz.assessment.title)}
              variant="default"
              leftSection={<ListChecks size={18} aria-hidden />}
            >
              {resultsTexts.viewCorrections}
            </Button>
          )}
        </>
      }
    >
      <QueryView
        query={query}
        failed={missing}
        waiting={<Skeleton count={4} width={320} height={280} />}
      >
        {(data) => <Body {...data} corrections={corrections(quizId, data.quiz.assessment.title)} />}
      </QueryView>
    </Page>
  )
}

/** A result that does not exist, or is somebody else's: the list has those that do. */
function missing({ status, errMessage }: ApiError) {
  if (status !== 404) return null
  return (
    <EmptyState
      icon={FileQuestion}
      title={errMessage}
      action={
        <Button component={Link} to={paths.results} mt="xs">
          {resultsTexts.toResults}
        </Button>
      }
    />
  )
}

function Body({ quiz, subjectResults, advices, corrections }: BodyProps) {
  const user = useUserId()
  // What is to be thought of it is known once all of it is graded.
  const shown = isUngraded(quiz) ? [] : advices
  return (
    <Stack gap="lg">
      {quiz.examResult === 'pending' && (
        <>
          <Pending quiz={quiz} />
          <ToGrading quiz={quiz} />
        </>
      )}
      <Withdrawn quiz={quiz} />
      {isOffline(quiz) && <Offline quiz={quiz} />}
      <ScoreCard quiz={quiz} results={subjectResults} isAdvised={shown.length > 0} />
      {shown.map((advice) => (
        <Panel key={advice._id} component="section" aria-label={resultsTexts.advice}>
          <Title order={2} mb="xs">
            {advice.title}
          </Title>
          <RichText html={advice.description} />
        </Panel>
      ))}
      {missedOf(quiz) > 0 && <Three quizId={quiz._id} corrections={corrections} />}
      <GoOn quiz={quiz} results={subjectResults} />
      {!isOfDevice(quiz._id) && !hasDecided(user) && <WeeklyOffer />}
      <Figures quiz={quiz} results={subjectResults} />
    </Stack>
  )
}

/** Until it is declared, the student's own grades say what it may become. */
function ToGrading({ quiz }: { quiz: Quiz }) {
  const graded = !isUngraded(quiz)
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" flex="1 1 260px">
        {graded ? resultsTexts.ownGrades : resultsTexts.notGradedByYou}
      </Text>
      <Button
        component={Link}
        to={paths.theoriesGrade(quiz._id)}
        variant={graded ? 'default' : 'filled'}
      >
        {graded ? resultsTexts.gradeAgain : resultsTexts.gradeAnswers}
      </Button>
    </Group>
  )
}

interface BodyProps {
  quiz: Quiz
  subjectResults: SubjectResult[]
  advices: Advice[]
  /** The address of all corrections. */
  corrections: string
}

const FiguresOpen = lazyPart<FiguresProps>(
  () => import('./FiguresOpen').then((m) => m.FiguresOpen),
  ({ again }) => <ErrorState onRetry={again} />,
)

/**
 * The numbers behind a score, folded away until they are asked for; their code comes then too (spec 2
 * §2.13, §9).
 */
function Figures(props: FiguresProps) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure name={resultsTexts.figures} open={open} onToggle={() => setOpen(!open)}>
      {open && <FiguresOpen {...props} />}
    </Disclosure>
  )
}
