// One answer: the question, the student's answer beside the model answer, and its grade.
import '@mantine/core/styles/SimpleGrid.layer.css'
import { Kbd, SimpleGrid, Text, Textarea, Title } from '@mantine/core'
import { useId } from 'react'
import type { Grading, GradingAnswer, ModeratorGrade } from '@/shared/api/queries/grading'
import { GradeChoice, meaningOf, PhotographList, steps } from '@/shared/exams/theory'
import { formatDateTime, formatNumber, formatPercent } from '@/shared/i18n/format'
import { DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Page'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { resourceTexts } from '../messages'
import { nameOf } from '../people/person'
import { theoryTexts } from './messages'
import styles from './theory.module.css'

/** The longest remark that the server accepts, in characters. */
const LONGEST = 2000

export function AnswerCard({ answer, number, grade, disabled, onChange }: AnswerCardProps) {
  const id = useId()
  const { subject, theory, theoryAnswered, theoryCorrectAnswer, detailedAnswer } = answer
  const heading = theoryTexts.answerNumber(subject?.title ?? '', formatNumber(number))
  const modelName = `${theoryTexts.modelAnswer}: ${heading}`
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {heading}
      </Title>
      {theory ? (
        <RichText html={theory.question} />
      ) : (
        <Text c="dimmed">{theoryTexts.questionGone}</Text>
      )}
      {theory?.logo && <QuestionPicture src={theory.logo} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        <div className={styles.theirs}>
          <Text fw={600} fz="sm" mb={4}>
            {theoryTexts.theirAnswer}
          </Text>
          {theoryAnswered === null ? (
            <Text c="dimmed">{theoryTexts.blank}</Text>
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
            {theoryTexts.modelAnswer}
          </Text>
          <RichText html={theoryCorrectAnswer} />
          {detailedAnswer.trim() && (
            <>
              <Text fw={600} fz="sm" mt="md" mb={4}>
                {theoryTexts.inDetail}
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
              legend={theoryTexts.grade}
              short
              value={grade?.ansGrade}
              disabled={disabled}
              onChange={(step) => onChange({ ansGrade: step })}
            />
            <Textarea
              mt="md"
              label={theoryTexts.remark}
              description={theoryTexts.remarkHint}
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
        {step === undefined ? theoryTexts.notGraded : `${formatPercent(step)} ${meaningOf(step)}`}
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

/** The meaning of each grade, once per page, with its shortcut. */
export function Rubric({ keys = false }: { keys?: boolean }) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {theoryTexts.rubric}
      </Title>
      <dl className={styles.rubric}>
        {steps.map((step, i) => (
          <div key={step}>
            <dt>
              {keys && <Kbd mr="xs">{formatNumber(i)}</Kbd>}
              <b>{formatPercent(step)}</b>
            </dt>
            <dd>{meaningOf(step)}</dd>
          </div>
        ))}
      </dl>
      {keys && (
        <Text fz="sm" c="dimmed" mt="sm">
          {theoryTexts.keysHint}
        </Text>
      )}
    </Panel>
  )
}

/** The completed gradings of a submission; the server only sends them to administrators. */
export function Gradings({ of: { gradings } }: { of: Grading }) {
  if (gradings.length === 0) return null
  return (
    <Panel component="section" aria-label={theoryTexts.gradings}>
      <Title order={2} fz="lg" mb="md">
        {theoryTexts.gradings}
      </Title>
      <DataTable
        label={theoryTexts.gradings}
        rows={gradings}
        rowKey={({ user, givenAt }) => `${user?._id} ${givenAt}`}
        columns={[
          {
            key: 'who',
            title: theoryTexts.grader,
            main: true,
            render: ({ user }) => (user ? nameOf(user) : theoryTexts.operator),
          },
          {
            key: 'total',
            title: theoryTexts.total,
            align: 'right',
            render: ({ total }) => formatPercent(total),
          },
          {
            key: 'at',
            title: theoryTexts.givenAt,
            render: ({ givenAt }) => formatDateTime(givenAt),
          },
          {
            key: 'counted',
            title: theoryTexts.counted,
            render: ({ declared }) => (declared ? resourceTexts.yes : resourceTexts.no),
          },
        ]}
      />
    </Panel>
  )
}
