// /admin/payments: students' payments, filtered by state; and the page of one payment.
import { Alert, Anchor, Button, Code, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { payments, readPayment, reconcile } from '@/shared/api/queries/backOffice'
import { common } from '@/shared/i18n/common'
import { formatDateTime, formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import type { Column } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import styles from '../admin.module.css'
import { ExportMenu } from '../lists/ExportMenu'
import { listKey, ServerList } from '../lists/ServerList'
import { adminTexts } from '../messages'
import { adminPaths, unsettled } from '../paths'
import { nameOf, PersonLink } from '../people/person'
import { Crumbs } from '../ui/Crumbs'
import { formatAmount, PaymentState, paymentStates, paymentStateTexts } from '../ui/StateBadges'

/** The texts of payments. */
export const moneyTexts = {
  about: "Students' payments for plans, and the gateway's status of each.",
  reference: 'Reference',
  student: 'Student',
  exam: 'Exam',
  university: 'University',
  plan: 'Plan',
  amount: 'Amount',
  gateway: 'Gateway',
  state: 'State',
  begun: 'Started',
  paidAt: 'Paid',
  from: 'From date',
  to: 'To date',
  unsettled: 'Mismatched or disputed',
  none: 'No payments yet.',
  payment: 'Payment',
  why: 'Reason',
  refunds: 'Refunds',
  refundOf: (amount: string, reference: string) => `${amount} (${reference})`,
  dispute: 'Dispute',
  disputeOpen: 'Open',
  disputeWon: 'Won',
  disputeLost: 'Lost',
  checks: 'Checks',
  due: 'Next check',
  never: 'None',
  subscription: 'Subscription',
  hasGiven: 'Active',
  notGiven: 'None',
  sandbox: 'A sandbox payment. No money has moved.',
  answers: 'Replies from the gateway',
  noAnswers: 'None yet.',
  answerName: (n: string, from: string, when: string) => `${n}: ${from}, ${when}`,
  initialize: "Gateway's first reply",
  verify: 'Reply to a check',
  webhook: 'Webhook',
  ask: 'Check with the gateway now',
  askAll: 'Check open payments',
  asked: (checked: string, paid: string, unreachable: string) =>
    `Checked ${checked}: ${paid} paid, ${unreachable} without a reply.`,
}

type PaymentRow = Awaited<ReturnType<typeof payments>>['rows'][number]

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
                ...paymentStates.map((value) => ({ value, label: paymentStateTexts[value] })),
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

const columnsNow = (): Column<PaymentRow>[] => [
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
  render: Column<PaymentRow>['render'],
): Column<PaymentRow> {
  return { key, title, sort, compact: 'line', render }
}

type PaymentDetails = Awaited<ReturnType<typeof readPayment>>

/** /admin/payments/{reference}: a payment with all raw responses of the gateway. */
export function Payment() {
  const { reference = '' } = useParams()
  const query = useQuery({
    queryKey: [...paymentsKey, 'one', reference],
    queryFn: () => readPayment(reference),
    staleTime: 0,
  })
  const check = useReconcile(reference)
  const list = { title: adminTexts.payments, to: adminPaths.payments }
  return (
    <Page
      title={moneyTexts.payment}
      description={reference}
      crumbs={<Crumbs trail={[list]} here={reference} />}
      actions={
        <Button
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {moneyTexts.ask}
        </Button>
      }
    >
      <QueryView query={query}>
        {(payment) => (
          <Stack gap="lg">
            {payment.gateway === 'sandbox' && <Alert color="sun">{moneyTexts.sandbox}</Alert>}
            <Panel>
              <dl className={styles.facts}>
                {factsOf(payment).map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
            <Panel component="section" aria-label={moneyTexts.answers}>
              <Title order={2} fz="lg" mb="md">
                {moneyTexts.answers}
              </Title>
              {payment.answers.length === 0 ? (
                <Text c="dimmed">{moneyTexts.noAnswers}</Text>
              ) : (
                <Stack>
                  {payment.answers.map(({ at, from, text }, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two may come at one moment
                    <div key={i}>
                      <Text fz="sm" fw={600} mb={4}>
                        {moneyTexts[from]}
                        <Text span c="dimmed" fw={400} ml="xs">
                          {formatDateTime(at)}
                        </Text>
                      </Text>
                      <Code
                        block
                        className={styles.answer}
                        tabIndex={0}
                        role="region"
                        aria-label={moneyTexts.answerName(
                          formatNumber(i + 1),
                          moneyTexts[from],
                          formatDateTime(at),
                        )}
                      >
                        {readable(text)}
                      </Code>
                    </div>
                  ))}
                </Stack>
              )}
            </Panel>
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

function factsOf(payment: PaymentDetails): [name: string, value: ReactNode][] {
  const { user, university, message, refunds, disputes, paidAt, dueAt, currency } = payment
  return [
    [moneyTexts.state, <PaymentState key="state" state={payment.state} />],
    ...(message ? [[moneyTexts.why, message] satisfies [string, string]] : []),
    [moneyTexts.amount, formatAmount(payment.amount, currency)],
    [moneyTexts.student, <PersonLink key="student" of={user} />],
    [moneyTexts.exam, payment.exam.title],
    ...(university ? [[moneyTexts.university, university.title] satisfies [string, string]] : []),
    [moneyTexts.plan, payment.planName],
    [moneyTexts.subscription, payment.subscription ? moneyTexts.hasGiven : moneyTexts.notGiven],
    [moneyTexts.gateway, payment.gateway],
    [moneyTexts.begun, formatDateTime(payment.createdAt)],
    ...(paidAt ? [[moneyTexts.paidAt, formatDateTime(paidAt)] satisfies [string, string]] : []),
    ...(refunds.length > 0
      ? [
          [
            moneyTexts.refunds,
            refunds
              .map((one) => moneyTexts.refundOf(formatAmount(one.amount, currency), one.reference))
              .join(', '),
          ] satisfies [string, string],
        ]
      : []),
    ...(disputes.length > 0
      ? [[moneyTexts.dispute, disputes.map(outcomeOf).join(', ')] satisfies [string, string]]
      : []),
    [moneyTexts.checks, formatNumber(payment.checks)],
    [moneyTexts.due, dueAt ? formatDateTime(dueAt) : moneyTexts.never],
  ]
}

function outcomeOf({ won }: PaymentDetails['disputes'][number]): string {
  if (won === null) return moneyTexts.disputeOpen
  return won ? moneyTexts.disputeWon : moneyTexts.disputeLost
}

/** Formats JSON over several lines; other texts stay unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const paymentsKey = listKey('payments')

/** Checks one payment, or the open ones, with the gateway. */
function useReconcile(reference?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => reconcile(reference),
    onSuccess: ({ checked, paid, unreachable }) => {
      notify.info(
        moneyTexts.asked(formatNumber(checked), formatNumber(paid), formatNumber(unreachable)),
      )
      void client.invalidateQueries({ queryKey: paymentsKey })
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
}
