// /admin/students/:id: everything about a student on one page, for support. Each tab loads when it
// is opened.
import { Anchor, Badge, Button, Group, Tabs, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import {
  auditPage,
  payments,
  resendMail,
  sentMails,
  subscriptionsOf,
} from '@/shared/api/queries/backOffice'
import type { AuditEntry, User } from '@/shared/api/types'
import { formatDate, formatDateTime, formatPercent } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { useAddress } from '@/shared/lists/useListAddress'
import type { Column } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import styles from '../admin.module.css'
import { auditColumns, EntryDrawer } from '../audit/EntryDrawer'
import { auditAbout, auditOfPerson } from '../audit/records'
import { listKey, PartList } from '../lists/ServerList'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { oneQuery } from '../resource/calls'
import type { Row } from '../resource/defineResource'
import { editPath } from '../resource/placed'
import { admins, moderators, students } from '../resources/people'
import { Crumbs } from '../ui/Crumbs'
import { formatAmount, MailState, PaymentState } from '../ui/StateBadges'
import { peopleTexts } from './messages'
import { PersonActions } from './PersonActions'
import { PersonSessions } from './PersonSessions'
import { AccountStatus, nameOf } from './person'
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
    <div className={styles.beside}>
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

type Payment = Awaited<ReturnType<typeof payments>>['rows'][number]
type Mail = Awaited<ReturnType<typeof sentMails>>['rows'][number]

/** What happened to a student: payments, mails, and the audit log. */
function StudentPayments({ id }: { id: string }) {
  return (
    <PartList
      title={peopleTexts.payments}
      name="student-payments"
      id={id}
      columns={paymentColumns()}
      empty={peopleTexts.noPayments}
      read={(ask) => payments({ ...ask, sort: '-createdAt', filters: { user: id } })}
    />
  )
}

const paymentColumns = (): Column<Payment>[] => [
  {
    key: 'on',
    title: peopleTexts.sentOn,
    main: true,
    render: ({ _id, createdAt }) => (
      <Anchor component={Link} to={adminPaths.payment(_id)} inherit>
        {formatDateTime(createdAt)}
      </Anchor>
    ),
  },
  { key: 'exam', title: peopleTexts.exam, render: ({ exam }) => exam.title },
  { key: 'plan', title: peopleTexts.plan, render: ({ planName }) => planName },
  {
    key: 'amount',
    title: peopleTexts.price,
    align: 'right',
    render: ({ amount, currency }) => formatAmount(amount, currency),
  },
  {
    key: 'state',
    title: peopleTexts.status,
    render: ({ state }) => <PaymentState state={state} />,
  },
]

/** The mails to the student's present address. */
function StudentMails({ user }: { user: User }) {
  return (
    <PartList
      title={peopleTexts.mails}
      name="student-mails"
      id={user._id}
      columns={mailColumns()}
      empty={peopleTexts.noMails}
      read={(ask) => sentMails({ ...ask, sort: '-queuedAt', filters: { address: user.email } })}
    />
  )
}

const mailColumns = (): Column<Mail>[] => [
  { key: 'subject', title: peopleTexts.subject, main: true, render: ({ subject }) => subject },
  { key: 'on', title: peopleTexts.sentOn, render: ({ queuedAt }) => formatDateTime(queuedAt) },
  {
    key: 'state',
    title: peopleTexts.status,
    render: ({ state, problem }) => (
      <>
        <MailState state={state} />
        {problem && (
          <Text fz="sm" mt={4}>
            {problem}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'action',
    title: resourceTexts.action,
    actions: true,
    align: 'right',
    render: (mail) => mail.canResend && <Resend mail={mail} />,
  },
]

function Resend({ mail: { _id, subject } }: { mail: Mail }) {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => resendMail(_id),
    onSuccess: ({ message }) => {
      notify.success(message)
      void client.invalidateQueries({ queryKey: listKey('student-mails') })
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={peopleTexts.resendMailOf(subject)}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      {peopleTexts.resendMail}
    </Button>
  )
}

/** The changes to the account, and to what belongs to it. */
function StudentAudit({ id }: { id: string }) {
  const [shown, setShown] = useState<AuditEntry | null>(null)
  return (
    <>
      <PartList
        title={peopleTexts.audit}
        name="student-audit"
        id={id}
        columns={auditColumns(setShown).map(({ sort: _, ...column }) => column)}
        empty={peopleTexts.noAudit}
        read={(ask) => auditPage({ ...ask, sort: '-at' }, { about: id })}
        action={
          <Group gap="md">
            <Anchor component={Link} to={auditAbout(id)} fz="sm">
              {peopleTexts.aboutPerson}
            </Anchor>
            <Anchor component={Link} to={auditOfPerson(id)} fz="sm">
              {peopleTexts.byPerson}
            </Anchor>
          </Group>
        }
      />
      <EntryDrawer entry={shown} onClose={() => setShown(null)} />
    </>
  )
}
