// /admin: three counters, registrations of the last twelve months, and waiting work (spec 3 §2).
import '@mantine/core/styles/SimpleGrid.layer.css'
import { Alert, SimpleGrid, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, GraduationCap, type LucideIcon, UsersRound } from 'lucide-react'
import { dashboardQuery } from '@/shared/api/queries/dashboard'
import type { MonthlyRegistrations } from '@/shared/api/types'
import { formatMonth, formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { messages } from '../messages'
import styles from './dashboard.module.css'
import { LineChart } from './LineChart'
import { words } from './messages'
import { Waiting } from './Waiting'

export function Dashboard() {
  const query = useQuery(dashboardQuery)
  return (
    <Page title={messages.admin.dashboard} description={messages.admin.dashboardHint} width={1120}>
      <QueryView query={query}>
        {({ activeExams, activeSubjects, activeStudents, registrations, waiting, warnings }) => (
          <>
            {warnings.map((warning) => (
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
              <Counter icon={GraduationCap} label={words.exams} value={activeExams} />
              <Counter icon={BookOpen} label={words.subjects} value={activeSubjects} />
              <Counter icon={UsersRound} label={words.students} value={activeStudents} />
            </SimpleGrid>
            <div className={styles.halves}>
              <Registrations months={registrations} />
              <Waiting amounts={waiting} />
            </div>
          </>
        )}
      </QueryView>
    </Page>
  )
}

function Counter({ icon: Icon, label, value }: CounterProps) {
  return (
    <Panel>
      <dt>
        <Icon size={20} aria-hidden />
        {label}
      </dt>
      <dd>{formatNumber(value)}</dd>
    </Panel>
  )
}

interface CounterProps {
  icon: LucideIcon
  label: string
  value: number
}

function Registrations({ months }: { months: MonthlyRegistrations[] }) {
  const points = months.map(({ month, students }) => ({
    label: formatMonth(month, 'short'),
    value: students,
  }))
  return (
    <Panel component="section" aria-labelledby="registrations">
      <Title id="registrations" order={2} fz="h3">
        {words.chart}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {months.every(({ students }) => students === 0) ? words.none : words.chartHint}
      </Text>
      <LineChart points={points} />
      <VisuallyHidden>
        <table>
          <caption>{words.chart}</caption>
          <thead>
            <tr>
              <th scope="col">{words.month}</th>
              <th scope="col">{words.registered}</th>
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
