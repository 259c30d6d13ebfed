// The money of this month, with the payments behind it.
import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Dashboard } from '@/shared/api/queries/dashboard'
import { formatMonth, formatNaira, plural } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { adminPaths } from '../paths'
import styles from './dashboard.module.css'
import { words } from './messages'

/** Kobo in a naira. */
const KOBO = 100

export function Money({ money }: { money: Dashboard['money'] }) {
  const { month, payments, amount, lastAmount } = money
  return (
    <Panel component="section" aria-labelledby="money">
      <Title id="money" order={2} fz="h3">
        {words.money}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {words.moneyHint(formatMonth(month, 'long'))}
      </Text>
      <Text className={styles.amount}>{formatNaira(amount / KOBO)}</Text>
      <Text fz="sm">
        <Link to={`${adminPaths.payments}?state=paid&from=${month}-01`}>
          {plural(words.paid, payments)}
        </Link>
        {` · ${words.lastMonth(formatNaira(lastAmount / KOBO))}`}
      </Text>
    </Panel>
  )
}
