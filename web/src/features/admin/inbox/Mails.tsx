// /admin/mails: the mails that Sabi sends and their states, including failed ones.
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  deleteSubscriber,
  dismissMail,
  newsletterSubscribers,
  sentMails,
} from '@/shared/api/queries/backOffice'
import { common } from '@/shared/i18n/common'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import { ExportMenu } from '../lists/ExportMenu'
import { listKey, ServerList } from '../lists/ServerList'
import { adminTexts, resourceTexts } from '../messages'
import { RowActions } from '../resource/ListParts'
import { Crumbs } from '../ui/Crumbs'
import { MailState, mailStates, mailStateTexts } from '../ui/StateBadges'
import { useDeletion } from '../ui/useDeletion'

/** The texts of mails and subscribers. */
export const mailListTexts = {
  email: 'Email',
  subscribersAbout: 'People who get news by email.',
  subscribed: 'Subscribed',
  subscriberDeleted: 'Subscribe Newsletter deleted successfully',
  mailsAbout: 'Mails from Sabi. If one could not be sent, it shows why. Check the address first.',
  recipient: 'To',
  mailState: 'State',
  written: 'Created',
  fromDay: 'From date',
  toDay: 'To date',
  noMails: 'No mails yet.',
  dismissed: 'Mail deleted successfully.',
}

type Mail = Awaited<ReturnType<typeof sentMails>>['rows'][number]

export function Mails() {
  const client = useQueryClient()
  const deletion = useDeletion<Mail>({
    deleteOne: ({ _id }) => dismissMail(_id),
    nameOf: ({ to }) => to,
    deleted: mailListTexts.dismissed,
    onDeleted: () => void client.invalidateQueries({ queryKey: listKey('mails') }),
  })
  const actions: Column<Mail> = {
    key: 'actions',
    title: resourceTexts.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <RowActions
        name={row.to}
        onDelete={row.state === 'failed' ? () => deletion.ask([row]) : undefined}
        disabled={false}
      />
    ),
  }
  return (
    <Page
      title={adminTexts.mails}
      description={mailListTexts.mailsAbout}
      crumbs={<Crumbs here={adminTexts.mails} />}
      width={1120}
    >
      <Panel>
        <ServerList
          name="mails"
          label={adminTexts.mails}
          columns={[...columnsNow(), actions]}
          read={sentMails}
          searchable={false}
          sort="-queuedAt"
          fresh
          filters={[
            {
              name: 'state',
              label: mailListTexts.mailState,
              options: mailStates.map(({ value, word }) => ({
                value,
                label: mailStateTexts[word],
              })),
            },
            { name: 'from', label: mailListTexts.fromDay, day: true },
            { name: 'to', label: mailListTexts.toDay, day: true },
          ]}
          empty={<EmptyState title={common.noRecords}>{mailListTexts.noMails}</EmptyState>}
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}

const columnsNow = (): Column<Mail>[] => [
  {
    key: 'to',
    title: mailListTexts.recipient,
    main: true,
    render: ({ to, subject }) => (
      <>
        {to}
        <Text fz="sm" c="dimmed">
          {subject}
        </Text>
      </>
    ),
  },
  {
    key: 'state',
    title: mailListTexts.mailState,
    sort: 'state',
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
    key: 'queuedAt',
    title: mailListTexts.written,
    sort: 'queuedAt',
    render: ({ queuedAt }) => formatDateTime(queuedAt),
  },
]

type Subscriber = Awaited<ReturnType<typeof newsletterSubscribers>>['rows'][number]

/** /admin/subscribenewsletter: newsletter subscribers (spec 3 §2). */
export function Newsletter() {
  const client = useQueryClient()
  const deletion = useDeletion<Subscriber>({
    deleteOne: ({ _id }) => deleteSubscriber(_id),
    nameOf: ({ email }) => email,
    deleted: mailListTexts.subscriberDeleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const columns: Column<Subscriber>[] = [
    {
      key: 'email',
      title: mailListTexts.email,
      sort: 'email',
      main: true,
      render: (row) => row.email,
    },
    {
      key: 'created',
      title: mailListTexts.subscribed,
      sort: 'createdAt',
      render: (row) => formatDateTime(row.createdAt),
    },
    {
      key: 'action',
      title: resourceTexts.action,
      align: 'right',
      actions: true,
      render: (row) => (
        <RowActions name={row.email} onDelete={() => deletion.ask([row])} disabled={false} />
      ),
    },
  ]
  return (
    <Page
      title={adminTexts.newsletter}
      description={mailListTexts.subscribersAbout}
      crumbs={<Crumbs here={adminTexts.newsletter} />}
      actions={<ExportMenu list="newsletter" />}
    >
      <Panel>
        <ServerList
          name="subscribers"
          label={adminTexts.newsletter}
          columns={columns}
          read={newsletterSubscribers}
          sort="-createdAt"
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}
