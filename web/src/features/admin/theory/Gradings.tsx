// The completed gradings of a submission; the server only sends them to administrators.
import { Title } from '@mantine/core'
import type { Grading } from '@/shared/api/queries/grading'
import { formatDateTime, formatPercent } from '@/shared/i18n/format'
import { DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { nameOf } from '../people/nameOf'
import { messages as kit } from '../resource/messages'
import { words } from './messages'

export function Gradings({ of: { gradings } }: { of: Grading }) {
  if (gradings.length === 0) return null
  return (
    <Panel component="section" aria-label={words.gradings}>
      <Title order={2} fz="lg" mb="md">
        {words.gradings}
      </Title>
      <DataTable
        label={words.gradings}
        rows={gradings}
        rowKey={({ user, givenAt }) => `${user?._id} ${givenAt}`}
        columns={[
          {
            key: 'who',
            title: words.grader,
            main: true,
            render: ({ user }) => (user ? nameOf(user) : words.operator),
          },
          {
            key: 'total',
            title: words.total,
            align: 'right',
            render: ({ total }) => formatPercent(total),
          },
          { key: 'at', title: words.givenAt, render: ({ givenAt }) => formatDateTime(givenAt) },
          {
            key: 'counted',
            title: words.counted,
            render: ({ declared }) => (declared ? kit.yes : kit.no),
          },
        ]}
      />
    </Panel>
  )
}
