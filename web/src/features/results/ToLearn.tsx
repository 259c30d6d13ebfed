// The questions of an exam that the student keeps missing, each with its answer and explanation: repeating
// them does not help before they are understood.
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck } from 'lucide-react'
import { useId } from 'react'
import { Link, useParams } from 'react-router'
import { toLearnQuery } from '@/shared/api/queries/results'
import type { QuestionToLearn } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { QuestionWithKey } from './CorrectedQuestion'
import { resultsTexts } from './messages'
import { Report } from './parts'

export function ToLearn() {
  const { examId = '' } = useParams()
  const query = useQuery(toLearnQuery(examId))
  return (
    <Page title={resultsTexts.toLearn} description={resultsTexts.toLearnText}>
      <QueryView query={query} waiting={<Skeleton count={2} height={302} />}>
        {(questions) => (questions.length > 0 ? <Questions questions={questions} /> : <None />)}
      </QueryView>
    </Page>
  )
}

function Questions({ questions }: { questions: QuestionToLearn[] }) {
  return (
    <Stack>
      {questions.map((question, i) => (
        <Shown
          key={question._id}
          number={i + 1}
          question={question}
          first={question.passage !== questions[i - 1]?.passage}
        />
      ))}
    </Stack>
  )
}

function Shown({ number, question, first }: ShownProps) {
  const id = useId()
  const { subject, topic, correctAnswer } = question
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id}>
        {resultsTexts.question(formatNumber(number))}
      </Title>
      <Text fz="sm" c="dimmed" mb="sm">
        {[subject.title, topic?.title].filter(Boolean).join(' · ')}
      </Text>
      <QuestionWithKey question={question} correct={correctAnswer} first={first} />
      <Report question={question._id} />
    </Panel>
  )
}

interface ShownProps {
  number: number
  question: QuestionToLearn
  /** Whether it is the first shown of those that share its passage. */
  first: boolean
}

const None = () => (
  <EmptyState
    icon={BookOpenCheck}
    title={resultsTexts.nothingToLearn}
    action={
      <Button component={Link} to={paths.dashboard}>
        {resultsTexts.toDashboard}
      </Button>
    }
  />
)
