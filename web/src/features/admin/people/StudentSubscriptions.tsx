// /admin/student-subscriptions: all students' subscriptions (spec 3 §2).
import { studentSubscriptions } from '@/shared/api/queries/backOffice'
import { formatDate, formatNaira, formatNumber } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { adminTexts } from '../messages'
import { Crumbs } from '../ui/Crumbs'
import { SubscriptionState } from '../ui/StateBadges'
import { peopleTexts } from './messages'
import { PersonLink } from './person'

type Held = Awaited<ReturnType<typeof studentSubscriptions>>['rows'][number]

const columnsNow = (): Column<Held>[] => [
  {
    key: 'user',
    title: peopleTexts.student,
    sort: 'user',
    main: true,
    render: ({ user }) => <PersonLink of={user} />,
  },
  {
    key: 'status',
    title: peopleTexts.status,
    render: (row) => <SubscriptionState active={row.status} />,
  },
  { key: 'exam', title: peopleTexts.exam, sort: 'exam', render: (row) => row.exam.title },
  {
    key: 'university',
    title: peopleTexts.university,
    sort: 'university',
    render: (row) => row.university?.title ?? '',
  },
  { key: 'planName', title: peopleTexts.plan, sort: 'planName', render: (row) => row.planName },
  {
    key: 'type',
    title: peopleTexts.type,
    sort: 'subscriptionType',
    render: (row) => row.subscriptionType,
  },
  {
    key: 'duration',
    title: peopleTexts.days,
    sort: 'duration',
    align: 'right',
    render: (row) => formatNumber(row.duration),
  },
  {
    key: 'price',
    title: peopleTexts.price,
    sort: 'price',
    align: 'right',
    render: (row) => formatNaira(row.price),
  },
  {
    key: 'from',
    title: peopleTexts.from,
    sort: 'subscribedAt',
    render: (row) => formatDate(row.subscribedAt),
  },
  {
    key: 'until',
    title: peopleTexts.until,
    sort: 'expireAt',
    render: (row) => formatDate(row.expireAt),
  },
]

export function StudentSubscriptions() {
  return (
    <Page
      title={adminTexts.held}
      description={peopleTexts.heldAbout}
      crumbs={<Crumbs here={adminTexts.held} />}
      width={1240}
      actions={<ExportMenu list="subscriptions" />}
    >
      <Panel>
        <ServerList
          name="subscriptions-held"
          label={adminTexts.held}
          columns={columnsNow()}
          read={studentSubscriptions}
          sort="subscribedAt"
          filters={[
            { name: 'exam', label: peopleTexts.exam, of: '/api/v1/admin/exams' },
            { name: 'from', label: peopleTexts.fromDay, day: true },
            { name: 'to', label: peopleTexts.toDay, day: true },
          ]}
        />
      </Panel>
    </Page>
  )
}
