// /admin: three counters, registrations by month, waiting work, money, and the bank (spec 3 §2).
import '@mantine/core/styles/SimpleGrid.layer.css'
import { Alert, Group, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, GraduationCap, type LucideIcon, UsersRound } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Dashboard as DashboardData } from '@/shared/api/queries/dashboard'
import { dashboardQuery } from '@/shared/api/queries/dashboard'
import type { MonthlyRegistrations } from '@/shared/api/types'
import { formatMonth, formatNaira, formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import styles from './dashboard.module.css'
import { LineChart } from './LineChart'
import { dashboardTexts } from './messages'
import { Waiting } from './Waiting'

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
