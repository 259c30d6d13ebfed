// One answer: the question, the student's answer beside the model answer, and its grade.
import '@mantine/core/styles/SimpleGrid.layer.css'
import { SimpleGrid, Text, Textarea, Title } from '@mantine/core'
import { useId } from 'react'
import type { GradingAnswer, ModeratorGrade } from '@/shared/api/queries/grading'
import { GradeChoice } from '@/shared/exams/GradeChoice'
import { meaningOf, steps } from '@/shared/exams/gradeSteps'
import { PhotographList } from '@/shared/exams/PhotographList'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { words } from './messages'
import styles from './theory.module.css'

/** The longest remark that the server accepts, in characters. */
const LONGEST = 2000

export function AnswerCard({ answer, number, grade, disabled, onChange }: AnswerCardProps) {
  const id = useId()
  const { subject, theory, theoryAnswered, theoryCorrectAnswer, detailedAnswer } = answer
  const heading = words.answerNumber(subject?.title ?? '', formatNumber(number))
  const modelName = `${words.modelAnswer}: ${heading}`
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {heading}
      </Title>
      {theory ? <RichText html={theory.question} /> : <Text c="dimmed">{words.questionGone}</Text>}
      {theory?.logo && <QuestionPicture src={theory.logo} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        <div className={styles.theirs}>
          <Text fw={600} fz="sm" mb={4}>
            {words.theirAnswer}
          </Text>
          {theoryAnswered === null ? (
            <Text c="dimmed">{words.blank}</Text>
          ) : (
            <Text className={styles.written} dir="auto">
              {theoryAnswered}
            </Text>
          )}
          <PhotographList photographs={answer.photographs} />
        </div>
        {/* A scroll container must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region */}
        <section className={styles.model} aria-label={modelName} tabIndex={0}>
          <Text fw={600} fz="sm" mb={4}>
            {words.modelAnswer}
          </Text>
          <RichText html={theoryCorrectAnswer} />
          {detailedAnswer.trim() && (
            <>
              <Text fw={600} fz="sm" mt="md" mb={4}>
                {words.inDetail}
              </Text>
              <RichText html={detailedAnswer} />
            </>
          )}
        </section>
      </SimpleGrid>
      {theoryAnswered !== null &&
        (onChange ? (
          <>
            <GradeChoice
              legend={words.grade}
              short
              value={grade?.ansGrade}
              disabled={disabled}
              onChange={(step) => onChange({ ansGrade: step })}
            />
            <Textarea
              mt="md"
              label={words.remark}
              description={words.remarkHint}
              autosize
              minRows={2}
              maxLength={LONGEST}
              disabled={disabled}
              value={grade?.remark ?? ''}
              onChange={(event) => onChange({ remark: event.currentTarget.value })}
            />
          </>
        ) : (
          <Given grade={grade} />
        ))}
    </Panel>
  )
}

/** A grade that cannot be changed here. */
function Given({ grade }: { grade: ModeratorGrade | undefined }) {
  const step = steps.find((one) => one === grade?.ansGrade)
  return (
    <div className={styles.given}>
      <Text fw={600}>
        {step === undefined ? words.notGraded : `${formatPercent(step)} ${meaningOf(step)}`}
      </Text>
      {grade?.remark && (
        <Text className={styles.written} dir="auto">
          {grade.remark}
        </Text>
      )}
    </div>
  )
}

interface AnswerCardProps {
  answer: GradingAnswer
  number: number
  grade: ModeratorGrade | undefined
  disabled: boolean
  /** Undefined if it is read-only. */
  onChange?: (part: Partial<ModeratorGrade>) => void
}
