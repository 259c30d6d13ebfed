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
import { messages as app } from '../messages'
import { adminPaths } from '../paths'
import { messages as kit } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { words } from './messages'

type Message = Awaited<ReturnType<typeof contactMessages>>['rows'][number]

export function Messages() {
  const client = useQueryClient()
  const deletion = useDeletion<Message>({
    deleteOne: ({ _id }) => deleteContact(_id),
    nameOf: ({ subject }) => subject,
    deleted: words.deleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const actions: Column<Message> = {
    key: 'action',
    title: kit.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <RowActions name={row.subject} onDelete={() => deletion.ask([row])} disabled={false} />
    ),
  }
  return (
    <Page
      title={app.admin.contact}
      description={words.about}
      crumbs={<Crumbs here={app.admin.contact} />}
      width={1120}
      actions={<ExportMenu list="messages" />}
    >
      <Panel>
        <ServerList
          name="messages"
          label={app.admin.contact}
          columns={[...columnsNow(), actions]}
          read={contactMessages}
          sort="-createdAt"
          fresh
          filters={[
            {
              name: 'isReply',
              label: words.state,
              options: [
                { value: 'false', label: words.waiting },
                { value: 'true', label: words.answered },
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
    title: words.subject,
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
    title: words.from,
    sort: 'firstName',
    render: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  },
  { key: 'email', title: words.email, sort: 'email', render: (row) => row.email },
  {
    key: 'state',
    title: words.state,
    sort: 'isReply',
    render: ({ isReply }) => <Answered is={isReply} />,
  },
  {
    key: 'received',
    title: words.received,
    sort: 'createdAt',
    render: (row) => formatDateTime(row.createdAt),
  },
]

const Answered = ({ is }: { is: boolean }) => (
  <Badge variant="light" tt="none" miw="max-content" color={is ? 'brand' : 'sun'}>
    {is ? words.answered : words.waiting}
  </Badge>
)
