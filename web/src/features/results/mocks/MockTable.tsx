// The mocks of the chart in rows, the newest first.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ExamMocks, MockPoint } from '@/shared/api/types'
import { formatDateTime, formatNumber, formatPercent } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { messages } from './messages'

const words = messages.mocks

export function MockTable({ mocks }: { mocks: ExamMocks }) {
  const jamb = mocks.ranges.length > 0
  const graded = mocks.quizzes.some(({ grade }) => grade != null)
  const columns: Column<MockPoint>[] = [
    { key: 'date', title: words.date, main: true, render: (row) => formatDateTime(row.createdAt) },
    {
      key: 'right',
      title: words.right,
      compact: 'line',
      render: (row) => words.rightOf(formatNumber(row.correct), formatNumber(row.total)),
    },
    {
      key: 'percent',
      title: words.percent,
      compact: jamb ? 'line' : 'aside',
      render: (row) => formatPercent(row.percent),
    },
    ...(jamb
      ? [
          {
            key: 'score',
            title: words.score,
            compact: 'aside' as const,
            render: (row: MockPoint) =>
              words.of(formatNumber(row.score), formatNumber(mocks.maximum)),
          },
          {
            key: 'range',
            title: words.range,
            compact: 'line' as const,
            render: (row: MockPoint) => row.colour && words[row.colour],
          },
        ]
      : []),
    ...(graded
      ? [
          {
            key: 'grade',
            title: words.grade,
            compact: 'named' as const,
            render: (row: MockPoint) => row.grade,
          },
        ]
      : []),
    {
      key: 'action',
      title: words.viewResult,
      actions: true,
      render: (row) => (
        <Anchor
          component={Link}
          to={paths.practiceResults(row._id)}
          aria-label={words.viewResultOf(formatDateTime(row.createdAt))}
        >
          {words.viewResult}
        </Anchor>
      ),
    },
  ]
  return (
    <DataTable
      label={words.chart}
      columns={columns}
      rows={[...mocks.quizzes].reverse()}
      rowKey={(row) => row._id}
    />
  )
}
