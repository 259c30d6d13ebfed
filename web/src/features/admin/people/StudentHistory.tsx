// What happened to a student: payments, mails, and the audit log.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { auditPage } from '@/shared/api/queries/audit'
import { payments, resendMail, sentMails } from '@/shared/api/queries/backOffice'
import type { AuditEntry, User } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { auditColumns } from '../audit/columns'
import { EntryDrawer } from '../audit/EntryDrawer'
import { auditAbout, auditOfPerson } from '../audit/records'
import { MailState } from '../inbox/MailState'
import { PartList } from '../lists/PartList'
import { listKey } from '../lists/ServerList'
import { formatAmount, PaymentState } from '../money/PaymentState'
import { adminPaths } from '../paths'
import { resourceTexts } from '../resource/messages'
import { peopleTexts } from './messages'

type Payment = Awaited<ReturnType<typeof payments>>['rows'][number]
type Mail = Awaited<ReturnType<typeof sentMails>>['rows'][number]

export function StudentPayments({ id }: { id: string }) {
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
export function StudentMails({ user }: { user: User }) {
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
export function StudentAudit({ id }: { id: string }) {
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
