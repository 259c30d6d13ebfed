// What somebody has to see to, each with the way to its screen; what does not wait is not shown.
import { Text, Title } from '@mantine/core'
import { type UseQueryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import {
  CircleCheck,
  CreditCard,
  Flag,
  type LucideIcon,
  MessageSquare,
  Repeat,
  SquarePen,
} from 'lucide-react'
import { Link } from 'react-router'
import {
  type Waiting as Amount,
  waitingChangesQuery,
  waitingMessagesQuery,
  waitingPaymentsQuery,
  waitingReportsQuery,
  waitingTheoriesQuery,
} from '@/api/queries/dashboard'
import type { Forms } from '@/i18n/catalogue'
import { formatNumber, plural } from '@/i18n/format'
import { Loader } from '@/ui/Loader'
import { Panel } from '@/ui/Panel'
import { adminPaths } from '../paths'
import styles from './dashboard.module.css'
import { words } from './messages'

interface Task {
  icon: LucideIcon
  says: Forms
  to: string
  query: UseQueryOptions<Amount, Error, Amount, string[]>
}

/** The days in which a payment that failed is still of interest. */
const RECENT = 30

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

function tasks(): Task[] {
  const since = daysAgo(RECENT)
  const payments = (state: string, more = '') => `${adminPaths.payments}?state=${state}${more}`
  return [
    {
      icon: SquarePen,
      says: words.theories,
      to: adminPaths.userTheories,
      query: waitingTheoriesQuery,
    },
    { icon: Flag, says: words.reports, to: adminPaths.reports, query: waitingReportsQuery },
    {
      icon: Repeat,
      says: words.changes,
      to: adminPaths.registeredSubjects,
      query: waitingChangesQuery,
    },
    {
      icon: MessageSquare,
      says: words.messages,
      to: adminPaths.contactUs,
      query: waitingMessagesQuery,
    },
    {
      icon: CreditCard,
      says: words.mismatched,
      to: payments('mismatched'),
      query: waitingPaymentsQuery('mismatched'),
    },
    {
      icon: CreditCard,
      says: words.disputed,
      to: payments('disputed'),
      query: waitingPaymentsQuery('disputed'),
    },
    {
      icon: CreditCard,
      says: words.failed,
      to: payments('failed', `&from=${since}`),
      query: waitingPaymentsQuery('failed', since),
    },
  ]
}

export function Waiting() {
  const all = tasks()
  const results: UseQueryResult<Amount>[] = useQueries({ queries: all.map(({ query }) => query) })
  const shown = all.flatMap((task, i) => {
    const result = results[i]
    return result && (result.isError || (result.data?.count ?? 0) > 0) ? [{ task, result }] : []
  })
  return (
    <Panel component="section" aria-labelledby="waiting">
      <Title id="waiting" order={2} fz="h3">
        {words.waiting}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {words.waitingHint}
      </Text>
      {results.some(({ isPending }) => isPending) ? (
        <Loader />
      ) : shown.length === 0 ? (
        <Text className={styles.calm}>
          <CircleCheck size={18} aria-hidden />
          {words.nothing}
        </Text>
      ) : (
        <ul className={styles.tasks}>
          {shown.map(({ task, result }) => (
            <li key={task.says.other}>
              <Link to={task.to}>
                <task.icon size={18} aria-hidden />
                <Says task={task} amount={result.data} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Says({ task: { says }, amount }: { task: Task; amount: Amount | undefined }) {
  if (!amount) {
    return (
      <span>
        {says.other}: {words.notCounted}
      </span>
    )
  }
  const { count, more } = amount
  const number = formatNumber(count)
  return (
    <>
      <b>{more ? words.more(number) : number}</b>
      <span>{plural(says, more ? count + 1 : count)}</span>
    </>
  )
}
