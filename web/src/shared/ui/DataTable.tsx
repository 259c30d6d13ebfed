// The table of all lists: columns, rows, selection, paging and page size; cards on a phone.
import { memo, type ReactNode } from 'react'
import { common } from '@/shared/i18n/common'
import styles from './DataTable.module.css'
import { listTexts, Pager, type Paging } from './Pager'
import { EmptyState, ErrorState, Skeleton } from './states'

export interface Column<Row> {
  /** Unique in the table. */
  key: string
  title: string
  render: (row: Row, index: number) => ReactNode
  align?: 'left' | 'right' | 'center'
  /** The list call's name of this sort field; the heading becomes a button. */
  sort?: string
  /** Whether this column identifies the row: it is the heading of the card on a phone. */
  main?: boolean
  /** Whether this column holds the row's buttons. */
  actions?: boolean
  /**
   * Its place in the compact card that a row is on a phone: beside the heading, or in the small line
   * below it, there with its title where the value alone does not say what it is. A table with one
   * such column has compact cards.
   */
  compact?: 'aside' | 'line' | 'named'
}

/** The selected rows, and the labels of the checkboxes. */
interface Selection<Row> {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** "Select Physics" */
  labelOf: (row: Row) => string
  /** Label of the checkbox that selects all rows of the page. */
  allLabel: string
  /** Whether a row can be selected; all can without this. */
  mayChoose?: (row: Row) => boolean
}

export interface DataTableProps<Row> {
  /** Label of the table for assistive technology. */
  label: string
  /** The same array as long as nothing in it changes: a new one renders every cell again. */
  columns: Column<Row>[]
  /** Undefined until the first rows are loaded. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string
  empty?: ReactNode
  /** Why loading failed; the rows loaded earlier stay visible below it. */
  error?: string | null
  onRetry?: () => void
  selection?: Selection<Row>
  paging?: Paging
  /**
   * Whether the rows are from an earlier call, while new ones load; they cannot be used meanwhile.
   */
  busy?: boolean
  /** Current sort in the list call's form: `field` or `-field`. */
  sort?: string
  onSort?: (sort: string) => void
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, error, onRetry, empty, paging } = props
  const failed = error ? <ErrorState message={error} {...(onRetry && { onRetry })} /> : null
  if (rows === undefined) return failed ?? <TableSkeleton />
  const nothing = rows.length === 0 && (paging?.page ?? 1) === 1
  if (nothing && !failed) return empty ?? <EmptyState title={common.noRecords} />
  return (
    <>
      {failed && <div className={styles.failed}>{failed}</div>}
      {!nothing && <Rows {...props} rows={rows} />}
    </>
  )
}

/** Placeholder rows, until the first are loaded. */
export const TableSkeleton = () => <Skeleton count={6} height={44} />

function Rows<Row>(props: DataTableProps<Row> & { rows: Row[] }) {
  const { label, columns, rows, rowKey, selection, paging, busy = false, sort, onSort } = props
  const chooseAll = selection && (
    <ChooseAll
      {...selection}
      keys={rows.filter((row) => selection.mayChoose?.(row) ?? true).map(rowKey)}
      disabled={busy}
    />
  )
  return (
    <>
      {(onSort || chooseAll) && (
        <div className={styles.phoneTools}>
          {onSort && <SortField columns={columns} sort={sort ?? ''} onSort={onSort} />}
          {chooseAll}
        </div>
      )}
      <div className={styles.scroll} data-scrolls>
        <table
          aria-label={label}
          aria-busy={busy || undefined}
          className={styles.table}
          data-compact={columns.some(({ compact }) => compact) || undefined}
        >
          <thead>
            <tr>
              {chooseAll && (
                <th scope="col" className={styles.box} data-box>
                  {chooseAll}
                </th>
              )}
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody inert={busy}>
            {rows.map((row, index) => (
              <tr key={rowKey(row)} data-chosen={selection?.chosen.has(rowKey(row)) || undefined}>
                {selection && (
                  <td className={styles.box} data-box>
                    {(selection.mayChoose?.(row) ?? true) && (
                      <ChooseRow {...selection} row={row} id={rowKey(row)} />
                    )}
                  </td>
                )}
                <Cells row={row} index={index} columns={columns} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {paging && <Pager {...paging} busy={busy} />}
    </>
  )
}

/** Memoised, so that selecting a row or reading the same rows again renders no cell. */
const Cells = memo(function Cells({ row, index, columns }: CellsProps<unknown>) {
  return columns.map((column) => (
    <td
      key={column.key}
      data-label={column.title}
      data-align={column.align}
      data-main={column.main || undefined}
      data-actions={column.actions || undefined}
      data-compact={column.compact}
    >
      {column.render(row, index)}
    </td>
  ))
}) as <Row>(props: CellsProps<Row>) => ReactNode

interface CellsProps<Row> {
  row: Row
  index: number
  columns: Column<Row>[]
}

/** Chooses the order on a phone, where the headings are not shown. */
function SortField<Row>({ columns, sort, onSort }: SortFieldProps<Row>) {
  const orders = columns.flatMap(({ title, sort: field }) =>
    field === undefined
      ? []
      : [
          { value: field, name: listTexts.ascending(title) },
          { value: `-${field}`, name: listTexts.descending(title) },
        ],
  )
  if (orders.length === 0) return null
  return (
    <label className={styles.sortField}>
      {listTexts.sortBy}
      <select value={sort} onChange={(event) => onSort(event.currentTarget.value)}>
        {!orders.some(({ value }) => value === sort) && (
          <option value={sort}>{listTexts.asListed}</option>
        )}
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
  const { sort: field, title, align, main, actions } = column
  const sorts = field !== undefined && onSort
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  return (
    <th
      scope="col"
      data-align={align}
      data-main={main || undefined}
      data-actions={actions || undefined}
      aria-sort={sorts ? direction : undefined}
    >
      {sorts ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}
        >
          {title}
          <span aria-hidden>{{ ascending: ' ↑', descending: ' ↓', none: '' }[direction]}</span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

/**
 * The checkboxes that select rows of a table: one, or all of the page. The browser's own, because
 * every page with a table has to load them.
 */
function ChooseRow<Row>({ chosen, onChange, labelOf, row, id }: ChooseRowProps<Row>) {
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        aria-label={labelOf(row)}
        checked={chosen.has(id)}
        onChange={(event) => {
          const next = new Set(chosen)
          if (event.currentTarget.checked) next.add(id)
          else next.delete(id)
          onChange(next)
        }}
      />
    </label>
  )
}

interface ChooseRowProps<Row> extends Selection<Row> {
  row: Row
  id: string
}

function ChooseAll<Row>(props: ChooseAllProps<Row>) {
  const { chosen, onChange, allLabel, keys, disabled } = props
  const some = keys.some((key) => chosen.has(key))
  const all = keys.length > 0 && keys.every((key) => chosen.has(key))
  return (
    <label className={styles.choose}>
      <input
        type="checkbox"
        checked={all}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = some && !all
        }}
        onChange={() => {
          const next = new Set(chosen)
          for (const key of keys) next[all ? 'delete' : 'add'](key)
          onChange(next)
        }}
      />
      <span className={styles.allWords}>{allLabel}</span>
    </label>
  )
}

interface ChooseAllProps<Row> extends Selection<Row> {
  keys: string[]
  disabled: boolean
}
