// What an import has to say about single rows: problems keep a row out, warnings do not.
import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ImportReport } from '@/api/types'
import { type Column, DataTable } from '@/ui/DataTable'
import { Panel } from '@/ui/Panel'

export function Findings({ report }: { report: ImportReport }) {
  return (
    <>
      <FindingTable
        title="Problems"
        meaning="These rows are rejected. Put them right in the file and preview it again."
        findings={report.problems}
      />
      <FindingTable
        title="Warnings"
        meaning="These keep nothing out, but are worth a look."
        findings={report.warnings}
      />
    </>
  )
}

interface Finding {
  row: number | null
  column: string | null
  message: string
}

const columns: Column<[Finding, number]>[] = [
  { key: 'row', title: 'Row', render: ([{ row }]) => row ?? 'Sheet' },
  { key: 'column', title: 'Column', render: ([{ column }]) => column || 'Whole row' },
  { key: 'message', title: 'Message', render: ([{ message }]) => message },
]

function FindingTable({ title, meaning, findings }: FindingTableProps) {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(10)
  if (findings.length === 0) return null
  // A row may have several problems, so that only their place tells them apart.
  const numbered = findings.map((finding, i): [Finding, number] => [finding, i])
  return (
    <Panel component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" fz="sm" mb="md">
        {meaning}
      </Text>
      <DataTable
        label={title}
        columns={columns}
        rows={numbered.slice((page - 1) * limit, page * limit)}
        rowKey={([, i]) => String(i)}
        paging={{
          page,
          limit,
          total: findings.length,
          limits: [10, 20, 30, 40],
          onPage: setPage,
          onLimit: (next) => {
            setLimit(next)
            setPage(1)
          },
        }}
      />
    </Panel>
  )
}

interface FindingTableProps {
  title: string
  meaning: string
  findings: Finding[]
}
