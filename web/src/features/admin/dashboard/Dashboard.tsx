// /admin: three counters, registrations by month, waiting work, money, and the bank (spec 3 §2).
import '@mantine/core/styles/SimpleGrid.layer.css'
import { Alert, Group, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  BookOpen,
  CircleCheck,
  CreditCard,
  Eye,
  Flag,
  GraduationCap,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  Repeat,
  SquarePen,
  UsersRound,
} from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { type Dashboard as DashboardData, dashboardQuery } from '@/shared/api/queries/backOffice'
import type { Waiting as Amounts, MonthlyRegistrations } from '@/shared/api/types'
import { formatMonth, formatNaira, formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page, Panel } from '@/shared/ui/Page'
import { adminTexts, dashboardTexts } from '../messages'
import { adminPaths, unsettled } from '../paths'
import styles from './dashboard.module.css'

// The money of this month, with the payments behind it.

/** Kobo in a naira. */
const KOBO = 100

function Money({ money }: { money: DashboardData['money'] }) {
  const { month, payments, amount, lastAmount } = money
  return (
    <Panel component="section" aria-labelledby="money">
      <Title id="money" order={2} fz="h3">
        {dashboardTexts.money}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {dashboardTexts.moneyHint(formatMonth(month, 'long'))}
      </Text>
      <Text className={styles.amount}>{formatNaira(amount / KOBO)}</Text>
      <Text fz="sm">
        <Link to={`${adminPaths.payments}?state=paid&from=${month}-01`}>
          {plural(dashboardTexts.paid, payments)}
        </Link>
        {` · ${dashboardTexts.lastMonth(formatNaira(lastAmount / KOBO))}`}
      </Text>
    </Panel>
  )
}

export function Dashboard() {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('months'))
  const months = ranges.find((range) => range === asked) ?? usualRange
  const query = useQuery(dashboardQuery(months))
  return (
    <Page title={adminTexts.dashboard} description={adminTexts.dashboardHint} width={1120}>
      <QueryView query={query}>
        {({ activeExams, activeSubjects, activeStudents, registrations, ...data }) => (
          <>
            {data.warnings.map((warning) => (
              <Alert key={warning} color="sun" mb="lg" role="alert">
                {warning}
              </Alert>
            ))}
            <SimpleGrid
              component="dl"
              className={styles.counters ?? ''}
              cols={{ base: 1, xs: 3 }}
              mt={0}
              mb="lg"
              spacing="lg"
            >
              <Counter
                icon={GraduationCap}
                label={dashboardTexts.exams}
                value={activeExams}
                to="/admin/exams?status=true"
              />
              <Counter
                icon={BookOpen}
                label={dashboardTexts.subjects}
                value={activeSubjects}
                to="/admin/subjects?status=Active"
              />
              <Counter
                icon={UsersRound}
                label={dashboardTexts.students}
                value={activeStudents}
                to="/admin/students?accountStatus=Active"
              />
            </SimpleGrid>
            <div className={styles.halves}>
              <Stack gap="lg">
                <Registrations
                  months={registrations}
                  range={months}
                  onRange={(range) =>
                    setParams(range === usualRange ? {} : { months: String(range) }, {
                      replace: true,
                    })
                  }
                />
                <Coverage exams={data.coverage} />
              </Stack>
              <Stack gap="lg">
                <Waiting amounts={data.waiting} />
                <Money money={data.money} />
              </Stack>
            </div>
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** The months of the chart to choose from. */
const ranges = [3, 6, 12, 24, 36] as const
const usualRange = 12

function Counter({ icon: Icon, label, value, to }: CounterProps) {
  return (
    <Panel className={styles.counter ?? ''}>
      <dt>
        <Icon size={20} aria-hidden />
        {label}
      </dt>
      <dd>
        <Link to={to} aria-label={dashboardTexts.counter(label, formatNumber(value))}>
          {formatNumber(value)}
        </Link>
      </dd>
    </Panel>
  )
}

interface CounterProps {
  icon: LucideIcon
  label: string
  value: number
  /** The list of what is counted. */
  to: string
}

function Registrations({ months, range, onRange }: RegistrationsProps) {
  const points = months.map(({ month, students }) => ({
    key: month,
    label: months.length > 12 ? shortMonth(month) : formatMonth(month, 'short'),
    value: students,
  }))
  return (
    <Panel component="section" aria-labelledby="registrations">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title id="registrations" order={2} fz="h3">
          {dashboardTexts.chart}
        </Title>
        <select
          className={styles.range}
          aria-label={dashboardTexts.range}
          value={range}
          onChange={(event) => onRange(Number(event.currentTarget.value))}
        >
          {ranges.map((n) => (
            <option key={n} value={n}>
              {dashboardTexts.months(formatNumber(n))}
            </option>
          ))}
        </select>
      </Group>
      <Text c="dimmed" fz="sm" mb="sm">
        {months.every(({ students }) => students === 0)
          ? dashboardTexts.none
          : dashboardTexts.chartHint(formatNumber(months.length))}
      </Text>
      <LineChart points={points} />
      <VisuallyHidden>
        <table>
          <caption>{dashboardTexts.chart}</caption>
          <thead>
            <tr>
              <th scope="col">{dashboardTexts.month}</th>
              <th scope="col">{dashboardTexts.registered}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, students }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(month, 'long')}</th>
                <td>{formatNumber(students)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Panel>
  )
}

interface RegistrationsProps {
  months: MonthlyRegistrations[]
  /** How many months are shown. */
  range: number
  onRange: (months: number) => void
}

/** "Mar 26", where a month alone would stand twice. */
const shortMonth = (month: string) => `${formatMonth(month, 'short')} ${month.slice(2, 4)}`

/** How well the bank covers each exam: the subjects with enough questions for a mock. */
function Coverage({ exams }: { exams: DashboardData['coverage'] }) {
  return (
    <Panel component="section" aria-labelledby="coverage">
      <Title id="coverage" order={2} fz="h3">
        {dashboardTexts.coverage}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {dashboardTexts.coverageHint}
      </Text>
      {exams.length === 0 ? (
        <Text>{dashboardTexts.noExams}</Text>
      ) : (
        <ul className={styles.exams}>
          {exams.map(({ exam, subjects, ready, empty, questions, theories }) => (
            <li key={exam._id}>
              <Link to={adminPaths.questionSubjects}>{exam.title}</Link>
              <Text fz="sm">
                {dashboardTexts.ready(formatNumber(ready), formatNumber(subjects))}
                {empty > 0 && `, ${plural(dashboardTexts.empty, empty)}`}
              </Text>
              <div className={styles.share} aria-hidden>
                <div style={{ width: `${subjects === 0 ? 0 : (ready / subjects) * 100}%` }} />
              </div>
              <Text c="dimmed" fz="sm">
                {dashboardTexts.size(formatNumber(questions), formatNumber(theories))}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface Task {
  name: keyof Amounts
  icon: LucideIcon
  to: string
}

const tasks: Task[] = [
  { name: 'theories', icon: SquarePen, to: adminPaths.userTheories },
  { name: 'reports', icon: Flag, to: adminPaths.reports },
  { name: 'needsLook', icon: Eye, to: adminPaths.needsLook },
  {
    name: 'changeRequests',
    icon: Repeat,
    to: `${adminPaths.registeredSubjects}?changeRequested=true`,
  },
  { name: 'messages', icon: MessageSquare, to: `${adminPaths.contactUs}?isReply=false` },
  { name: 'payments', icon: CreditCard, to: `${adminPaths.payments}?state=${unsettled}` },
  { name: 'failedMails', icon: MailWarning, to: `${adminPaths.mails}?state=failed` },
]

/** Waiting work, each item with a link to its screen. Empty items are not shown. */
function Waiting({ amounts }: { amounts: Amounts }) {
  const waiting = tasks.filter(({ name }) => amounts[name] > 0)
  return (
    <Panel component="section" aria-labelledby="waiting">
      <Title id="waiting" order={2} fz="h3">
        {dashboardTexts.waiting}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {dashboardTexts.waitingHint}
      </Text>
      {waiting.length === 0 ? (
        <Text className={styles.calm}>
          <CircleCheck size={18} aria-hidden />
          {dashboardTexts.nothing}
        </Text>
      ) : (
        <ul className={styles.tasks}>
          {waiting.map(({ name, icon: Icon, to }) => (
            <li key={name}>
              <Link to={to}>
                <Icon size={18} aria-hidden />
                <b>{formatNumber(amounts[name])}</b>
                <span>{plural(dashboardTexts[name], amounts[name])}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

// The scale of a chart: round numbers, the highest at or above the greatest value.

/** Maximum number of parts of a scale. */
const PARTS = 4

/**
 * A line chart of a few dozen values. It is an image: the numbers are on it and in the table below.
 */
export function scaleTo(greatest: number): { top: number; steps: number[] } {
  const step = roundUp(Math.max(1, greatest) / PARTS)
  const parts = Math.max(1, Math.ceil(greatest / step))
  return { top: step * parts, steps: Array.from({ length: parts + 1 }, (_, i) => i * step) }
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  return Math.max(1, factor * power)
}

interface Point {
  /** Unique in the chart. */
  key: string
  label: string
  value: number
}

const HEIGHT = 240
/** Margins for the scale, the values and the months. */
const edge = { left: 44, right: 20, top: 28, bottom: 28 }
/** The width of a label in pixels; with less space, labels are left out. */
const LABEL = 36

function LineChart({ points }: { points: Point[] }) {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} className={styles.chart} aria-hidden>
      {width > 0 && <Drawing points={points} width={width} />}
    </div>
  )
}

function Drawing({ points, width }: { points: Point[]; width: number }) {
  const { top, steps } = scaleTo(Math.max(...points.map(({ value }) => value)))
  const inner = { width: width - edge.left - edge.right, height: HEIGHT - edge.top - edge.bottom }
  const step = inner.width / Math.max(1, points.length - 1)
  const x = (i: number) => edge.left + i * step
  const y = (value: number) => edge.top + inner.height * (1 - value / top)
  const line = points.map(({ value }, i) => `${x(i)},${y(value)}`).join(' ')
  const every = Math.max(1, Math.ceil(LABEL / step))
  // The last month always has a label.
  const labelled = (i: number) => (points.length - 1 - i) % every === 0
  const floor = y(0)
  return (
    <svg width={width} height={HEIGHT} role="presentation">
      {steps.map((value) => (
        <g key={value}>
          <line
            className={styles.grid}
            x1={edge.left}
            x2={width - edge.right}
            y1={y(value)}
            y2={y(value)}
          />
          <text className={styles.axis} x={edge.left - 10} y={y(value)} dy="0.35em" data-at="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      <polygon
        className={styles.area}
        points={`${x(0)},${floor} ${line} ${x(points.length - 1)},${floor}`}
      />
      <polyline className={styles.line} points={line} />
      {points.map(({ key, label, value }, i) => (
        <g key={key}>
          <circle className={styles.dot} cx={x(i)} cy={y(value)} r={4}>
            <title>{`${label}: ${formatNumber(value)}`}</title>
          </circle>
          {labelled(i) && (
            <>
              <text className={styles.value} x={x(i)} y={y(value) - 11}>
                {formatNumber(value)}
              </text>
              <text className={styles.axis} x={x(i)} y={HEIGHT - 6}>
                {label}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  )
}
