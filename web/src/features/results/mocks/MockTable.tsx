// The mocks of the chart in rows, the newest first.
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ExamMocks, MockPoint } from '@/shared/api/types'
import { formatDateTime, formatNumber, formatPercent } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { mockScoreTexts } from './messages'

export function MockTable({ mocks }: { mocks: ExamMocks }) {
  const jamb = mocks.ranges.length > 0
  const graded = mocks.quizzes.some(({ grade }) => grade != null)
  const columns: Column<MockPoint>[] = [
    {
      key: 'date',
      title: mockScoreTexts.date,
      main: true,
      render: (row) => formatDateTime(row.createdAt),
    },
    {
      key: 'right',
      title: mockScoreTexts.right,
      compact: 'line',
      render: (row) => mockScoreTexts.rightOf(formatNumber(row.correct), formatNumber(row.total)),
    },
    {
      key: 'percent',
      title: mockScoreTexts.percent,
      compact: jamb ? 'line' : 'aside',
      render: (row) => formatPercent(row.percent),
    },
    ...(jamb
      ? [
          {
            key: 'score',
            title: mockScoreTexts.score,
            compact: 'aside' as const,
            render: (row: MockPoint) =>
              mockScoreTexts.of(formatNumber(row.score), formatNumber(mocks.maximum)),
          },
          {
            key: 'range',
            title: mockScoreTexts.range,
            compact: 'line' as const,
            render: (row: MockPoint) => row.colour && mockScoreTexts[row.colour],
          },
        ]
      : []),
    ...(graded
      ? [
          {
            key: 'grade',
            title: mockScoreTexts.grade,
            compact: 'named' as const,
            render: (row: MockPoint) => row.grade,
          },
        ]
      : []),
    {
      key: 'action',
      title: mockScoreTexts.viewResult,
      actions: true,
      render: (row) => (
        <Anchor
          component={Link}
          to={paths.practiceResults(row._id)}
          aria-label={mockScoreTexts.viewResultOf(formatDateTime(row.createdAt))}
        >
          {mockScoreTexts.viewResult}
        </Anchor>
      ),
    },
  ]
  return (
    <DataTable
      label={mockScoreTexts.chart}
      columns={columns}
      rows={[...mocks.quizzes].reverse()}
      rowKey={(row) => row._id}
    />
  )
}
