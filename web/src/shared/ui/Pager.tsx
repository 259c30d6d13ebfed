// Which part of a list is shown, and buttons to the other pages.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import styles from './DataTable.module.css'
import { natural, pageSizes, usualSize } from './paging'

export const listTexts = {
  sortBy: 'Sort by',
  asListed: 'Default order',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  rowsOf: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  perPage: 'Rows per page',
  rows: (n: string) => `${n} per page`,
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  page: 'Page',
  ofPages: (pages: string) => `of ${pages}`,
}

/** With more pages than these, a page number can be typed. */
const FEW = 3

export interface Paging {
  /** The first page is 1. */
  page: number
  /** Rows per page. */
  limit: number
  /** Rows in all. */
  total: number
  /** Page sizes to choose from. */
  limits?: number[]
  onPage: (page: number) => void
  onLimit?: (limit: number) => void
}

export function Pager({ page, limit, total, limits, onPage, onLimit, busy }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const first = Math.min(total, (page - 1) * limit + 1)
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text c="dimmed" fz="sm" aria-live="polite">
        {busy
          ? common.loading
          : listTexts.rowsOf(
              formatNumber(first),
              formatNumber(Math.min(total, page * limit)),
              formatNumber(total),
            )}
      </Text>
      <Group gap="xs">
        {limits && onLimit && (
          <select
            className={styles.select}
            aria-label={listTexts.perPage}
            value={limit}
            onChange={(event) => onLimit(Number(event.currentTarget.value))}
          >
            {[...new Set([...limits, limit])].map((n) => (
              <option key={n} value={n}>
                {listTexts.rows(formatNumber(n))}
              </option>
            ))}
          </select>
        )}
        {pages > 1 && (
          <nav className={styles.pages} aria-label={listTexts.pages}>
            <Button
              size="xs"
              variant="default"
              data-do="previousPage"
              aria-label={listTexts.previousPage}
              disabled={page <= 1}
              onClick={() => onPage(page - 1)}
            >
              {common.previous}
            </Button>
            {pages > FEW ? (
              <PageField page={page} pages={pages} onPage={onPage} />
            ) : (
              <Text fz="sm">{listTexts.pageOf(formatNumber(page), formatNumber(pages))}</Text>
            )}
            <Button
              size="xs"
              variant="default"
              data-do="nextPage"
              aria-label={listTexts.nextPage}
              disabled={page >= pages}
              onClick={() => onPage(page + 1)}
            >
              {common.next}
            </Button>
          </nav>
        )}
      </Group>
    </Group>
  )
}

/** A page number to type; it goes there at Enter, and when the field is left. */
function PageField({ page, pages, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const wanted = Math.min(natural(typed, page), pages)
    setTyped(null)
    if (wanted !== page) onPage(wanted)
  }
  return (
    <label className={styles.typed}>
      {listTexts.page}
      <input
        className={styles.select}
        inputMode="numeric"
        size={4}
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
      />
      {listTexts.ofPages(formatNumber(pages))}
    </label>
  )
}

interface PageFieldProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

interface PagerProps extends Paging {
  /** Whether the page is loading. */
  busy: boolean
}

// Pages of rows that are all loaded already.

interface Pages<Row> {
  /** The rows of the current page. */
  shown: Row[]
  paging: Paging
  /** Called when the rows are replaced. */
  toFirst: () => void
}

export function usePages<Row>(rows: Row[], size = usualSize): Pages<Row> {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(size)
  const toFirst = () => setPage(1)
  return {
    shown: rows.slice((page - 1) * limit, page * limit),
    toFirst,
    paging: {
      page,
      limit,
      total: rows.length,
      limits: pageSizes,
      onPage: setPage,
      onLimit: (next) => {
        setLimit(next)
        toFirst()
      },
    },
  }
}
