// One answer: the question, the student's answer beside the model answer, and its grade.
import '@mantine/core/styles/SimpleGrid.layer.css'
import { Kbd, SimpleGrid, Text, Textarea, Title } from '@mantine/core'
import { useId } from 'react'
import type { Grading, GradingAnswer, ModeratorGrade } from '@/shared/api/queries/grading'
import { GradeChoice } from '@/shared/exams/GradeChoice'
import { meaningOf, steps } from '@/shared/exams/gradeSteps'
import { PhotographList } from '@/shared/exams/PhotographList'
import { formatDateTime, formatNumber, formatPercent } from '@/shared/i18n/format'
import { DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { nameOf } from '../people/person'
import { messages as kit } from '../resource/messages'
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

/** The meaning of each grade, once per page, with its shortcut. */
export function Rubric({ keys = false }: { keys?: boolean }) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {words.rubric}
      </Title>
      <dl className={styles.rubric}>
        {steps.map((step, i) => (
          <div key={step}>
            <dt>
              {keys && <Kbd mr="xs">{formatNumber(i + 1)}</Kbd>}
              <b>{formatPercent(step)}</b>
            </dt>
            <dd>{meaningOf(step)}</dd>
          </div>
        ))}
      </dl>
      {keys && (
        <Text fz="sm" c="dimmed" mt="sm">
          {words.keysHint}
        </Text>
      )}
    </Panel>
  )
}

/** The completed gradings of a submission; the server only sends them to administrators. */
export function Gradings({ of: { gradings } }: { of: Grading }) {
  if (gradings.length === 0) return null
  return (
    <Panel component="section" aria-label={words.gradings}>
      <Title order={2} fz="lg" mb="md">
        {words.gradings}
      </Title>
      <DataTable
        label={words.gradings}
        rows={gradings}
        rowKey={({ user, givenAt }) => `${user?._id} ${givenAt}`}
        columns={[
          {
            key: 'who',
            title: words.grader,
            main: true,
            render: ({ user }) => (user ? nameOf(user) : words.operator),
          },
          {
            key: 'total',
            title: words.total,
            align: 'right',
            render: ({ total }) => formatPercent(total),
          },
          { key: 'at', title: words.givenAt, render: ({ givenAt }) => formatDateTime(givenAt) },
          {
            key: 'counted',
            title: words.counted,
            render: ({ declared }) => (declared ? kit.yes : kit.no),
          },
        ]}
      />
    </Panel>
  )
}
