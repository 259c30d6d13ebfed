// One corrected question: how it was answered, the question with its key, where it comes from.
import { Alert, Badge, Group, Text, Title } from '@mantine/core'
import { Check, CircleDashed, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { Choice, Correction, Question, Quiz, SubjectResult } from '@/shared/api/types'
import { formatNumber, letterOf, plural } from '@/shared/i18n/format'
import { Disclosure } from '@/shared/ui/Disclosure'
import { Panel } from '@/shared/ui/Page'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { resultsTexts } from './messages'
import { Report } from './parts'
import styles from './results.module.css'

/** What became of a question, and the filter over it. */
export const outcomes = ['correct', 'incorrect', 'unseen'] as const
export type Outcome = (typeof outcomes)[number]

export function outcomeOf({ resultData: { answered, correctAnswer } }: Correction): Outcome {
  if (!answered) return 'unseen'
  return answered._id === correctAnswer?._id ? 'correct' : 'incorrect'
}

/** The name in corrections. The figures say *unseen* (spec 2 §2.13), also of what was seen. */
export const nameOf = (outcome: Outcome) =>
  outcome === 'unseen' ? resultsTexts.notAnswered : resultsTexts[outcome]

/** The filter's choices of a subject, each with how many questions it shows. */
export function filters(of: SubjectResult): { value: Outcome | 'all'; label: string }[] {
  const counts = { correct: of.rightAnswer, incorrect: of.wrongAnswer, unseen: of.unseen }
  return [
    { value: 'all' as const, label: resultsTexts.all(formatNumber(of.quesLength)) },
    ...outcomes.map((kind) => ({
      value: kind,
      label: resultsTexts.outcome(nameOf(kind), formatNumber(counts[kind])),
    })),
  ]
}

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

/**
 * A question with its right option marked (by sign and word, never by colour alone), the chosen one if there is
 * one, and the explanation.
 */
export function QuestionWithKey({ question, correct, chosen, first }: QuestionWithKeyProps) {
  return (
    <>
      {question.passage && <Passage html={question.passage} first={first} />}
      <RichText html={question.question} />
      {question.logo && <QuestionPicture src={question.logo} />}
      <ol className={styles.options}>
        {question.options.map((option, i) => {
          const isChosen = option._id === chosen?._id
          const isCorrect = option._id === correct?._id
          const mark = isCorrect ? 'correct' : isChosen ? 'incorrect' : undefined
          return (
            <li key={option._id} data-mark={mark}>
              <span className={styles.letter}>{letterOf(i)}</span>
              <RichText html={option.option} inline enlarge="whole" className={styles.option} />
              <span className={styles.verdict}>
                {[isChosen && resultsTexts.yourAnswer, isCorrect && resultsTexts.correctAnswer]
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
            {resultsTexts.explanation}
          </Text>
          <RichText html={question.description} />
        </div>
      )}
    </>
  )
}

interface QuestionWithKeyProps {
  question: Question & { description: string }
  correct: Choice | null
  chosen?: Choice | null
  /** Whether it is the first shown of those that share its passage. */
  first: boolean
}

/** Characters of HTML from which a passage fills a phone's screen. */
const LONG = 400

/** A short one is open at the first of its questions; the question comes before a long one. */
function Passage({ html, first }: { html: string; first: boolean }) {
  const [byHand, setByHand] = useState<boolean | null>(null)
  const open = byHand ?? (first && html.length < LONG && !html.includes('<img'))
  return (
    <div className={styles.passage}>
      <Disclosure name={resultsTexts.passage} open={open} onToggle={() => setByHand(!open)}>
        {open && <RichText html={html} />}
      </Disclosure>
    </div>
  )
}

/** Questions of a result that were withdrawn since: the score is calculated without them. */
export function Withdrawn({ quiz: { withdrawnCount } }: { quiz: Quiz }) {
  if (!withdrawnCount) return null
  return <Alert color="sun">{plural(resultsTexts.withdrawn, withdrawnCount)}</Alert>
}
