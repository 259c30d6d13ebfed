// A student's records: subscriptions, registered subjects, results.
import { Anchor, Badge, Button, Group, Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { registrationsOf, resultsOf, subscriptionsOf } from '@/shared/api/queries/backOffice'
import type { PageAsk, Quiz, Registration, UserSubscription } from '@/shared/api/types'
import { formatDate, formatNaira, formatPercent } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { usualSize } from '@/shared/ui/paging'
import { listKey } from '../lists/ServerList'
import { adminPaths } from '../paths'
import type { Row } from '../resource/defineResource'
import { messages as kit } from '../resource/messages'
import { GivePlan } from './GivePlan'
import { words } from './messages'
import { RequestState } from './RequestState'

export function StudentRecords({ record: { _id } }: { record: Row }) {
  const [giving, setGiving] = useState(false)
  return (
    <Stack gap="lg" mt="lg">
      <Part
        title={words.subscriptions}
        name="student-subscriptions"
        id={_id}
        columns={subscriptionColumns()}
        read={async (ask) => {
          const { data, total } = await subscriptionsOf(_id, ask)
          return { rows: data, total }
        }}
        action={
          <Button
            size="xs"
            variant="default"
            leftSection={<Gift size={14} aria-hidden />}
            onClick={() => setGiving(true)}
          >
            {words.givePlan}
          </Button>
        }
      />
      <Part
        title={words.subjects}
        name="student-registrations"
        id={_id}
        columns={registrationColumns(_id)}
        read={async (ask) => {
          const { data, total } = await registrationsOf(_id, ask)
          return { rows: data, total }
        }}
      />
      <Part
        title={words.results}
        name="student-results"
        id={_id}
        columns={resultColumns()}
        read={async (ask) => {
          const { quizes, total } = await resultsOf(_id, ask)
          return { rows: quizes, total }
        }}
      />
      {giving && <GivePlan userId={_id} onClose={() => setGiving(false)} />}
    </Stack>
  )
}

/** One of these lists, 10 per page. */
function Part<Row extends { _id: string }>(props: PartProps<Row>) {
  const { title, name, id, columns, read, action } = props
  const [{ page, limit }, setAsk] = useState({ page: 1, limit: usualSize })
  const query = useQuery({
    queryKey: [...listKey(name), id, page, limit],
    queryFn: () => read({ page, limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel component="section" aria-label={title}>
      <Group justify="space-between" mb="md">
        <Title order={2} fz="lg">
          {title}
        </Title>
        {action}
      </Group>
      <DataTable
        label={title}
        columns={columns}
        rows={query.data?.rows}
        rowKey={(row) => row._id}
        busy={query.isPlaceholderData}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        {...((query.data?.total ?? 0) > usualSize && {
          paging: {
            page,
            limit,
            total: query.data?.total ?? 0,
            onPage: (next: number) => setAsk({ page: next, limit }),
          },
        })}
      />
    </Panel>
  )
}

interface PartProps<Row> {
  title: string
  name: string
  id: string
  columns: Column<Row>[]
  read: (ask: PageAsk) => Promise<{ rows: Row[]; total: number }>
  action?: ReactNode
}

const subscriptionColumns = (): Column<UserSubscription>[] => [
  { key: 'exam', title: words.exam, main: true, render: (row) => row.exam.title },
  { key: 'university', title: words.university, render: (row) => row.university?.title ?? '' },
  { key: 'plan', title: words.plan, render: (row) => row.planName },
  { key: 'price', title: words.price, align: 'right', render: (row) => formatNaira(row.price) },
  { key: 'from', title: words.from, render: (row) => formatDate(row.subscribedAt) },
  { key: 'until', title: words.until, render: (row) => formatDate(row.expireAt) },
  { key: 'status', title: words.status, render: (row) => <Running active={row.status} /> },
]

/** Whether a subscription is active. */
export const Running = ({ active }: { active: boolean }) => (
  <Badge variant="light" tt="none" miw="max-content" color={active ? 'brand' : 'gray'}>
    {active ? words.active : words.expired}
  </Badge>
)

const registrationColumns = (userId: string): Column<Registration>[] => [
  { key: 'exam', title: words.exam, main: true, render: (row) => row.exam.title },
  { key: 'course', title: words.course, render: (row) => row.course?.title ?? '' },
  {
    key: 'subjects',
    title: words.subjects,
    render: (row) => row.subjects.map(({ title }) => title).join(', '),
  },
  { key: 'request', title: words.request, render: (row) => <RequestState of={row} /> },
  {
    key: 'action',
    title: kit.action,
    actions: true,
    align: 'right',
    render: ({ exam }) => (
      <Anchor
        component={Link}
        to={adminPaths.registeredSubjectsUpdate(userId, exam._id)}
        aria-label={words.updateOf(exam.title)}
        inherit
      >
        {words.update}
      </Anchor>
    ),
  },
]

const resultColumns = (): Column<Quiz>[] => [
  { key: 'on', title: words.takenOn, main: true, render: (row) => formatDate(row.createdAt) },
  { key: 'exam', title: words.exam, render: (row) => row.exam.title },
  { key: 'mode', title: words.mode, render: (row) => row.assessment.title },
  { key: 'kind', title: words.kind, render: (row) => words[row.examType] },
  {
    key: 'score',
    title: words.score,
    align: 'right',
    render: ({ examType, score, totalAvgGrade }) =>
      examType === 'theory'
        ? totalAvgGrade === null
          ? words.none
          : formatPercent(totalAvgGrade)
        : `${formatPercent(score.overall ?? score.percent)}${score.grade ? ` ${score.grade}` : ''}`,
  },
  {
    key: 'theory',
    title: words.theory,
    actions: true,
    align: 'right',
    render: ({ _id, examResult, createdAt }) =>
      examResult === null ? (
        ''
      ) : (
        <Anchor
          component={Link}
          to={adminPaths.userTheory(_id)}
          aria-label={words.openTheory(formatDate(createdAt))}
          inherit
        >
          {examResult === 'declared' ? words.declared : words.pending}
        </Anchor>
      ),
  },
]
