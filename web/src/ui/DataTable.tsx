// The one table: columns, rows, paging and page size; becomes a list of cards on a phone.
import { Group, NativeSelect, Pagination, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '@/messages'
import styles from './DataTable.module.css'
import { EmptyState } from './EmptyState'

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

export interface Paging {
  page: number
  limit: number
  total: number
  /** Page sizes to choose from. */
  limits?: number[]
  onPage: (page: number) => void
  onLimit?: (limit: number) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, empty, paging, sort, onSort } = props
  if (rows.length === 0 && (paging?.page ?? 1) === 1) {
    return empty ?? <EmptyState title={messages.common.noRecords} />
  }
  return (
    <>
      <Table aria-label={label} className={styles.table} verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.key} data-label={column.title} ta={column.align}>
                  {column.render(row, index)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {paging && <Pager {...paging} />}
    </>
  )
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const field = column.sort
  if (!field || !onSort) return <Table.Th ta={column.align}>{column.title}</Table.Th>
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  return (
    <Table.Th ta={column.align} aria-sort={direction}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
      >
        {column.title}
        <span aria-hidden>{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
      </button>
    </Table.Th>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

function Pager({ page, limit, total, limits, onPage, onLimit }: Paging) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const first = Math.min(total, (page - 1) * limit + 1)
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text c="dimmed" fz="sm" aria-live="polite">
        {first} to {Math.min(total, page * limit)} of {total}
      </Text>
      <Group gap="sm">
        {limits && onLimit && (
          <NativeSelect
            aria-label="Rows per page"
            size="xs"
            value={String(limit)}
            data={limits.map((n) => ({ value: String(n), label: `${n} per page` }))}
            onChange={(event) => onLimit(Number(event.currentTarget.value))}
          />
        )}
        {pages > 1 && (
          <Pagination
            size="sm"
            value={page}
            total={pages}
            siblings={0}
            onChange={onPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(n) => ({ 'aria-label': `Page ${n}` })}
          />
        )}
      </Group>
    </Group>
  )
}
