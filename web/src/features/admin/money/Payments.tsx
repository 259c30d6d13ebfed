// /admin/payments: students' payments, filtered by state.
import { Anchor, Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { payments } from '@/shared/api/queries/backOffice'
import { common } from '@/shared/i18n/common'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { adminTexts } from '../messages'
import { adminPaths, unsettled } from '../paths'
import { nameOf } from '../people/person'
import { Crumbs } from '../ui/Crumbs'
import { moneyTexts } from './messages'
import styles from './money.module.css'
import { formatAmount, PaymentState, states } from './PaymentState'
import { useReconcile } from './useReconcile'

type Payment = Awaited<ReturnType<typeof payments>>['rows'][number]

export function Payments() {
  const check = useReconcile()
  return (
    <Page
      title={adminTexts.payments}
      description={moneyTexts.about}
      crumbs={<Crumbs here={adminTexts.payments} />}
      width={1240}
      actions={
        <>
          <ExportMenu list="payments" />
          <Button
            leftSection={<RefreshCw size={16} aria-hidden />}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {moneyTexts.askAll}
          </Button>
        </>
      }
    >
      <Panel>
        <ServerList
          name="payments"
          label={adminTexts.payments}
          columns={columnsNow()}
          read={payments}
          sort="-createdAt"
          fresh
          filters={[
            {
              name: 'state',
              label: moneyTexts.state,
              options: [
                { value: unsettled, label: moneyTexts.unsettled },
                ...states.map((value) => ({ value, label: moneyTexts[value] })),
              ],
            },
            { name: 'exam', label: moneyTexts.exam, of: '/api/v1/admin/exams' },
            { name: 'from', label: moneyTexts.from, day: true },
            { name: 'to', label: moneyTexts.to, day: true },
          ]}
          empty={<EmptyState title={common.noRecords}>{moneyTexts.none}</EmptyState>}
        />
      </Panel>
    </Page>
  )
}

const columnsNow = (): Column<Payment>[] => [
  {
    key: 'reference',
    title: moneyTexts.reference,
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
    title: moneyTexts.state,
    sort: 'state',
    compact: 'line',
    render: ({ state }) => <PaymentState state={state} />,
  },
  line('user', moneyTexts.student, 'user', ({ user }) => nameOf(user)),
  line('exam', moneyTexts.exam, 'exam', ({ exam }) => exam.title),
  line('plan', moneyTexts.plan, 'planName', ({ planName }) => planName),
  {
    key: 'amount',
    title: moneyTexts.amount,
    sort: 'amount',
    align: 'right',
    compact: 'aside',
    render: ({ amount, currency }) => formatAmount(amount, currency),
  },
  line('gateway', moneyTexts.gateway, 'gateway', ({ gateway }) => gateway),
  line('begun', moneyTexts.begun, 'createdAt', ({ createdAt }) => formatDateTime(createdAt)),
]

function line(
  key: string,
  title: string,
  sort: string,
  render: Column<Payment>['render'],
): Column<Payment> {
  return { key, title, sort, compact: 'line', render }
}
