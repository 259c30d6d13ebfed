// A short list on a page about something else, 10 per page. Its page is not in the address.
import { Group, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import type { PageAsk } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { usualSize } from '@/shared/ui/paging'
import { listKey } from './ServerList'

export function PartList<Row extends { _id: string }>(props: PartListProps<Row>) {
  const { title, name, id, columns, read, action, empty } = props
  const [{ page, limit }, setAsk] = useState({ page: 1, limit: usualSize })
  const query = useQuery({
    queryKey: [...listKey(name), id, page, limit],
    queryFn: () => read({ page, limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel component="section" aria-label={title}>
      <Group justify="space-between" mb="md">
        <Title order={2} fz="lg">
          {title}
        </Title>
        {action}
      </Group>
      <DataTable
        label={title}
        columns={columns}
        rows={query.data?.rows}
        rowKey={(row) => row._id}
        busy={query.isPlaceholderData}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={empty ?? common.noRecords} />}
        {...((query.data?.total ?? 0) > usualSize && {
          paging: {
            page,
            limit,
            total: query.data?.total ?? 0,
            onPage: (next: number) => setAsk({ page: next, limit }),
          },
        })}
      />
    </Panel>
  )
}

interface PartListProps<Row> {
  title: string
  /** Unique among all lists. */
  name: string
  /** The record that it is about. */
  id: string
  columns: Column<Row>[]
  read: (ask: PageAsk) => Promise<{ rows: Row[]; total: number }>
  action?: ReactNode
  /** The text of an empty list. */
  empty?: string
}
