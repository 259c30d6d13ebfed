// /admin/students/:id: everything about a student on one page, for support. Each tab loads when it
// is opened.
import { Badge, Button, Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { subscriptionsOf } from '@/shared/api/queries/backOffice'
import type { User } from '@/shared/api/types'
import { formatDate, formatPercent } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { useAddress } from '@/shared/lists/useListAddress'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { listKey } from '../lists/ServerList'
import { oneQuery } from '../resource/calls'
import type { Row } from '../resource/defineResource'
import { editPath } from '../resource/placed'
import kit from '../resource/resource.module.css'
import { admins } from '../resources/admins'
import { moderators } from '../resources/moderators'
import { students } from '../resources/studentAccounts'
import { Crumbs } from '../ui/Crumbs'
import { peopleTexts } from './messages'
import { PersonActions } from './PersonActions'
import { PersonSessions } from './PersonSessions'
import styles from './people.module.css'
import { AccountStatus, nameOf } from './person'
import { StudentAudit, StudentMails, StudentPayments } from './StudentHistory'
import { StudentPlans, StudentSubjects, StudentTests } from './StudentRecords'

export function StudentPage() {
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const query = useQuery(oneQuery(students, id))
  const title = query.data ? nameOf(query.data as unknown as User) : peopleTexts.student
  return (
    <Page
      title={title}
      crumbs={
        <Crumbs trail={[{ title: students.texts.many, to: students.screens.list }]} here={title} />
      }
      width={1240}
      actions={
        <Button
          component={Link}
          to={editPath(students, id)}
          state={{ list: pathname + search }}
          variant="default"
          leftSection={<Pencil size={16} aria-hidden />}
        >
          {peopleTexts.editDetails}
        </Button>
      }
    >
      <QueryView query={query}>{(record) => <Shown key={id} record={record} />}</QueryView>
    </Page>
  )
}

function Shown({ record }: { record: Row }) {
  const user = record as unknown as User
  // Links name people without their role.
  if (user.role === 'admin') return <Navigate replace to={editPath(admins, user._id)} />
  if (user.role === 'moderator') return <Navigate replace to={editPath(moderators, user._id)} />
  return (
    <div className={kit.beside}>
      <div>
        <Summary user={user} />
        <Records user={user} />
      </div>
      <div>
        <PersonActions record={record} />
      </div>
    </div>
  )
}

function Summary({ user }: { user: User }) {
  const { email, mobile_code, mobile_number, accountStatus, createdAt, extraTime } = user
  const plans = useQuery({
    queryKey: [...listKey('student-subscriptions'), user._id, 'active'],
    queryFn: async () => {
      const { data } = await subscriptionsOf(user._id, { page: 1, limit: 100 })
      return data.filter(({ status }) => status)
    },
  })
  return (
    <Panel component="section" aria-label={peopleTexts.summary}>
      <Group gap="xs" mb="md">
        <AccountStatus status={accountStatus} />
        {plans.data?.map(({ _id, exam, university, planName, expireAt }) => (
          <Badge key={_id} variant="light" tt="none" className={styles.plan ?? ''}>
            {peopleTexts.planUntil(
              [exam.title, university?.title].filter(Boolean).join(', '),
              planName,
              formatDate(expireAt),
            )}
          </Badge>
        ))}
        {plans.data?.length === 0 && (
          <Text c="dimmed" fz="sm">
            {peopleTexts.noActivePlan}
          </Text>
        )}
      </Group>
      <DescriptionList
        items={[
          [peopleTexts.email, email],
          [
            peopleTexts.mobile,
            mobile_number ? `+${mobile_code} ${mobile_number}` : peopleTexts.none,
          ],
          [peopleTexts.joined, formatDate(createdAt)],
          [
            peopleTexts.extraTime,
            extraTime > 0 ? `+${formatPercent(extraTime)}` : peopleTexts.none,
          ],
        ]}
      />
    </Panel>
  )
}

const tabs = ['tests', 'payments', 'plans', 'subjects', 'mails', 'sessions', 'audit'] as const
type Tab = (typeof tabs)[number]

const shown: Record<Tab, (user: User) => React.ReactNode> = {
  tests: ({ _id }) => <StudentTests id={_id} />,
  payments: ({ _id }) => <StudentPayments id={_id} />,
  plans: ({ _id }) => <StudentPlans id={_id} />,
  subjects: ({ _id }) => <StudentSubjects id={_id} />,
  mails: (user) => <StudentMails user={user} />,
  sessions: ({ _id }) => <PersonSessions user={_id} />,
  audit: ({ _id }) => <StudentAudit id={_id} />,
}

/** The open tab is in the address, so that it can be linked to. */
function Records({ user }: { user: User }) {
  const { params, change } = useAddress()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'tests'
  return (
    <Tabs
      value={tab}
      onChange={(next) => change({ tab: next === 'tests' ? '' : (next ?? '') }, true)}
      keepMounted={false}
      mt="lg"
    >
      <Tabs.List mb="md" className={styles.tabs ?? ''}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {peopleTexts.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {shown[name](user)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
