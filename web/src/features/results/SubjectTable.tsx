// How each subject went.
import { Title } from '@mantine/core'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { verdict } from '@/shared/ui/verdict'
import { resultsTexts } from './messages'
import styles from './results.module.css'

export function SubjectTable({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
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
