// The mocks of one exam: the latest in words, each as a bar and as a row, and every subject.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { ChartNoAxesColumn, Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { Link } from 'react-router'
import type { ExamMocks } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { MockChart } from './MockChart'
import { MockTable } from './MockTable'
import { mockScoreTexts } from './messages'
import styles from './mocks.module.css'
import { trendOf } from './performance'
import { SubjectBars } from './SubjectBars'

export function ExamPerformance({ mocks }: { mocks: ExamMocks }) {
  if (mocks.quizzes.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={ChartNoAxesColumn}
          title={mockScoreTexts.noMocks}
          action={
            <Button component={Link} to={paths.dashboard} mt="xs">
              {mockScoreTexts.takeMock}
            </Button>
          }
        >
          {mockScoreTexts.noMocksText}
        </EmptyState>
      </Panel>
    )
  }
  return (
    <Stack gap="lg">
      <Standing mocks={mocks} />
      <Panel component="section" aria-labelledby={`chart-${mocks.exam._id}`}>
        <Title order={2} id={`chart-${mocks.exam._id}`} mb={4}>
          {mockScoreTexts.chart}
        </Title>
        <Text c="dimmed" fz="sm" mb="md">
          {mockScoreTexts.chartOf(
            plural(mockScoreTexts.latestMocks, mocks.quizzes.length),
            formatNumber(mocks.maximum),
          )}
        </Text>
        <MockChart mocks={mocks} />
        <details className={styles.asTable}>
          <summary>{mockScoreTexts.asTable}</summary>
          <MockTable mocks={mocks} />
        </details>
      </Panel>
      <SubjectBars subjects={mocks.subjects} id={mocks.exam._id} />
    </Stack>
  )
}

const icons = { up: TrendingUp, down: TrendingDown, same: Minus, first: Minus }

/** Latest, best and average, and where it is going. */
function Standing({ mocks }: { mocks: ExamMocks }) {
  const { latest, best, average, trend, by } = trendOf(mocks.quizzes)
  const Icon = icons[trend]
  const figures: [string, number][] = [
    [mockScoreTexts.latest, latest],
    [mockScoreTexts.best, best],
    [mockScoreTexts.average, average],
  ]
  const told = {
    up: mockScoreTexts.up(formatNumber(by)),
    down: mockScoreTexts.down(formatNumber(by)),
  }
  return (
    <Panel>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {formatNumber(value)}
              <span className={styles.outOf}> / {formatNumber(mocks.maximum)}</span>
            </dd>
          </div>
        ))}
      </dl>
      <Group gap="xs" mt="md" wrap="nowrap">
        <Icon size={18} aria-hidden />
        <Text>{trend === 'up' || trend === 'down' ? told[trend] : mockScoreTexts[trend]}</Text>
      </Group>
    </Panel>
  )
}
