// The student's results, newest first (spec 2 §2.13).
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { resultsQuery } from '@/api/queries/results'
import type { Quiz } from '@/api/types'
import { messages } from '@/messages'
import { paths } from '@/paths'
import { QueryView } from '@/shell/QueryView'
import { useSession } from '@/stores/session'
import { type Column, DataTable } from '@/ui/DataTable'
import { EmptyState } from '@/ui/EmptyState'
import { formatDate } from '@/ui/format'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'

const limits = [10, 20, 30, 40]
const kinds = { objective: 'Objective', theory: 'Theory', both: 'Objective and Theory' }

const columns: Column<Quiz>[] = [
  { key: 'id', title: 'ID', render: (quiz) => <code>{quiz._id.slice(-6)}</code> },
  { key: 'exam', title: 'Exam', render: (quiz) => quiz.exam.title },
  { key: 'assessment', title: 'Assessment', render: (quiz) => quiz.assessment.title },
  { key: 'type', title: 'Exam Type', render: (quiz) => kinds[quiz.examType] },
  { key: 'year', title: 'Year', render: (quiz) => quiz.year ?? 'All years' },
  { key: 'date', title: 'Date', sort: 'createdAt', render: (quiz) => formatDate(quiz.createdAt) },
  { key: 'action', title: 'Action', align: 'right', render: (quiz) => <ViewResult quiz={quiz} /> },
]

export function ResultList() {
  const userId = useSession((session) => session.user?._id)
  const [params, setParams] = useSearchParams()
  const page = natural(params.get('page'), 1)
  const limit = Math.min(natural(params.get('limit'), limits[0] ?? 10), 100)
  const sort = params.get('sort') === 'createdAt' ? 'createdAt' : '-createdAt'
  const query = useQuery({
    ...resultsQuery(userId ?? '', page, limit, sort),
    enabled: userId !== undefined,
  })
  const show = (next: Record<string, string>) =>
    setParams({ ...Object.fromEntries(params), page: '1', ...next })

  return (
    <Page title="Results" description="Every test you have submitted.">
      <Panel>
        <QueryView query={query}>
          {({ quizes, total }) => (
            <DataTable
              label="Results"
              columns={columns}
              rows={quizes}
              rowKey={(quiz) => quiz._id}
              busy={query.isPlaceholderData}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              paging={{
                page,
                limit,
                total,
                limits,
                onPage: (next) => show({ page: String(next) }),
                onLimit: (next) => show({ limit: String(next) }),
              }}
              empty={
                <EmptyState
                  icon={ClipboardList}
                  title={messages.common.noRecords}
                  action={
                    <Button component={Link} to={paths.dashboard} mt="xs">
                      Choose a test
                    </Button>
                  }
                >
                  A test appears here once you have submitted it.
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}

function ViewResult({ quiz }: { quiz: Quiz }) {
  const to =
    quiz.examType === 'theory' ? paths.theoriesResults(quiz._id) : paths.practiceResults(quiz._id)
  return (
    <Button
      component={Link}
      to={to}
      size="xs"
      variant="light"
      aria-label={`View Result of ${quiz.exam.title}, ${formatDate(quiz.createdAt)}`}
    >
      View Result
    </Button>
  )
}

function natural(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
