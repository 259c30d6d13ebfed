// /admin/contactus: messages from visitors, and whether they have replies (spec 3 §2).
import { Anchor, Badge } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contactMessages, deleteContact } from '@/shared/api/queries/backOffice'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import { resourceTexts } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { inboxTexts } from './messages'

type Message = Awaited<ReturnType<typeof contactMessages>>['rows'][number]

export function Messages() {
  const client = useQueryClient()
  const deletion = useDeletion<Message>({
    deleteOne: ({ _id }) => deleteContact(_id),
    nameOf: ({ subject }) => subject,
    deleted: inboxTexts.deleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const actions: Column<Message> = {
    key: 'action',
    title: resourceTexts.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <RowActions name={row.subject} onDelete={() => deletion.ask([row])} disabled={false} />
    ),
  }
  return (
    <Page
      title={adminTexts.contact}
      description={inboxTexts.about}
      crumbs={<Crumbs here={adminTexts.contact} />}
      width={1120}
      actions={<ExportMenu list="messages" />}
    >
      <Panel>
        <ServerList
          name="messages"
          label={adminTexts.contact}
          columns={[...columnsNow(), actions]}
          read={contactMessages}
          sort="-createdAt"
          fresh
          filters={[
            {
              name: 'isReply',
              label: inboxTexts.state,
              options: [
                { value: 'false', label: inboxTexts.waiting },
                { value: 'true', label: inboxTexts.answered },
              ],
            },
          ]}
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}

const columnsNow = (): Column<Message>[] => [
  {
    key: 'subject',
    title: inboxTexts.subject,
    sort: 'subject',
    main: true,
    render: ({ _id, subject }) => (
      <Anchor component={Link} to={adminPaths.contactMessage(_id)} fw={600} inherit>
        {subject}
      </Anchor>
    ),
  },
  {
    key: 'from',
    title: inboxTexts.from,
    sort: 'firstName',
    render: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { key: 'email', title: inboxTexts.email, sort: 'email', render: (row) => row.email },
  {
    key: 'state',
    title: inboxTexts.state,
    sort: 'isReply',
    render: ({ isReply }) => <Answered is={isReply} />,
  },
  {
    key: 'received',
    title: inboxTexts.received,
    sort: 'createdAt',
    render: (row) => formatDateTime(row.createdAt),
  },
]

const Answered = ({ is }: { is: boolean }) => (
  <Badge variant="light" tt="none" miw="max-content" color={is ? 'brand' : 'sun'}>
    {is ? inboxTexts.answered : inboxTexts.waiting}
  </Badge>
)
