// Corrections, subject by subject: what was chosen, what is right, and why.
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { correctionsQuery } from '@/api/queries/results'
import type { SubjectResult } from '@/api/types'
import { paths } from '@/paths'
import { QueryView } from '@/shell/QueryView'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { FilterButtons } from '@/ui/FilterButtons'
import { lazyPart } from '@/ui/lazyPart'
import { Page } from '@/ui/Page'
import { Skeleton } from '@/ui/Skeleton'
import { CorrectedQuestion } from './CorrectedQuestion'
import type { CorrectedTheoryProps } from './CorrectedTheory'
import { InRunningMock } from './InRunningMock'
import { messages } from './messages'
import { filters, type Outcome, outcomeOf } from './outcome'
import { describe, Pending } from './submission'
import { Withdrawn } from './Withdrawn'

const words = messages.results

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
  const query = useQuery(correctionsQuery(quizId))
  const quiz = query.data?.quiz
  const assessment = params.get('assessmentTitle') ?? quiz?.assessment.title
  return (
    <Page
      title={assessment ? words.correctionsOf(assessment) : words.corrections}
      description={quiz && describe(quiz)}
      actions={
        <Button
          component={Link}
          to={back(quizId)}
          variant="default"
          leftSection={<ArrowLeft size={16} aria-hidden />}
        >
          {messages.common.back}
        </Button>
      }
    >
      <QueryView query={query} failed={InRunningMock} waiting={<Skeleton count={3} />}>
        {({ quiz, subjectResults }) => (
          <Stack gap="lg">
            {quiz.examResult === 'pending' && <Pending quiz={quiz} />}
            <Withdrawn quiz={quiz} />
            <Subjects results={subjectResults} />
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

function Subjects({ results }: { results: SubjectResult[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [first] = results
  if (!first) return <EmptyState title={messages.common.noData} />
  const open = results.find(({ subject }) => subject._id === chosen) ?? first
  return (
    <>
      {results.length > 1 && (
        <FilterButtons
          label={words.subjects}
          options={results.map(({ subject }) => ({ value: subject._id, label: subject.title }))}
          value={open.subject._id}
          onChange={setChosen}
        />
      )}
      <Subject key={open.subject._id} result={open} />
    </>
  )
}

function Subject({ result }: { result: SubjectResult }) {
  const [filter, setFilter] = useState<Outcome | 'all'>('all')
  const questions = result.results ?? []
  const theories = result.theories ?? []
  // A question keeps the number it had in the paper, whatever is filtered.
  const numbered = questions.map((question, i) => ({ question, number: i + 1 }))
  const shown = numbered.filter(
    ({ question }) => filter === 'all' || outcomeOf(question) === filter,
  )
  return (
    <Stack gap="lg">
      {questions.length > 0 && (
        <FilterButtons
          label={words.show}
          options={filters(questions)}
          value={filter}
          onChange={setFilter}
        />
      )}
      {questions.length > 0 && shown.length === 0 && (
        <EmptyState title={messages.common.noRecords} />
      )}
      {shown.map(({ question, number }, i) => (
        <CorrectedQuestion
          key={question._id}
          number={number}
          question={question}
          first={question.passage !== shown[i - 1]?.question.passage}
        />
      ))}
      {theories.map((one, i) => (
        <CorrectedTheory key={one.theory._id} number={i + 1} result={one} />
      ))}
      {questions.length + theories.length === 0 && <EmptyState title={messages.common.noData} />}
    </Stack>
  )
}
