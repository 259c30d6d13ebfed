// How each subject went.
import { Title } from '@mantine/core'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { verdict } from '@/shared/ui/verdict'
import { messages } from './messages'
import styles from './results.module.css'

const words = messages.results

export function SubjectTable({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  // A subject of a JAMB mock is scored correct / 180 × 400; others in percent (spec 2 §9).
  const jamb = quiz.score.outOf400 != null
  const columns: Column<SubjectResult>[] = [
    { key: 'subject', title: words.subject, render: (row) => row.subject.title },
    {
      key: 'questions',
      title: words.questions,
      align: 'right',
      render: (row) => formatNumber(row.quesLength),
    },
    {
      key: 'correct',
      title: words.correct,
      align: 'right',
      render: (row) => formatNumber(row.rightAnswer),
    },
    {
      key: 'incorrect',
      title: words.incorrect,
      align: 'right',
      render: (row) => formatNumber(row.wrongAnswer),
    },
    {
      key: 'unseen',
      title: words.unseen,
      align: 'right',
      render: (row) => formatNumber(row.unseen),
    },
    {
      key: 'right',
      title: jamb ? words.rightBar : words.score,
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
            title: words.jambScore,
            align: 'right' as const,
            render: (row: SubjectResult) => formatNumber(row.score),
          },
        ]
      : []),
  ]
  return (
    <Panel component="section" aria-label={words.subjects}>
      <Title order={2} mb="md">
        {words.subjects}
      </Title>
      <DataTable
        label={words.scoreBySubject}
        columns={columns}
        rows={results}
        rowKey={(row) => row.subject._id}
      />
    </Panel>
  )
}
