// Corrections, subject by subject and a page at a time: what was chosen, what is right, and why.
import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { SubjectResult } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { FilterButtons } from '@/shared/ui/FilterButtons'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Page } from '@/shared/ui/Page'
import { Pager } from '@/shared/ui/Pager'
import { natural } from '@/shared/ui/paging'
import { EmptyState, ErrorState, Skeleton } from '@/shared/ui/states'
import { CorrectedQuestion, filters, type Outcome, outcomes, Withdrawn } from './CorrectedQuestion'
import type { CorrectedTheoryProps } from './CorrectedTheory'
import { resultsTexts } from './messages'
import { describe, InRunningMock, Pending } from './parts'
import { correctionsOf, resultOf } from './source'

/** Questions a page: each comes with its explanation, and data costs money. */
const AT_A_TIME = 20

// Most tests have no theory.
const CorrectedTheory = lazyPart<CorrectedTheoryProps>(
  () => import('./CorrectedTheory').then((m) => m.CorrectedTheory),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function PracticeCorrections() {
  return <Corrections back={paths.practiceResults} />
}

export function TheoryCorrections() {
  return <Corrections back={paths.theoriesResults} />
}

function Corrections({ back }: { back: (quizId: string) => string }) {
  const { quizId = '' } = useParams()
  const [params] = useSearchParams()
  // Mostly there already, from the summary.
  const query = useQuery(resultOf(quizId))
  const quiz = query.data?.quiz
  const assessment = params.get('assessmentTitle') ?? quiz?.assessment.title
  return (
    <Page
      title={assessment ? resultsTexts.correctionsOf(assessment) : resultsTexts.corrections}
      description={quiz && describe(quiz)}
      actions={
        <Button
          component={Link}
          to={back(quizId)}
          variant="default"
          leftSection={<ArrowLeft size={16} aria-hidden />}
        >
          {common.back}
        </Button>
      }
    >
      <QueryView query={query} waiting={<Skeleton count={3} />}>
        {({ quiz, subjectResults }) => (
          <Stack gap="lg">
            {quiz.examResult === 'pending' && <Pending quiz={quiz} />}
            <Withdrawn quiz={quiz} />
            <Subjects quizId={quizId} results={subjectResults} />
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

/** The part of the corrections that the address asks for, and how to ask for another. */
function useAsked() {
  const [params, setParams] = useSearchParams()
  const ask = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(changes)) before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  const shown = params.get('show') as Outcome
  return {
    subject: params.get('subject'),
    filter: outcomes.includes(shown) ? shown : ('all' as const),
    page: natural(params.get('page'), 1),
    ask,
  }
}

function Subjects({ quizId, results }: { quizId: string; results: SubjectResult[] }) {
  const { subject: chosen, ask } = useAsked()
  const [first] = results
  if (!first) return <EmptyState title={common.noData} />
  const open = results.find(({ subject }) => subject._id === chosen) ?? first
  return (
    <>
      {results.length > 1 && (
        <FilterButtons
          label={resultsTexts.subjects}
          options={results.map((result) => ({ value: result.subject._id, label: labelOf(result) }))}
          value={open.subject._id}
          onChange={(subject) => ask({ subject, show: 'all', page: '1' })}
        />
      )}
      <Subject key={open.subject._id} quizId={quizId} result={open} />
    </>
  )
}

/** A subject, with how many of its objective questions were missed. */
function labelOf({ subject, wrongAnswer, unseen }: SubjectResult): string {
  const missed = wrongAnswer + unseen
  return missed > 0
    ? resultsTexts.subjectMissed(subject.title, formatNumber(missed))
    : subject.title
}

function Subject({ quizId, result }: { quizId: string; result: SubjectResult }) {
  const { filter, page, ask } = useAsked()
  const top = useRef<HTMLDivElement>(null)
  const { subject, quesLength } = result
  const query = useQuery({
    ...correctionsOf(quizId, {
      subject: subject._id,
      ...(filter !== 'all' && { outcome: filter }),
      page,
      limit: AT_A_TIME,
    }),
    placeholderData: keepPreviousData,
  })
  const turn = (to: number) => {
    ask({ page: String(to) })
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Stack gap="lg" ref={top}>
      {quesLength > 0 && (
        <FilterButtons
          label={resultsTexts.show}
          options={filters(result)}
          value={filter}
          onChange={(show) => ask({ show, page: '1' })}
        />
      )}
      <QueryView query={query} failed={InRunningMock} waiting={<Skeleton count={3} />}>
        {({ subjectResults, total }) => (
          <Stack
            gap="lg"
            aria-busy={query.isPlaceholderData || undefined}
            opacity={query.isPlaceholderData ? 0.5 : undefined}
          >
            <Items
              results={subjectResults.find((one) => one.subject._id === subject._id)}
              isFiltered={quesLength > 0}
            />
            {total > AT_A_TIME && (
              <Pager
                page={page}
                limit={AT_A_TIME}
                total={total}
                onPage={turn}
                busy={query.isPlaceholderData}
              />
            )}
          </Stack>
        )}
      </QueryView>
    </Stack>
  )
}

function Items({ results, isFiltered }: ItemsProps) {
  const { results: questions = [], theories = [] } = results ?? {}
  if (questions.length + theories.length === 0) {
    return <EmptyState title={isFiltered ? common.noRecords : common.noData} />
  }
  return (
    <>
      {questions.map((question, i) => (
        <CorrectedQuestion
          key={question._id}
          // The number that it had in the paper, whatever is filtered.
          number={question.number}
          question={question}
          first={question.passage !== questions[i - 1]?.passage}
        />
      ))}
      {theories.map((one, i) => (
        <CorrectedTheory key={one.theory._id} number={i + 1} result={one} />
      ))}
    </>
  )
}

interface ItemsProps {
  /** Those of the page. */
  results: SubjectResult | undefined
  /** Whether there are questions that the filter may hide. */
  isFiltered: boolean
}
