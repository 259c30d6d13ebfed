// /admin/payments/{reference}: a payment with all raw responses of the gateway.
import { Alert, Button, Code, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { readPayment } from '@/shared/api/queries/backOffice'
import { formatDateTime, formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import { PersonLink } from '../people/person'
import { Crumbs } from '../ui/Crumbs'
import { moneyTexts } from './messages'
import styles from './money.module.css'
import { formatAmount, PaymentState } from './PaymentState'
import { paymentsKey, useReconcile } from './useReconcile'

type Found = Awaited<ReturnType<typeof readPayment>>

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

function factsOf(payment: Found): [name: string, value: ReactNode][] {
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

function outcomeOf({ won }: Found['disputes'][number]): string {
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
