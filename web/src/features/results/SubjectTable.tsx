// How each subject went.
import { Title } from '@mantine/core'
import type { Quiz, SubjectResult } from '@/api/types'
import { type Column, DataTable } from '@/ui/DataTable'
import { formatNumber, formatPercent } from '@/ui/format'
import { Panel } from '@/ui/Panel'

export function SubjectTable({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  // A subject of a JAMB mock is scored correct / 180 × 400; others in percent (spec 2 §9).
  const jamb = quiz.score.outOf400 != null
  const columns: Column<SubjectResult>[] = [
    { key: 'subject', title: 'Subject', render: (row) => row.subject.title },
    { key: 'questions', title: 'Questions', align: 'right', render: (row) => row.quesLength },
    { key: 'correct', title: 'Correct', align: 'right', render: (row) => row.rightAnswer },
    { key: 'incorrect', title: 'Incorrect', align: 'right', render: (row) => row.wrongAnswer },
    { key: 'unseen', title: 'Unseen', align: 'right', render: (row) => row.unseen },
    {
      key: 'score',
      title: jamb ? 'Score (correct / 180 × 400)' : 'Score',
      align: 'right',
      render: (row) => (jamb ? formatNumber(row.score) : formatPercent(row.score)),
    },
  ]
  return (
    <Panel component="section" aria-label="Subjects">
      <Title order={2} mb="md">
        Subjects
      </Title>
      <DataTable
        label="Score by subject"
        columns={columns}
        rows={results}
        rowKey={(row) => row.subject._id}
      />
    </Panel>
  )
}
