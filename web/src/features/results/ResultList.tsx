// The student's results, newest first (spec 2 §2.13).
import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { resultsQuery } from '@/shared/api/queries/results'
import type { Quiz } from '@/shared/api/types'
import { kindOf, testName } from '@/shared/exams/kind'
import { common } from '@/shared/i18n/common'
import { formatDateTime, formatSeconds } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { useListAddress } from '@/shared/lists/useListAddress'
import type { DeviceTestsProps } from '@/shared/offline/DeviceTests'
import { mayHaveTests } from '@/shared/offline/testIds'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import nothingYet from '@/shared/ui/art/nothing-yet.svg?no-inline'
import { type Column, DataTable, TableSkeleton } from '@/shared/ui/DataTable'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { listParamsOf, pageSizes } from './listParams'
import { resultsTexts } from './messages'
import styles from './results.module.css'
import { gradedSoFar, isPending, isUngraded, labelledScoreOf } from './score'
import { isOffline } from './source'

// Only of students who practise without internet.
const DeviceTests = lazyPart<DeviceTestsProps>(
  () => import('@/shared/offline/DeviceTests').then((m) => m.DeviceTests),
  ({ again }) => <ErrorState onRetry={again} />,
)

const line = (key: string, title: string, render: Column<Quiz>['render']): Column<Quiz> => ({
  ...{ key, title, render },
  compact: 'line',
})

/** What tells two tests of the same day apart stands in the row: subjects, score and time. */
const columns = (): Column<Quiz>[] => [
  {
    key: 'id',
    title: resultsTexts.id,
    compact: 'named',
    render: (quiz) => <code>{quiz._id.slice(-6)}</code>,
  },
  { key: 'exam', title: resultsTexts.exam, main: true, render: (quiz) => <Exam quiz={quiz} /> },
  line('assessment', resultsTexts.assessment, (quiz) => {
    const title = testName(quiz)
    if (quiz.takenOffline) return resultsTexts.takenOffline(title)
    return isOffline(quiz) ? resultsTexts.offlineOf(title) : title
  }),
  line('type', resultsTexts.examType, (quiz) => resultsTexts[quiz.examType]),
  line('year', resultsTexts.year, (quiz) => quiz.year ?? resultsTexts.allYears),
  {
    key: 'score',
    title: resultsTexts.score,
    compact: 'aside',
    render: (quiz) => <Score quiz={quiz} />,
  },
  {
    key: 'used',
    title: resultsTexts.timeUsed,
    compact: 'line',
    render: (quiz) => <span className={styles.nowrap}>{formatSeconds(quiz.usedtime)}</span>,
  },
  {
    key: 'date',
    title: resultsTexts.date,
    sort: 'createdAt',
    compact: 'line',
    render: (quiz) => formatDateTime(quiz.createdAt),
  },
  {
    key: 'action',
    title: resultsTexts.action,
    align: 'right',
    actions: true,
    render: (quiz) => <ViewResult quiz={quiz} />,
  },
]

export function ResultList() {
  const userId = useUserId()
  const { asked, ask, paging } = useListAddress(listParamsOf)
  const { page, limit, sort } = asked
  const query = useQuery({
    ...resultsQuery(userId ?? '', page, limit, sort),
    enabled: userId !== undefined,
  })

  return (
    <Page
      title={resultsTexts.results}
      description={resultsTexts.resultsText}
      width={1120}
      actions={
        <Button component={Link} to={paths.myReports} variant="default">
          {resultsTexts.myReports}
        </Button>
      }
    >
      {userId && mayHaveTests(userId) && (
        <Box mb="lg">
          <DeviceTests account={userId} />
        </Box>
      )}
      <Panel>
        <QueryView query={query} waiting={<TableSkeleton />}>
          {({ quizes, total }) => (
            <DataTable
              label={resultsTexts.results}
              columns={columns()}
              rows={quizes}
              rowKey={(quiz) => quiz._id}
              busy={query.isPlaceholderData}
              sort={sort}
              onSort={(next) => ask({ sort: next })}
              paging={paging(total, pageSizes)}
              empty={
                <EmptyState
                  art={nothingYet}
                  title={common.noRecords}
                  action={
                    <Button component={Link} to={paths.dashboard} mt="xs">
                      {resultsTexts.chooseTest}
                    </Button>
                  }
                >
                  {resultsTexts.noResults}
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}

const Exam = ({ quiz: { exam, subjects } }: { quiz: Quiz }) => (
  <>
    {exam.title}
    {subjects.length > 0 && (
      <span className={styles.subjects}>{subjects.map(({ title }) => title).join(', ')}</span>
    )}
  </>
)

function Score({ quiz }: { quiz: Quiz }) {
  const { value, beside } = labelledScoreOf(quiz)
  const note =
    isPending(quiz) && isUngraded(quiz) ? (gradedSoFar(quiz) ?? resultsTexts.notGraded) : beside
  return (
    <>
      {value && <span className={styles.nowrap}>{value}</span>}
      {note && <span className={styles.subjects}>{note}</span>}
    </>
  )
}

function ViewResult({ quiz }: { quiz: Quiz }) {
  const to =
    kindOf(quiz) !== 'objective' ? paths.theoriesResults(quiz._id) : paths.practiceResults(quiz._id)
  return (
    <Button
      component={Link}
      to={to}
      size="xs"
      variant="light"
      aria-label={resultsTexts.viewResultOf(quiz.exam.title, formatDateTime(quiz.createdAt))}
    >
      {resultsTexts.viewResult}
    </Button>
  )
}
