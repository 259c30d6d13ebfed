// A list of the bank: search, sorting, paging, editing and deleting.
import {
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey } from '@/shared/api/queries/bank'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { pageSizes } from '@/shared/ui/paging'
import { ChosenRows, useChosen } from '../resource/ChosenRows'
import type { ListAsk } from '../resource/calls'
import type { AnyFilter } from '../resource/defineResource'
import { isNarrowed, ListTools } from '../resource/ListTools'
import { resourceTexts } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import type { AllRows } from '../resource/types'
import { useListParams } from '../resource/useListParams'
import { useLastPage } from '../resource/useRows'
import { StatusSwitch } from '../ui/StatusSwitch'
import { useDeletion } from '../ui/useDeletion'
import { bankListTexts } from './messages'

export function BankList<Row extends StatusRow, Key extends QueryKey>(
  props: BankListProps<Row, Key>,
) {
  const { label, columns, nameOf, editPath, deleteOne, deleted, filters = [] } = props
  const sorts = [...columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort])), 'status']
  const { ask, show, clear } = useListParams({
    sorts,
    filters: filters.map(({ name }) => name),
  })
  const { page, limit, sort } = ask
  const query = useQuery(props.query(ask))
  const client = useQueryClient()
  const chosen = useChosen(ask, query.data?.data)
  const deletion = useDeletion<Row>({
    deleteOne: ({ _id }) => deleteOne(_id),
    nameOf,
    deleted,
    onDeleted: () => {
      chosen.clear()
      void client.invalidateQueries({ queryKey: bankKey })
    },
  })
  // Until the next page has loaded, the previous rows are shown read-only, so that only visible
  // rows can be deleted.
  const { isPlaceholderData: stale } = query
  const first = query.data?.first ?? 0
  useLastPage(query.data && { rows: query.data.data, total: query.data.total }, ask, (last) =>
    show({ page: last }, true),
  )
  const number: Column<Row> = {
    key: 'sr',
    title: bankListTexts.number,
    render: (_, index) => first + index + 1,
  }
  const status: Column<Row> = {
    key: 'status',
    title: bankListTexts.status,
    sort: 'status',
    render: (row) => (
      <StatusSwitch
        active={row.status}
        name={nameOf(row)}
        disabled={stale}
        change={(status) => props.update(row._id, { status, version: row.version })}
        onChanged={() => void client.invalidateQueries({ queryKey: bankKey })}
      />
    ),
  }
  const actions: Column<Row> = {
    key: 'action',
    title: resourceTexts.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <RowActions
        name={nameOf(row)}
        edit={editPath(row)}
        onDelete={() => deletion.ask([row])}
        disabled={stale}
      />
    ),
  }

  return (
    <Panel>
      <ListTools
        resource={{ searchable: true, filters, texts: { many: label } }}
        ask={ask}
        show={show}
        onClear={clear}
      />
      <DataTable
        label={label}
        columns={[number, ...columns, status, actions]}
        rows={query.data?.data}
        rowKey={(row) => row._id}
        busy={stale}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        selection={{
          chosen: chosen.ids,
          onChange: chosen.choose,
          labelOf: (row) => resourceTexts.selectRow(nameOf(row)),
          allLabel: resourceTexts.selectAll,
        }}
        sort={sort ?? ''}
        onSort={(next) => show({ sort: next, page: 1 })}
        paging={{
          page,
          limit,
          total: query.data?.total ?? 0,
          limits: pageSizes,
          onPage: (next) => show({ page: next }),
          onLimit: (next) => show({ limit: next, page: 1 }),
        }}
      />
      {props.changeAll?.({
        ask,
        total: query.data?.total ?? 0,
        isNarrowed: isNarrowed(ask),
        disabled: stale || query.data === undefined,
        onDone: chosen.clear,
      })}
      <ChosenRows
        rows={chosen.rows}
        disabled={stale}
        onDelete={deletion.ask}
        onClear={chosen.clear}
      >
        {!stale && props.bulk?.(chosen.rows, chosen.clear)}
      </ChosenRows>
      {deletion.dialog}
    </Panel>
  )
}

interface StatusRow {
  _id: string
  status: boolean
  version: number
}

interface BankListProps<Row, Key extends QueryKey> {
  /** "Questions" */
  label: string
  /** The columns between the number and the status. */
  columns: Column<Row>[]
  query: (ask: ListAsk) => UseQueryOptions<PageOf<Row>, Error, PageOf<Row>, Key>
  /** The filters that the server supports. */
  filters?: AnyFilter[]
  nameOf: (row: Row) => string
  editPath: (row: Row) => string
  deleteOne: (id: string) => Promise<unknown>
  /** The message after they were deleted. */
  deleted: string
  /** Changes the status of a row. */
  update: (id: string, changes: { status: boolean; version: number }) => Promise<unknown>
  /** A change to all rows that match, on all pages. */
  changeAll?: (all: AllRows) => ReactNode
  /** Further actions on the selected rows; `onDone` clears the selection. */
  bulk?: (rows: Row[], onDone: () => void) => ReactNode
}

interface PageOf<Row> {
  data: Row[]
  total: number
  /** The number of rows on previous pages. */
  first: number
}
