// /admin/payments: students' payments, filtered by state.
import { Anchor, Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { payments } from '@/shared/api/queries/backOffice'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { messages as app } from '../messages'
import { adminPaths, unsettled } from '../paths'
import { nameOf } from '../people/person'
import { Crumbs } from '../ui/Crumbs'
import { words } from './messages'
import styles from './money.module.css'
import { formatAmount, PaymentState, states } from './PaymentState'
import { useReconcile } from './useReconcile'

type Payment = Awaited<ReturnType<typeof payments>>['rows'][number]

export function Payments() {
  const check = useReconcile()
  return (
    <Page
      title={app.admin.payments}
      description={words.about}
      crumbs={<Crumbs here={app.admin.payments} />}
      width={1240}
      actions={
        <>
          <ExportMenu list="payments" />
          <Button
            leftSection={<RefreshCw size={16} aria-hidden />}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {words.askAll}
          </Button>
        </>
      }
    >
      <Panel>
        <ServerList
          name="payments"
          label={app.admin.payments}
          columns={columnsNow()}
          read={payments}
          sort="-createdAt"
          fresh
          filters={[
            {
              name: 'state',
              label: words.state,
              options: [
                { value: unsettled, label: words.unsettled },
                ...states.map((value) => ({ value, label: words[value] })),
              ],
            },
            { name: 'exam', label: words.exam, of: '/api/v1/admin/exams' },
            { name: 'from', label: words.from, day: true },
            { name: 'to', label: words.to, day: true },
          ]}
          empty={<EmptyState title={app.common.noRecords}>{words.none}</EmptyState>}
        />
      </Panel>
    </Page>
  )
}

const columnsNow = (): Column<Payment>[] => [
  {
    key: 'reference',
    title: words.reference,
    main: true,
    render: ({ _id }) => (
      <Anchor
        component={Link}
        to={adminPaths.payment(_id)}
        className={styles.reference ?? ''}
        title={_id}
        fw={600}
        inherit
      >
        {_id}
      </Anchor>
    ),
  },
  {
    key: 'state',
    title: words.state,
    sort: 'state',
    compact: 'line',
    render: ({ state }) => <PaymentState state={state} />,
  },
  line('user', words.student, 'user', ({ user }) => nameOf(user)),
  line('exam', words.exam, 'exam', ({ exam }) => exam.title),
  line('plan', words.plan, 'planName', ({ planName }) => planName),
  {
    key: 'amount',
    title: words.amount,
    sort: 'amount',
    align: 'right',
    compact: 'aside',
    render: ({ amount, currency }) => formatAmount(amount, currency),
  },
  line('gateway', words.gateway, 'gateway', ({ gateway }) => gateway),
  line('begun', words.begun, 'createdAt', ({ createdAt }) => formatDateTime(createdAt)),
]

function line(
  key: string,
  title: string,
  sort: string,
  render: Column<Payment>['render'],
): Column<Payment> {
  return { key, title, sort, compact: 'line', render }
}
