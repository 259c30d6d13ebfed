// A submission that this grader has completed, and that another one must grade too.
import { Alert } from '@mantine/core'
import type { Grading } from '@/shared/api/queries/grading'
import { AnswerCard } from './AnswerCard'
import { Gradings } from './Gradings'
import { words } from './messages'
import { NextButton } from './NextButton'
import { gradesOf } from './useGrades'

export function Given({ grading }: { grading: Grading }) {
  const grades = gradesOf(grading)
  return (
    <>
      <Alert color="brand" role="status">
        {words.isGiven}
        <NextButton />
      </Alert>
      <Gradings of={grading} />
      {grading.answers.map((answer, i) => (
        <AnswerCard
          key={answer.answerId}
          answer={answer}
          number={i + 1}
          grade={grades[answer.answerId]}
          disabled
        />
      ))}
    </>
  )
}
