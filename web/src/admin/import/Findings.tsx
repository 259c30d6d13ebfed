// What an import has to say about single rows: problems keep a row out, warnings do not.

import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ImportReport } from '@/api/types'
import { type Column, DataTable } from '@/ui/DataTable'
import { Panel } from '@/ui/Panel'
import { pageSizes } from '@/ui/paging'
import { words } from './messages'

export function Findings({ report }: { report: ImportReport }) {
  return (
    <>
      <FindingTable
        title={words.problems}
        meaning={words.problemsHint}
        findings={report.problems}
      />
      <FindingTable
        title={words.warnings}
        meaning={words.warningsHint}
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

const columnsNow = (): Column<[Finding, number]>[] => [
  { key: 'row', title: words.row, render: ([{ row }]) => row ?? words.sheet },
  { key: 'column', title: words.column, render: ([{ column }]) => column || words.wholeRow },
  { key: 'message', title: words.message, render: ([{ message }]) => message },
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
        columns={columnsNow()}
        rows={numbered.slice((page - 1) * limit, page * limit)}
        rowKey={([, i]) => String(i)}
        paging={{
          page,
          limit,
          total: findings.length,
          limits: pageSizes,
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
