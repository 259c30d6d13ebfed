// One theory answer beside the model answer, with the five steps of its grade as radios.
import { Alert, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { GradeChoice } from '@/shared/exams/GradeChoice'
import type { Step } from '@/shared/exams/gradeSteps'
import { formatNumber } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { TheoryBeside } from '../TheoryBeside'
import type { Gradable } from './grades'
import { gradeTexts } from './messages'

export function GradedAnswer({ answer, grade, error, disabled, onChange }: GradedAnswerProps) {
  const id = useId()
  const { result, subject, number, blank } = answer
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {gradeTexts.answerOf(subject, formatNumber(number))}
      </Title>
      <TheoryBeside result={result} />
      {blank ? (
        <Text fz="sm" mt="lg">
          {gradeTexts.blank}
        </Text>
      ) : (
        <GradeChoice
          legend={gradeTexts.yourGrade}
          value={grade}
          disabled={disabled}
          onChange={onChange}
        />
      )}
      {error && (
        <Alert color="red" role="alert" mt="sm">
          {error}
        </Alert>
      )}
    </Panel>
  )
}

interface GradedAnswerProps {
  answer: Gradable
  grade: Step | undefined
  /** What is wrong with its grade. */
  error: string | null
  disabled: boolean
  onChange: (step: Step) => void
}
