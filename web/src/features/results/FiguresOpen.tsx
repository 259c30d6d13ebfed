// The figures behind a score, as their fold opens on them: scales, doughnut, subjects, progress, accuracy,
// speed, data.
import { Stack, Text, Title } from '@mantine/core'
import { Check, CircleDashed, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { usedBy } from '@/shared/device/dataUsed'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber, formatPercent, formatSeconds } from '@/shared/i18n/format'
import { Bar, type Verdict, verdict } from '@/shared/ui/Bar'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Page'
import { resultsTexts } from './messages'
import styles from './results.module.css'
import { isPartlyGraded, labelledScoreOf, verdictOf } from './score'

export interface FiguresProps {
  quiz: Quiz
  results: SubjectResult[]
}

export function FiguresOpen({ quiz, results }: FiguresProps) {
  const objective = kindOf(quiz) !== 'theory'
  return (
    <Stack gap="lg" pt="xs">
      <div className={styles.figures} data-two={objective || undefined}>
        {objective && <Breakdown quiz={quiz} />}
        <Scales quiz={quiz} />
      </div>
      {objective && <SubjectTable quiz={quiz} results={results} />}
      <Measures quiz={quiz} />
      <DataUsed id={quiz._id} />
    </Stack>
  )
}

/** Where it was taken on this device. */
function DataUsed({ id }: { id: string }) {
  const bytes = usedBy(id)
  if (bytes === null) return null
  return (
    <Text c="dimmed" fz="sm">
      {resultsTexts.dataUsed(formatNumber(Math.ceil(bytes / 1000)))}
    </Text>
  )
}

/** Correct, incorrect and unseen: as a doughnut, and as numbers for whoever cannot see it. */
function Breakdown({ quiz }: { quiz: Quiz }) {
  const parts = [
    { key: 'good', label: resultsTexts.correct, value: quiz.correctCount, icon: Check },
    { key: 'bad', label: resultsTexts.incorrect, value: quiz.wrongCount, icon: X },
    { key: 'neutral', label: resultsTexts.unseen, value: quiz.unseenCount, icon: CircleDashed },
  ]
  return (
    <Panel component="section" aria-label={resultsTexts.answers}>
      <Title order={2} mb="md">
        {resultsTexts.answers}
      </Title>
      <div className={styles.breakdown}>
        <Doughnut parts={parts.map(({ key, value }) => ({ value, color: `var(--sabi-${key})` }))}>
          {formatPercent(quiz.accuracy)}
        </Doughnut>
        <dl className={styles.legend}>
          {parts.map(({ key, label, value, icon: Icon }) => (
            <div key={key}>
              <dt>
                <Icon
                  size={18}
                  strokeWidth={2.5}
                  color={`var(--sabi-${value === 0 ? 'neutral' : key})`}
                  aria-hidden
                />
                {label}
              </dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
          <div>
            <dt>{resultsTexts.questions}</dt>
            <dd>{formatNumber(quiz.questionCount)}</dd>
          </div>
        </dl>
      </div>
    </Panel>
  )
}

/** Progress, accuracy and speed, each with what it means. */
function Measures({ quiz }: { quiz: Quiz }) {
  return (
    <div className={styles.measures}>
      {measuresOf(quiz).map(({ name, percent, meaning, none, verdict }) => (
        <Panel key={name}>
          <Text c="dimmed" fz="sm">
            {name}
          </Text>
          <Text fw={700} fz="xl">
            {percent == null ? none : formatPercent(percent)}
          </Text>
          {percent != null && <Bar percent={percent} verdict={verdict} />}
          <Text c="dimmed" fz="sm">
            {meaning}
          </Text>
        </Panel>
      ))}
    </div>
  )
}

interface Measure {
  name: string
  percent: number | null
  meaning: string
  /** Said when there is no percentage. */
  none?: string
  /** Of the one that decides it; how much was answered, and how fast, is neither good nor bad. */
  verdict?: Verdict
}

function measuresOf(quiz: Quiz): Measure[] {
  const { progress, accuracy, speed, time, usedtime, totalAvgGrade } = quiz
  const { powerSafe, pausedTime, theory } = quiz
  const kind = kindOf(quiz)
  const [answered, right] = {
    objective: [resultsTexts.progressText, resultsTexts.accuracyText],
    both: [resultsTexts.progressObjective, resultsTexts.accuracyObjective],
    theory: [resultsTexts.progressText, resultsTexts.averageGrade],
  }[kind] as [string, string]
  return [
    { name: resultsTexts.progress, percent: progress, meaning: answered },
    {
      name: resultsTexts.accuracy,
      percent: (kind === 'theory' ? (totalAvgGrade ?? theory?.average) : accuracy) ?? null,
      meaning: right,
      none: resultsTexts.notGraded,
      verdict: verdictOf(quiz),
    },
    {
      name: resultsTexts.speed,
      percent: speed ?? null,
      meaning: [
        time
          ? resultsTexts.speedText(formatSeconds(usedtime), formatSeconds(time))
          : resultsTexts.used(formatSeconds(usedtime)),
        powerSafe && resultsTexts.pausedFor(formatSeconds(pausedTime)),
      ]
        .filter(Boolean)
        .join('. '),
      none: resultsTexts.noClock,
    },
  ]
}

/** How a score is counted, and what it is on other scales (ruling 17). */
function Scales({ quiz }: { quiz: Quiz }) {
  const { jambScale, outOf400, grade, percent, overall } = quiz.score
  // Until all of it is graded there is no final score to explain.
  const isOpen = kindOf(quiz) === 'theory' || isPartlyGraded(quiz)
  if (isOpen) return null
  return (
    <Panel component="section" aria-label={resultsTexts.scales}>
      <Title order={2} mb="xs">
        {resultsTexts.scales}
      </Title>
      <Text fz="sm" c="dimmed">
        {labelledScoreOf(quiz).label}
      </Text>
      {jambScale && outOf400 != null && (
        <>
          <Text fz="sm" c="dimmed" mt="md">
            {resultsTexts.jambScales(
              formatNumber(outOf400),
              formatNumber(jambScale.total),
              formatNumber(jambScale.outOf),
            )}
          </Text>
          <ul className={styles.scale}>
            {jambScale.subjects.map(({ subject, score }) => (
              <li key={subject._id}>
                <span>{subject.title}</span>
                <b>{formatNumber(score)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {grade && (
        <Text mt="md" fz="sm" c="dimmed">
          {resultsTexts.waecGrades(formatPercent(overall ?? percent), grade)}
        </Text>
      )}
      {kindOf(quiz) === 'both' && quiz.totalAvgGrade != null && (
        <Text mt="xs">
          {resultsTexts.bothParts(formatPercent(percent), formatPercent(quiz.totalAvgGrade))}
        </Text>
      )}
    </Panel>
  )
}

/** How each subject went. */
function SubjectTable({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  // A subject of a JAMB mock is scored correct / 180 × 400; others in percent (spec 2 §9).
  const jamb = quiz.score.outOf400 != null
  const columns: Column<SubjectResult>[] = [
    { key: 'subject', title: resultsTexts.subject, render: (row) => row.subject.title },
    {
      key: 'questions',
      title: resultsTexts.questions,
      align: 'right',
      render: (row) => formatNumber(row.quesLength),
    },
    {
      key: 'correct',
      title: resultsTexts.correct,
      align: 'right',
      render: (row) => formatNumber(row.rightAnswer),
    },
    {
      key: 'incorrect',
      title: resultsTexts.incorrect,
      align: 'right',
      render: (row) => formatNumber(row.wrongAnswer),
    },
    {
      key: 'unseen',
      title: resultsTexts.unseen,
      align: 'right',
      render: (row) => formatNumber(row.unseen),
    },
    {
      key: 'right',
      title: jamb ? resultsTexts.rightBar : resultsTexts.score,
      render: ({ rightAnswer, quesLength, score }) => {
        const share = Math.round((rightAnswer / Math.max(1, quesLength)) * 1000) / 10
        const percent = jamb ? share : score
        return (
          <div className={styles.rightBar}>
            {formatPercent(percent)}
            <Bar percent={percent} verdict={verdict(percent * 4)} />
          </div>
        )
      },
    },
    ...(jamb
      ? [
          {
            key: 'score',
            title: resultsTexts.jambScore,
            align: 'right' as const,
            render: (row: SubjectResult) => formatNumber(row.score),
          },
        ]
      : []),
  ]
  return (
    <Panel component="section" aria-label={resultsTexts.subjects}>
      <Title order={2} mb="md">
        {resultsTexts.subjects}
      </Title>
      <DataTable
        label={resultsTexts.scoreBySubject}
        columns={columns}
        rows={results}
        rowKey={(row) => row.subject._id}
      />
    </Panel>
  )
}

/** Shares of a whole as a ring. Decoration: the numbers are beside it as text. */
function Doughnut({ parts, children }: DoughnutProps) {
  const total = parts.reduce((sum, part) => sum + part.value, 0)
  let at = 0
  const stops = parts.map(({ value, color }) => {
    const from = at
    at += total === 0 ? 0 : (value / total) * 100
    return `${color} ${from}% ${at}%`
  })
  const background = total === 0 ? undefined : `conic-gradient(${stops.join(', ')})`
  return (
    <div className={styles.ring} style={{ background }} aria-hidden>
      <div className={styles.middle}>{children}</div>
    </div>
  )
}

interface DoughnutProps {
  parts: { value: number; color: string }[]
  children?: ReactNode
}
