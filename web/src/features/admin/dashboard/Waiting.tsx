// Waiting work, each item with a link to its screen. Empty items are not shown.
import { Text, Title } from '@mantine/core'
import {
  CircleCheck,
  CreditCard,
  Eye,
  Flag,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  Repeat,
  SquarePen,
} from 'lucide-react'
import { Link } from 'react-router'
import type { Waiting as Amounts } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { adminPaths, unsettled } from '../paths'
import styles from './dashboard.module.css'
import { dashboardTexts } from './messages'

interface Task {
  name: keyof Amounts
  icon: LucideIcon
  to: string
}

const tasks: Task[] = [
  { name: 'theories', icon: SquarePen, to: adminPaths.userTheories },
  { name: 'reports', icon: Flag, to: adminPaths.reports },
  { name: 'needsLook', icon: Eye, to: adminPaths.needsLook },
  {
    name: 'changeRequests',
    icon: Repeat,
    to: `${adminPaths.registeredSubjects}?changeRequested=true`,
  },
  { name: 'messages', icon: MessageSquare, to: `${adminPaths.contactUs}?isReply=false` },
  { name: 'payments', icon: CreditCard, to: `${adminPaths.payments}?state=${unsettled}` },
  { name: 'failedMails', icon: MailWarning, to: `${adminPaths.mails}?state=failed` },
]

export function Waiting({ amounts }: { amounts: Amounts }) {
  const waiting = tasks.filter(({ name }) => amounts[name] > 0)
  return (
    <Panel component="section" aria-labelledby="waiting">
      <Title id="waiting" order={2} fz="h3">
        {dashboardTexts.waiting}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {dashboardTexts.waitingHint}
      </Text>
      {waiting.length === 0 ? (
        <Text className={styles.calm}>
          <CircleCheck size={18} aria-hidden />
          {dashboardTexts.nothing}
        </Text>
      ) : (
        <ul className={styles.tasks}>
          {waiting.map(({ name, icon: Icon, to }) => (
            <li key={name}>
              <Link to={to}>
                <Icon size={18} aria-hidden />
                <b>{formatNumber(amounts[name])}</b>
                <span>{plural(dashboardTexts[name], amounts[name])}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
