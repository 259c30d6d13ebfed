// One corrected question: passage, stem, options with the chosen and the right one marked
// (by sign and word, never by colour alone), explanation.
import { Badge, Group, Text, Title } from '@mantine/core'
import { Check, CircleDashed, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Correction } from '@/shared/api/types'
import { formatNumber, letterOf, plural } from '@/shared/i18n/format'
import { Report } from '@/shared/report/Report'
import { Disclosure } from '@/shared/ui/Disclosure'
import { Panel } from '@/shared/ui/Panel'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { messages } from './messages'
import { nameOf, outcomeOf } from './outcome'
import styles from './results.module.css'

const words = messages.results

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
            ? words.questionOn(formatNumber(number), about)
            : words.question(formatNumber(number))}
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
          {words.isWithdrawn}
        </Text>
      )}
      {question.passage && <Passage html={question.passage} first={first} />}
      <RichText html={question.question} />
      {question.logo && <QuestionPicture src={question.logo} />}
      <ol className={styles.options}>
        {question.options.map((option, i) => {
          const chosen = option._id === answered?._id
          const correct = option._id === correctAnswer?._id
          const mark = correct ? 'correct' : chosen ? 'incorrect' : undefined
          return (
            <li key={option._id} data-mark={mark}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option.option} inline enlarge="whole" className={styles.option} />
              <span className={styles.verdict}>
                {[chosen && words.yourAnswer, correct && words.correctAnswer]
                  .filter(Boolean)
                  .join(', ')}
                {mark === 'correct' && <Check size={16} strokeWidth={3} aria-hidden />}
                {mark === 'incorrect' && <X size={16} strokeWidth={3} aria-hidden />}
              </span>
            </li>
          )
        })}
      </ol>
      {question.description.trim() && (
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {words.explanation}
          </Text>
          <RichText html={question.description} />
        </div>
      )}
      <Text fz="sm" c="dimmed" mt="md">
        {originOf(question)}
      </Text>
      <Report question={question._id} />
    </Panel>
  )
}

/** Where it comes from, as far as that is known, and how often it was answered. */
function originOf({ source, answeredTimes = 0 }: Correction): string {
  const number = (n: number | null) => (n === null ? null : formatNumber(n))
  const parts = [
    // A year is no quantity.
    source && words.source(source.exam, source.year?.toString() ?? null, number(source.number)),
    answeredTimes > 0 && plural(words.answeredTimes, answeredTimes),
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

/** Open at the first of its questions, folded at the others. */
function Passage({ html, first }: { html: string; first: boolean }) {
  const [byHand, setByHand] = useState<boolean | null>(null)
  const open = byHand ?? first
  return (
    <div className={styles.passage}>
      <Disclosure name={words.passage} open={open} onToggle={() => setByHand(!open)}>
        {open && <RichText html={html} />}
      </Disclosure>
    </div>
  )
}
