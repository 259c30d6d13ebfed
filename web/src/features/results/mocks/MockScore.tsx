// The Mock Performance Tracker: a tab for each exam that the student is subscribed to (spec 2 §2.13).
import '@mantine/core/styles/Tabs.layer.css'
import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { mockAnalyticsQuery } from '@/shared/api/queries/results'
import type { ExamMocks, MockAnalytics } from '@/shared/api/types'
import { jambUtme, jsceBece, postUtme, wassceWaec } from '@/shared/exams/exams'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { Skeleton } from '@/shared/ui/Skeleton'
import { ExamPerformance } from './ExamPerformance'
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
  const rank = ({ exam }: ExamMocks) => (order.indexOf(exam.slug) + order.length) % order.length
  const known = quizResultData.flatMap(({ exams }) => exams)
  const place = (one: ExamMocks) => (order.includes(one.exam.slug) ? rank(one) : order.length)
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
