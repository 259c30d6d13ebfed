// /admin/subscribenewsletter: newsletter subscribers (spec 3 §2).
import { useQueryClient } from '@tanstack/react-query'
import { deleteSubscriber, newsletterSubscribers } from '@/shared/api/queries/backOffice'
import { formatDateTime } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ExportMenu } from '../lists/ExportMenu'
import { ServerList } from '../lists/ServerList'
import { adminTexts } from '../messages'
import { resourceTexts } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { inboxTexts } from './messages'

type Subscriber = Awaited<ReturnType<typeof newsletterSubscribers>>['rows'][number]

export function Newsletter() {
  const client = useQueryClient()
  const deletion = useDeletion<Subscriber>({
    deleteOne: ({ _id }) => deleteSubscriber(_id),
    nameOf: ({ email }) => email,
    deleted: inboxTexts.subscriberDeleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const columns: Column<Subscriber>[] = [
    {
      key: 'email',
      title: inboxTexts.email,
      sort: 'email',
      main: true,
      render: (row) => row.email,
    },
    {
      key: 'created',
      title: inboxTexts.subscribed,
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
      description={inboxTexts.subscribersAbout}
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
