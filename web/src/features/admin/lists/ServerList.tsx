// A list that is not a declared entity: searched, filtered, sorted and paged by the server, with
// its state in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '@/shared/api/errors'
import { common } from '@/shared/i18n/common'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { pageSizes } from '@/shared/ui/paging'
import { type ListAsk, resourceKey } from '../resource/calls'
import type { AnyFilter } from '../resource/defineResource'
import { isNarrowed, ListTools } from '../resource/ListTools'
import { resourceTexts } from '../resource/messages'
import { useListParams } from '../resource/useListParams'
import { useLastPage } from '../resource/useRows'
import { atInstants } from './days'

export function ServerList<Row extends { _id: string }>(props: ServerListProps<Row>) {
  const { name, label, columns, read, filters = [], limits = pageSizes, empty } = props
  const { ask, show, clear } = useListParams({
    sorts: columns.flatMap(({ sort }) => sort ?? []),
    ...(props.sort && { sort: props.sort }),
    limits,
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
          limits: [...limits],
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
  read: (ask: ListAsk) => Promise<{ rows: Row[]; total: number }>
  filters?: AnyFilter[]
  searchable?: boolean
  /** The initial sort order. */
  sort?: string
  limits?: readonly number[]
  /** Refetched on every visit. */
  fresh?: boolean
  empty?: ReactNode
}
