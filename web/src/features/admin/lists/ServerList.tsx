// A list that is not a declared entity: searched, filtered, sorted and paged by the server, with
// its state in the address.

import { Group, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import type { ListQuery, PageQuery } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Page'
import { pageSizes, usualSize } from '@/shared/ui/paging'
import { EmptyState } from '@/shared/ui/states'
import { resourceTexts } from '../messages'
import { atInstants, resourceKey } from '../resource/calls'
import type { AnyFilter } from '../resource/defineResource'
import { isNarrowed, ListTools } from '../resource/ListParts'
import { useLastPage, useListParams } from '../resource/useRows'

export function ServerList<Row extends { _id: string }>(props: ServerListProps<Row>) {
  const { name, label, columns, read, filters = [], empty } = props
  const { ask, show, clear } = useListParams({
    sorts: columns.flatMap(({ sort }) => sort ?? []),
    ...(props.sort && { sort: props.sort }),
    filters: filters.map((one) => one.name),
  })
  const query = useQuery({
    queryKey: [...resourceKey, name, 'page', ask],
    queryFn: () => read({ ...ask, filters: atInstants(ask.filters) }),
    placeholderData: keepPreviousData,
    ...(props.fresh && { staleTime: 0 }),
  })
  useLastPage(query.data, ask, (page) => show({ page }, true))
  return (
    <>
      <ListTools
        resource={{ searchable: props.searchable ?? true, filters, texts: { many: label } }}
        ask={ask}
        show={show}
        onClear={clear}
      />
      <DataTable
        label={label}
        columns={columns}
        rows={query.data?.rows}
        rowKey={(row) => row._id}
        busy={query.isPlaceholderData}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        sort={ask.sort ?? ''}
        onSort={(sort) => show({ sort, page: 1 })}
        paging={{
          page: ask.page,
          limit: ask.limit,
          total: query.data?.total ?? 0,
          limits: pageSizes,
          onPage: (page) => show({ page }),
          onLimit: (limit) => show({ limit, page: 1 }),
        }}
        empty={
          isNarrowed(ask) ? (
            <EmptyState title={common.noRecords}>{resourceTexts.nothingFits}</EmptyState>
          ) : (
            (empty ?? <EmptyState title={common.noRecords} />)
          )
        }
      />
    </>
  )
}

/** Invalidates all queries of this list. */
export const listKey = (name: string) => [...resourceKey, name] as const

interface ServerListProps<Row> {
  /** Unique among all lists. */
  name: string
  /** "Payments" */
  label: string
  columns: Column<Row>[]
  read: (ask: ListQuery) => Promise<{ rows: Row[]; total: number }>
  filters?: AnyFilter[]
  searchable?: boolean
  /** The initial sort order. */
  sort?: string
  /** Refetched on every visit. */
  fresh?: boolean
  empty?: ReactNode
}

/** A short list on a page about something else, 10 per page. Its page is not in the address. */
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
  read: (ask: PageQuery) => Promise<{ rows: Row[]; total: number }>
  action?: ReactNode
  /** The text of an empty list. */
  empty?: string
}
