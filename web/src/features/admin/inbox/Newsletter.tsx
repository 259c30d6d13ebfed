// /admin/subscribenewsletter: newsletter subscribers (spec 3 §2).
import { useQueryClient } from '@tanstack/react-query'
import { deleteSubscriber, newsletterSubscribers } from '@/shared/api/queries/backOffice'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { messages as app } from '../messages'
import { messages as kit } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { words } from './messages'

type Subscriber = Awaited<ReturnType<typeof newsletterSubscribers>>['rows'][number]

export function Newsletter() {
  const client = useQueryClient()
  const deletion = useDeletion<Subscriber>({
    deleteOne: ({ _id }) => deleteSubscriber(_id),
    nameOf: ({ email }) => email,
    deleted: words.subscriberDeleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const columns: Column<Subscriber>[] = [
    { key: 'email', title: words.email, sort: 'email', main: true, render: (row) => row.email },
    {
      key: 'created',
      title: words.subscribed,
      sort: 'createdAt',
      render: (row) => formatDateTime(row.createdAt),
    },
    {
      key: 'action',
      title: kit.action,
      align: 'right',
      actions: true,
      render: (row) => (
        <RowActions name={row.email} onDelete={() => deletion.ask([row])} disabled={false} />
      ),
    },
  ]
  return (
    <Page
      title={app.admin.newsletter}
      description={words.subscribersAbout}
      crumbs={<Crumbs here={app.admin.newsletter} />}
      actions={<ExportMenu list="newsletter" />}
    >
      <Panel>
        <ServerList
          name="subscribers"
          label={app.admin.newsletter}
          columns={columns}
          read={newsletterSubscribers}
          sort="-createdAt"
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}
