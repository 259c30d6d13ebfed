// The one table: columns, rows, paging and page size; becomes a list of cards on a phone.
import type { ReactNode } from 'react'
import styles from './DataTable.module.css'
import { EmptyState } from './EmptyState'
import { messages } from './messages'
import { Pager, type Paging } from './Pager'

export interface Column<Row> {
  /** Unique in the table. */
  key: string
  title: string
  render: (row: Row, index: number) => ReactNode
  align?: 'left' | 'right' | 'center'
  /** Sort field of the list call; the heading becomes a button. */
  sort?: string
}

export interface DataTableProps<Row> {
  /** Names the table for assistive technology. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  empty?: ReactNode
  paging?: Paging
  /** The rows are those of an earlier call, until the new ones are there: nothing of them works. */
  busy?: boolean
  /** Current sort as the list call takes it: `field` or `-field`. */
  sort?: string
  onSort?: (sort: string) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, paging, busy = false, sort, onSort } = props
  if (rows.length === 0 && (paging?.page ?? 1) === 1) {
    return empty ?? <EmptyState title={messages.common.noRecords} />
  }
  return (
    <>
      {onSort && <SortField columns={columns} sort={sort ?? ''} onSort={onSort} />}
      <table aria-label={label} aria-busy={busy || undefined} className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody inert={busy}>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} data-label={column.title} data-align={column.align}>
                  {column.render(row, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {paging && <Pager {...paging} busy={busy} />}
    </>
  )
}

/** Where the headings are hidden, on a phone, the order is chosen here. */
function SortField<Row>({ columns, sort, onSort }: SortFieldProps<Row>) {
  const orders = columns.flatMap(({ title, sort: field }) =>
    field === undefined
      ? []
      : [
          { value: field, name: `${title}, ascending` },
          { value: `-${field}`, name: `${title}, descending` },
        ],
  )
  if (orders.length === 0) return null
  return (
    <label className={styles.sortField}>
      Sort by
      <select value={sort} onChange={(event) => onSort(event.currentTarget.value)}>
        {!orders.some(({ value }) => value === sort) && <option value={sort}>As listed</option>}
        {orders.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SortFieldProps<Row> {
  columns: Column<Row>[]
  sort: string
  onSort: (sort: string) => void
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const field = column.sort
  if (!field || !onSort)
    return (
      <th scope="col" data-align={column.align}>
        {column.title}
      </th>
    )
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  return (
    <th scope="col" data-align={column.align} aria-sort={direction}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
      >
        {column.title}
        <span aria-hidden>{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
      </button>
    </th>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}
