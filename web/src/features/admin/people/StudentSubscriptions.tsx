// /admin/student-subscriptions: all students' subscriptions (spec 3 §2).
import { studentSubscriptions } from '@/shared/api/queries/backOffice'
import { formatDate, formatNaira, formatNumber } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { messages as app } from '../messages'
import { Crumbs } from '../ui/Crumbs'
import { words } from './messages'
import { PersonLink } from './person'
import { Running } from './StudentRecords'

type Held = Awaited<ReturnType<typeof studentSubscriptions>>['rows'][number]

const columnsNow = (): Column<Held>[] => [
  {
    key: 'user',
    title: words.student,
    sort: 'user',
    main: true,
    render: ({ user }) => <PersonLink of={user} />,
  },
  { key: 'status', title: words.status, render: (row) => <Running active={row.status} /> },
  { key: 'exam', title: words.exam, sort: 'exam', render: (row) => row.exam.title },
  {
    key: 'university',
    title: words.university,
    sort: 'university',
    render: (row) => row.university?.title ?? '',
  },
  { key: 'planName', title: words.plan, sort: 'planName', render: (row) => row.planName },
  {
    key: 'type',
    title: words.type,
    sort: 'subscriptionType',
    render: (row) => row.subscriptionType,
  },
  {
    key: 'duration',
    title: words.days,
    sort: 'duration',
    align: 'right',
    render: (row) => formatNumber(row.duration),
  },
  {
    key: 'price',
    title: words.price,
    sort: 'price',
    align: 'right',
    render: (row) => formatNaira(row.price),
  },
  {
    key: 'from',
    title: words.from,
    sort: 'subscribedAt',
    render: (row) => formatDate(row.subscribedAt),
  },
  { key: 'until', title: words.until, sort: 'expireAt', render: (row) => formatDate(row.expireAt) },
]

export function StudentSubscriptions() {
  return (
    <Page
      title={app.admin.held}
      description={words.heldAbout}
      crumbs={<Crumbs here={app.admin.held} />}
      width={1240}
      actions={<ExportMenu list="subscriptions" />}
    >
      <Panel>
        <ServerList
          name="subscriptions-held"
          label={app.admin.held}
          columns={columnsNow()}
          read={studentSubscriptions}
          sort="subscribedAt"
          filters={[
            { name: 'exam', label: words.exam, of: '/api/v1/admin/exams' },
            { name: 'from', label: words.fromDay, day: true },
            { name: 'to', label: words.toDay, day: true },
          ]}
        />
      </Panel>
    </Page>
  )
}
