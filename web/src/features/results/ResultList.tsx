// The student's results, newest first (spec 2 §2.13).
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { resultsQuery } from '@/api/queries/results'
import type { Quiz } from '@/api/types'
import { formatDate } from '@/i18n/format'
import { paths } from '@/paths'
import { QueryView } from '@/shell/QueryView'
import { useSession } from '@/stores/session'
import { type Column, DataTable } from '@/ui/DataTable'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { pageSizes } from '@/ui/paging'
import { askedOf } from './asked'
import { messages } from './messages'

const words = messages.results

const columns = (): Column<Quiz>[] => [
  { key: 'id', title: words.id, render: (quiz) => <code>{quiz._id.slice(-6)}</code> },
  { key: 'exam', title: words.exam, render: (quiz) => quiz.exam.title },
  { key: 'assessment', title: words.assessment, render: (quiz) => quiz.assessment.title },
  { key: 'type', title: words.examType, render: (quiz) => words[quiz.examType] },
  { key: 'year', title: words.year, render: (quiz) => quiz.year ?? words.allYears },
  {
    key: 'date',
    title: words.date,
    sort: 'createdAt',
    render: (quiz) => formatDate(quiz.createdAt),
  },
  {
    key: 'action',
    title: words.action,
    align: 'right',
    render: (quiz) => <ViewResult quiz={quiz} />,
  },
]

export function ResultList() {
  const userId = useSession((session) => session.user?._id)
  const [params, setParams] = useSearchParams()
  const { page, limit, sort } = askedOf(params)
  const query = useQuery({
    ...resultsQuery(userId ?? '', page, limit, sort),
    enabled: userId !== undefined,
  })
  const show = (next: Record<string, string>) =>
    setParams({ ...Object.fromEntries(params), page: '1', ...next })

  return (
    <Page title={words.results} description={words.resultsText}>
      <Panel>
        <QueryView query={query}>
          {({ quizes, total }) => (
            <DataTable
              label={words.results}
              columns={columns()}
              rows={quizes}
              rowKey={(quiz) => quiz._id}
              busy={query.isPlaceholderData}
              sort={sort}
              onSort={(next) => show({ sort: next })}
              paging={{
                page,
                limit,
                total,
                limits: pageSizes,
                onPage: (next) => show({ page: String(next) }),
                onLimit: (next) => show({ limit: String(next) }),
              }}
              empty={
                <EmptyState
                  icon={ClipboardList}
                  title={messages.common.noRecords}
                  action={
                    <Button component={Link} to={paths.dashboard} mt="xs">
                      {words.chooseTest}
                    </Button>
                  }
                >
                  {words.noResults}
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
      aria-label={words.viewResultOf(quiz.exam.title, formatDate(quiz.createdAt))}
    >
      {words.viewResult}
    </Button>
  )
}
