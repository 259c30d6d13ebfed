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
import { messages as app } from '../messages'
import { adminPaths } from '../paths'
import { PersonLink } from '../people/person'
import { Crumbs } from '../ui/Crumbs'
import { words } from './messages'
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
  const list = { title: app.admin.payments, to: adminPaths.payments }
  return (
    <Page
      title={words.payment}
      description={reference}
      crumbs={<Crumbs trail={[list]} here={reference} />}
      actions={
        <Button
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {words.ask}
        </Button>
      }
    >
      <QueryView query={query}>
        {(payment) => (
          <Stack gap="lg">
            {payment.gateway === 'sandbox' && <Alert color="sun">{words.sandbox}</Alert>}
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
            <Panel component="section" aria-label={words.answers}>
              <Title order={2} fz="lg" mb="md">
                {words.answers}
              </Title>
              {payment.answers.length === 0 ? (
                <Text c="dimmed">{words.noAnswers}</Text>
              ) : (
                <Stack>
                  {payment.answers.map(({ at, from, text }, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two may come at one moment
                    <div key={i}>
                      <Text fz="sm" fw={600} mb={4}>
                        {words[from]}
                        <Text span c="dimmed" fw={400} ml="xs">
                          {formatDateTime(at)}
                        </Text>
                      </Text>
                      <Code
                        block
                        className={styles.answer}
                        tabIndex={0}
                        role="region"
                        aria-label={words.answerName(
                          formatNumber(i + 1),
                          words[from],
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
    [words.state, <PaymentState key="state" state={payment.state} />],
    ...(message ? [[words.why, message] satisfies [string, string]] : []),
    [words.amount, formatAmount(payment.amount, currency)],
    [words.student, <PersonLink key="student" of={user} />],
    [words.exam, payment.exam.title],
    ...(university ? [[words.university, university.title] satisfies [string, string]] : []),
    [words.plan, payment.planName],
    [words.subscription, payment.subscription ? words.hasGiven : words.notGiven],
    [words.gateway, payment.gateway],
    [words.begun, formatDateTime(payment.createdAt)],
    ...(paidAt ? [[words.paidAt, formatDateTime(paidAt)] satisfies [string, string]] : []),
    ...(refunds.length > 0
      ? [
          [
            words.refunds,
            refunds
              .map((one) => words.refundOf(formatAmount(one.amount, currency), one.reference))
              .join(', '),
          ] satisfies [string, string],
        ]
      : []),
    ...(disputes.length > 0
      ? [[words.dispute, disputes.map(outcomeOf).join(', ')] satisfies [string, string]]
      : []),
    [words.checks, formatNumber(payment.checks)],
    [words.due, dueAt ? formatDateTime(dueAt) : words.never],
  ]
}

function outcomeOf({ won }: Found['disputes'][number]): string {
  if (won === null) return words.disputeOpen
  return won ? words.disputeWon : words.disputeLost
}

/** Formats JSON over several lines; other texts stay unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
