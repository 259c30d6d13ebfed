// One theory answer beside the model answer, with the five steps of its grade as radios.
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { formatNumber, formatPercent } from '@/i18n/format'
import { meaningOf, type Step, steps } from '@/shell/gradeSteps'
import { Panel } from '@/ui/Panel'
import { TheoryBeside } from '../TheoryBeside'
import styles from './grade.module.css'
import type { Gradable } from './grades'
import { messages } from './messages'

const words = messages.grade

export function GradedAnswer({ answer, grade, disabled, onChange }: GradedAnswerProps) {
  const id = useId()
  const { result, subject, number, blank } = answer
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {words.answerOf(subject, formatNumber(number))}
      </Title>
      <TheoryBeside result={result} />
      <fieldset className={styles.steps} disabled={disabled || blank}>
        <legend>{words.yourGrade}</legend>
        {blank ? (
          <Text fz="sm">{words.blank}</Text>
        ) : (
          steps.map((step) => (
            <label key={step} className={styles.step}>
              <input
                type="radio"
                name={id}
                value={step}
                checked={grade === step}
                onChange={() => onChange(step)}
              />
              <b>{formatPercent(step)}</b> <span>{meaningOf(step)}</span>
            </label>
          ))
        )}
      </fieldset>
    </Panel>
  )
}

interface GradedAnswerProps {
  answer: Gradable
  grade: Step | undefined
  disabled: boolean
  onChange: (step: Step) => void
}
