// /admin/user-theories-exam: the theory submissions, waiting ones first (spec 3 §2, ruling 16).
import { Badge, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { graderStats, gradingQueue, userTheories } from '@/shared/api/queries/grading'
import type { ListQuery } from '@/shared/api/types'
import { formatDateTime, formatNumber, formatSeconds } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import { useMay } from '../access'
import adminStyles from '../admin.module.css'
import { ServerList } from '../lists/ServerList'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import { dayFilters, useSubjectFilter } from '../resource/ListParts'
import { AppLink } from '../ui/AppLink'
import { Crumbs } from '../ui/Crumbs'
import { theoryTexts } from './messages'
import { claimEnd, gradingKey } from './useGrades'

type Waiting = Awaited<ReturnType<typeof gradingQueue>>['rows'][number]
type Any = Awaited<ReturnType<typeof userTheories>>['rows'][number]
type Row = Omit<Waiting, 'claim'> & Partial<Pick<Waiting, 'claim'>> & Partial<Any>

/** The filters that the queue supports; the others need the whole list. */
const queued = ['free', 'mine', 'claimed'] as const
const listed = ['declared', 'all'] as const
const isListed = (view: string | null | undefined) => listed.some((one) => one === view)

function read({ filters: { view, ...filters }, ...ask }: ListQuery): Promise<{
  rows: Row[]
  total: number
}> {
  const asked = { ...ask, filters: view ? { ...filters, state: view } : filters }
  return isListed(view) ? userTheories(asked) : gradingQueue(asked)
}

export function Submissions() {
  const [params] = useSearchParams()
  const isAdmin = useMay()
  const view = params.get('view')
  const subject = useSubjectFilter(params.get('exam'))
  return (
    <Page
      title={adminTexts.theory}
      description={theoryTexts.about}
      crumbs={isAdmin && <Crumbs here={adminTexts.theory} />}
      width={1120}
    >
      <Stack gap="lg">
        <Panel>
          <ServerList<Row>
            name="grading"
            label={adminTexts.theory}
            columns={columnsNow(view, isAdmin)}
            read={read}
            // What waits comes in the server's order: mocks first (ruling 48).
            {...(isListed(view) && { sort: 'submittedAt' })}
            fresh
            filters={[
              {
                name: 'view',
                label: theoryTexts.waiting,
                placeholder: theoryTexts.waiting,
                options: [...queued, ...listed].map((value) => ({
                  value,
                  label: theoryTexts[value],
                })),
              },
              { name: 'exam', label: theoryTexts.exam, of: '/api/v1/exam-types' },
              subject,
              ...dayFilters(),
            ]}
            empty={<EmptyState title={theoryTexts.none} />}
          />
        </Panel>
        <Work />
      </Stack>
    </Page>
  )
}

function columnsNow(view: string | null, isAdmin: boolean): Column<Row>[] {
  return [
    {
      key: 'exam',
      title: theoryTexts.exam,
      sort: 'exam',
      main: true,
      render: ({ _id, exam, assessment, year }) => (
        <AppLink className={adminStyles.link} to={adminPaths.userTheory(_id)} fromList>
          {theoryTexts.describe(exam.title, assessment.title, year === null ? '' : String(year))}
        </AppLink>
      ),
    },
    {
      key: 'subjects',
      title: theoryTexts.subjects,
      sort: 'subjects',
      render: ({ subjects }) => subjects.map(({ title }) => title).join(', '),
    },
    {
      key: 'answers',
      title: theoryTexts.answers,
      sort: 'theoryCount',
      render: ({ answeredCount, theoryCount }) =>
        theoryTexts.answered(formatNumber(answeredCount), formatNumber(theoryCount)),
    },
    {
      key: 'submitted',
      title: theoryTexts.submitted,
      sort: 'submittedAt',
      render: ({ submittedAt }) => formatDateTime(submittedAt),
    },
    ...(isListed(view) ? wholeColumns(isAdmin) : []),
    // Nobody claims declared submissions.
    ...(view === 'declared' ? [] : [holderColumn]),
  ]
}

const holderColumn: Column<Row> = {
  key: 'holder',
  get title() {
    return theoryTexts.holder
  },
  render: ({ claim }) =>
    claim ? (
      <Badge variant="light" tt="none" color={claim.isMine ? 'brand' : 'gray'}>
        {theoryTexts.heldUntil(claim.isMine ? theoryTexts.you : claim.by, claimEnd(claim))}
      </Badge>
    ) : (
      <Text c="dimmed" fz="sm">
        {theoryTexts.nobody}
      </Text>
    ),
}

const wholeColumns = (isAdmin: boolean): Column<Row>[] => [
  ...(isAdmin
    ? [
        {
          key: 'student',
          title: theoryTexts.student,
          sort: 'user',
          render: ({ user }: Row) => (user ? nameOf(user) : ''),
        },
      ]
    : []),
  {
    key: 'state',
    title: theoryTexts.state,
    sort: 'examResult',
    render: ({ examResult }) => (
      <Badge variant="light" tt="none" color={examResult === 'declared' ? 'brand' : 'sun'}>
        {examResult === 'declared' ? theoryTexts.declared : theoryTexts.pending}
      </Badge>
    ),
  },
]

/** The user's grading statistics; for administrators, everybody's. */
function Work() {
  const { data } = useQuery({ queryKey: [...gradingKey, 'stats'], queryFn: graderStats })
  const isAdmin = useMay()
  if (data === undefined || data.length === 0) return null
  const [own] = data
  if (!isAdmin) {
    return own ? (
      <Text c="dimmed" fz="sm">
        {theoryTexts.yourWork(formatNumber(own.today), formatNumber(own.last7Days))}
      </Text>
    ) : null
  }
  return (
    <Panel component="section" aria-label={theoryTexts.graders}>
      <Title order={2} fz="lg" mb="md">
        {theoryTexts.graders}
      </Title>
      <DataTable
        label={theoryTexts.graders}
        rows={data}
        rowKey={({ user }) => user?._id ?? ''}
        columns={[
          {
            key: 'who',
            title: theoryTexts.grader,
            main: true,
            render: ({ user }) => (user ? nameOf(user) : theoryTexts.operator),
          },
          ...(['held', 'graded', 'today'] as const).map((key) => ({
            key,
            title: theoryTexts[key],
            align: 'right' as const,
            render: (row: Work) => formatNumber(row[key]),
          })),
          {
            key: 'week',
            title: theoryTexts.week,
            align: 'right',
            render: ({ last7Days }) => formatNumber(last7Days),
          },
          {
            key: 'month',
            title: theoryTexts.month,
            align: 'right',
            render: ({ last30Days }) => formatNumber(last30Days),
          },
          {
            key: 'median',
            title: theoryTexts.median,
            align: 'right',
            render: ({ medianSeconds }) =>
              medianSeconds === null ? '' : formatSeconds(medianSeconds),
          },
        ]}
      />
    </Panel>
  )
}

type Work = Awaited<ReturnType<typeof graderStats>>[number]
