// One corrected question: how it was answered, the question with its key, where it comes from.
import { Badge, Group, Text, Title } from '@mantine/core'
import { Check, CircleDashed, X } from 'lucide-react'
import { useId } from 'react'
import type { Correction } from '@/shared/api/types'
import { formatNumber } from '@/shared/i18n/format'
import { Report } from '@/shared/report/Report'
import { Panel } from '@/shared/ui/Panel'
import { resultsTexts } from './messages'
import { nameOf, outcomeOf } from './outcome'
import { QuestionWithKey } from './QuestionWithKey'
import styles from './results.module.css'

const icons = { correct: Check, incorrect: X, unseen: CircleDashed }

export function CorrectedQuestion(props: CorrectedQuestionProps) {
  const { number, question, first, about, level = 2 } = props
  const id = useId()
  const outcome = outcomeOf(question)
  const Icon = icons[outcome]
  const { answered, correctAnswer } = question.resultData
  return (
    <Panel component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={level} fz="md" id={id}>
          {about
            ? resultsTexts.questionOn(formatNumber(number), about)
            : resultsTexts.question(formatNumber(number))}
        </Title>
        <Badge
          className={styles.outcome}
          data-outcome={outcome}
          tt="none"
          size="lg"
          leftSection={<Icon size={14} strokeWidth={3} aria-hidden />}
        >
          {nameOf(outcome)}
        </Badge>
      </Group>
      {question.withdrawn && (
        <Text fw={600} mb="sm">
          {resultsTexts.isWithdrawn}
        </Text>
      )}
      <QuestionWithKey
        question={question}
        correct={correctAnswer}
        chosen={answered}
        first={first}
      />
      <Text fz="sm" c="dimmed" mt="md">
        {originOf(question)}
      </Text>
      <Report question={question._id} />
    </Panel>
  )
}

/** Where it comes from, if known, and how often it was answered, if more than once. */
function originOf({ source, answeredTimes = 0 }: Correction): string {
  const number = (n: number | null) => (n === null ? null : formatNumber(n))
  const parts = [
    // A year is no quantity.
    source &&
      resultsTexts.source(source.exam, source.year?.toString() ?? null, number(source.number)),
    answeredTimes > 1 && resultsTexts.answeredTimes(formatNumber(answeredTimes)),
  ]
  return parts.filter(Boolean).join(' · ')
}

interface CorrectedQuestionProps {
  number: number
  question: Correction
  /** Whether it is the first shown of those that share its passage. */
  first: boolean
  /** Its topic, where the questions around it are of others. */
  about?: string
  /** The level of its heading. */
  level?: 2 | 3
}
