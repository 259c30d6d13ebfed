// The Mock Performance Tracker: a tab for each exam that the student is subscribed to (spec 2 §2.13).
import '@mantine/core/styles/Tabs.layer.css'
import { Anchor, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn, Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { mockAnalyticsQuery } from '@/shared/api/queries/results'
import type { ExamMocks, MockAnalytics, MockPoint } from '@/shared/api/types'
import { jambUtme, jsceBece, postUtme, wassceWaec } from '@/shared/exams/exams'
import {
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  plural,
} from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Bar, verdict } from '@/shared/ui/Bar'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { mockScoreTexts } from './messages'
import styles from './mocks.module.css'

export function MockScore() {
  const user = useUserId()
  const query = useQuery({ ...mockAnalyticsQuery(user ?? ''), enabled: user !== undefined })
  return (
    <Page title={mockScoreTexts.title} description={mockScoreTexts.about}>
      <QueryView query={query} waiting={<Skeleton count={2} />}>
        {(data) => {
          const exams = examsOf(data)
          return exams.length > 0 ? <Exams exams={exams} /> : <NotSubscribed />
        }}
      </QueryView>
    </Page>
  )
}

const order = [jambUtme, wassceWaec, jsceBece, postUtme]

/** Those that have a chart, in the order of their tabs; any other exam comes after them. */
function examsOf({ quizResultData }: MockAnalytics): ExamMocks[] {
  const known = quizResultData.flatMap(({ exams }) => exams)
  const place = ({ exam }: ExamMocks) =>
    order.includes(exam.slug) ? order.indexOf(exam.slug) : order.length
  return known.sort((a, b) => place(a) - place(b))
}

/** "WAEC Mock Performance"; the name of the exam itself where it has no shorter one. */
function tabOf({ exam }: ExamMocks): string {
  const short: Record<string, string> = {
    [jambUtme]: mockScoreTexts.jamb,
    [wassceWaec]: mockScoreTexts.waec,
    [jsceBece]: mockScoreTexts.bece,
    [postUtme]: mockScoreTexts.post,
  }
  return mockScoreTexts.performanceOf(short[exam.slug] ?? exam.title)
}

function Exams({ exams }: { exams: ExamMocks[] }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('exam')
  const open = exams.find(({ exam }) => exam._id === asked) ?? exams[0]
  return (
    <Tabs
      value={open?.exam._id ?? null}
      onChange={(exam) => exam && setParams({ exam }, { replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="lg" className={styles.tabs} aria-label={mockScoreTexts.exams}>
        {exams.map((one) => (
          <Tabs.Tab key={one.exam._id} value={one.exam._id} className={styles.tab}>
            {tabOf(one)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {exams.map((one) => (
        <Tabs.Panel key={one.exam._id} value={one.exam._id}>
          <ExamPerformance mocks={one} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function NotSubscribed() {
  return (
    <Panel>
      <EmptyState
        icon={ChartNoAxesColumn}
        title={mockScoreTexts.notSubscribed}
        action={
          <Button component={Link} to={paths.exams} mt="xs">
            {mockScoreTexts.toExams}
          </Button>
        }
      >
        {mockScoreTexts.notSubscribedText}
      </EmptyState>
    </Panel>
  )
}

/**
 * The mocks of one exam: the latest in words, each as a bar and as a row, and every subject.
 */
function ExamPerformance({ mocks }: { mocks: ExamMocks }) {
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
  const changes = {
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
        <Text>{trend === 'up' || trend === 'down' ? changes[trend] : mockScoreTexts[trend]}</Text>
      </Group>
    </Panel>
  )
}

/** The mocks of the chart in rows, the newest first. */
function MockTable({ mocks }: { mocks: ExamMocks }) {
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

/** Each subject over all mocks of an exam, the weakest first. */
function SubjectBars({ subjects, id }: { subjects: ExamMocks['subjects']; id: string }) {
  if (subjects.length === 0) return null
  const sorted = [...subjects].sort((a, b) => a.accuracy - b.accuracy)
  return (
    <Panel component="section" aria-labelledby={`subjects-${id}`}>
      <Title order={2} id={`subjects-${id}`} mb={4}>
        {mockScoreTexts.subjects}
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        {mockScoreTexts.subjectsText}
      </Text>
      <ul className={styles.subjects}>
        {sorted.map(({ subject, mocks, correct, wrong, unseen, accuracy, grade }) => (
          <li key={subject._id}>
            <div className={styles.subject}>
              <b>{subject.title}</b>
              <span className={styles.accuracy}>
                {formatPercent(accuracy)}
                {grade && `, ${mockScoreTexts.gradeOf(grade)}`}
              </span>
            </div>
            <Bar percent={accuracy} verdict={verdict(accuracy * 4)} />
            <Text c="dimmed" fz="sm">
              {mockScoreTexts.subjectOf(
                formatNumber(correct),
                formatNumber(correct + wrong + unseen),
                plural(mockScoreTexts.mocks, mocks),
              )}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/**
 * A bar for each mock over the exam's scale, with JAMB's three ranges behind them. A picture: the
 * same stands in the table below it, and in the name of each bar.
 */
function MockChart({ mocks: { maximum, ranges, quizzes } }: { mocks: ExamMocks }) {
  const share = (value: number) => `${(value / maximum) * 100}%`
  // The lines at which one range ends and the next begins.
  const lines = ranges.length > 0 ? ranges.slice(1).map(({ from }) => from) : [maximum / 2]
  return (
    <>
      <div className={styles.chart}>
        <div className={styles.scale} aria-hidden>
          {[0, ...lines, maximum].map((at) => (
            <span key={at} className={styles.tick} style={{ bottom: share(at) }}>
              {formatNumber(at)}
            </span>
          ))}
        </div>
        {/* The newest are what is looked at: the box begins at its end. */}
        <div className={styles.plot} ref={toEnd}>
          <ol className={styles.bars}>
            {ranges.map(({ colour, from }) => (
              <li
                key={colour}
                className={styles.range}
                data-colour={colour}
                style={{ bottom: share(from) }}
                aria-hidden
              />
            ))}
            {quizzes.map((mock) => (
              <li key={mock._id} className={styles.bar}>
                <Link
                  to={paths.practiceResults(mock._id)}
                  aria-label={nameOf(mock, maximum)}
                  title={nameOf(mock, maximum)}
                >
                  <span className={styles.value}>{formatNumber(mock.score)}</span>
                  <span
                    className={styles.column}
                    data-colour={mock.colour ?? undefined}
                    style={{ height: share(mock.score) }}
                  />
                </Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {ranges.length > 0 && (
        <ul className={styles.legend}>
          {ranges.map(({ colour }) => (
            <li key={colour}>
              <span data-colour={colour} aria-hidden />
              {mockScoreTexts[`${colour}Range`]}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const toEnd = (plot: HTMLDivElement | null) => {
  if (plot) plot.scrollLeft = plot.scrollWidth
}

/** "05 Mar 2026: 251 of 400, Yellow: 200 to 299" */
function nameOf({ createdAt, score, colour, grade }: MockPoint, maximum: number): string {
  const parts = [
    mockScoreTexts.of(formatNumber(score), formatNumber(maximum)),
    colour && mockScoreTexts[colour],
    grade && mockScoreTexts.gradeOf(grade),
  ]
  return `${formatDate(createdAt)}: ${parts.filter(Boolean).join(', ')}`
}

// What the mocks of an exam say together. Pure.

interface Trend {
  latest: number
  best: number
  average: number
  /** Against the mock before. */
  trend: 'up' | 'down' | 'same' | 'first'
  by: number
}

/** Of mocks of which there is one at least, the oldest first. */
export function trendOf(mocks: readonly MockPoint[]): Trend {
  const scores = mocks.map(({ score }) => score)
  const [latest = 0, before] = [scores.at(-1), scores.at(-2)]
  const sum = scores.reduce((all, one) => all + one, 0)
  const by = before === undefined ? 0 : round(latest - before)
  return {
    latest,
    best: Math.max(...scores),
    average: round(sum / scores.length),
    trend: before === undefined ? 'first' : by > 0 ? 'up' : by < 0 ? 'down' : 'same',
    by: Math.abs(by),
  }
}

const round = (value: number) => Math.round(value * 10) / 10
