// A student grades their own theory answers beside the model answers (spec 2 §2.13, §5, §9; ruling 16).
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, FileQuestion } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { correctionsQuery } from '@/shared/api/queries/results'
import type { Quiz } from '@/shared/api/types'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { Skeleton } from '@/shared/ui/Skeleton'
import { InRunningMock } from '../InRunningMock'
import { describe } from '../submission'
import { GradeForm } from './GradeForm'
import { answersOf } from './grades'
import { gradeTexts } from './messages'

export function Grade() {
  const { quizId = '' } = useParams()
  const query = useQuery(correctionsQuery(quizId))
  const quiz = query.data?.quiz
  return (
    <Page title={gradeTexts.title} description={quiz && describe(quiz)}>
      <QueryView query={query} failed={InRunningMock} waiting={<Skeleton count={3} />}>
        {({ quiz, subjectResults }) => {
          const answers = answersOf(subjectResults)
          if (answers.length === 0) return <Closed quiz={quiz} why="none" />
          if (quiz.examResult !== 'pending') return <Closed quiz={quiz} why="declared" />
          return <GradeForm key={quiz._id} quiz={quiz} answers={answers} />
        }}
      </QueryView>
    </Page>
  )
}

/** Nothing to grade: there is nothing, or somebody has declared the result. */
function Closed({ quiz, why }: { quiz: Quiz; why: 'none' | 'declared' }) {
  const to = why === 'none' ? paths.practiceResults : paths.theoriesResults
  return (
    <Panel>
      <EmptyState
        icon={why === 'none' ? FileQuestion : BadgeCheck}
        title={why === 'none' ? gradeTexts.noTheories : gradeTexts.declared}
        action={
          <Button component={Link} to={to(quiz._id)} mt="xs">
            {gradeTexts.toResult}
          </Button>
        }
      />
    </Panel>
  )
}
