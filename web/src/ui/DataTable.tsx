// The one table: columns, rows, paging and page size; becomes a list of cards on a phone.
import type { ReactNode } from 'react'
import { messages } from '@/messages'
import styles from './DataTable.module.css'
import { EmptyState } from './EmptyState'
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
  /** Current sort as the list call takes it: `field` or `-field`. */
  sort?: string
  onSort?: (sort: string) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, paging, sort, onSort } = props
  if (rows.length === 0 && (paging?.page ?? 1) === 1) {
    return empty ?? <EmptyState title={messages.common.noRecords} />
  }
  return (
    <>
      <table aria-label={label} className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
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
      {paging && <Pager {...paging} />}
    </>
  )
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
