// The rows of a list: a page from the server, or a part of a whole list; with what its address asks
// for, and how many rows a page has.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toApiError } from '@/shared/api/errors'
import { tryStorage } from '@/shared/device/tryStorage'
import { useAddress } from '@/shared/lists/useListAddress'
import { natural, pageSizes, usualSize } from '@/shared/ui/paging'
import { type ListAsk, listPath, pageQuery, type Rows, wholeQuery } from './calls'
import type { AnyColumn, Resource, Row } from './defineResource'

export function useRows(resource: Resource, ask: ListAsk, onPage: (page: number) => void) {
  const page = useQuery({ ...pageQuery(resource, ask), enabled: !resource.whole })
  const whole = useQuery({ ...wholeQuery(listPath(resource)), enabled: resource.whole })
  const query = resource.whole ? whole : page
  const data: Rows | undefined =
    query.data && (resource.whole ? pageOf(resource, query.data.rows, ask) : query.data)

  useLastPage(data, ask, onPage)
  return {
    rows: data?.rows,
    total: data?.total ?? 0,
    /** These are the previous rows until the new ones have loaded. */
    stale: query.isPlaceholderData,
    error: query.isError ? toApiError(query.error).errMessage : null,
    retry: () => void query.refetch(),
  }
}

/** A page beyond the end, after deletions or from an old address, redirects to the last page. */
export function useLastPage(
  data: { rows: unknown[]; total: number } | undefined,
  { page, limit }: Pick<ListAsk, 'page' | 'limit'>,
  onPage: (page: number) => void,
) {
  const last = data && data.rows.length === 0 ? Math.max(1, Math.ceil(data.total / limit)) : page
  useEffect(() => {
    if (last < page) onPage(last)
  })
}

// Searches, filters, sorts and pages a short list in the browser.

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The rows for a query, and the total number. */
export function pageOf(resource: Resource, rows: Row[], ask: ListAsk): Rows {
  const kept = keptOf(resource, rows, ask)
  const first = (ask.page - 1) * ask.limit
  return { rows: kept.slice(first, first + ask.limit), total: kept.length }
}

/** The last result for these rows, so that paging and selecting do not sort again. */
const made = new WeakMap<Row[], { key: string; kept: Row[] }>()

function keptOf(resource: Resource, rows: Row[], ask: ListAsk): Row[] {
  const key = JSON.stringify([resource.name, ask.sort, ask.q, ask.filters])
  const last = made.get(rows)
  if (last?.key === key) return last.kept
  const fitting = rows.filter((row) => fits(resource, row, ask))
  const kept = sorted(resource, fitting, ask.sort)
  made.set(rows, { key, kept })
  return kept
}

function fits({ columns, filters, title }: Resource, row: Row, { q, filters: asked }: ListAsk) {
  const wanted = q?.toLocaleLowerCase()
  return (
    filters.every(({ name, keeps }) => !asked[name] || keeps?.(row, asked[name])) &&
    (!wanted ||
      [title(row), ...columns.map((column) => textOf(column, row))].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      ))
  )
}

function sorted({ columns }: Resource, rows: Row[], sort: string | undefined): Row[] {
  const column = columns.find(({ name }) => name === sort?.replace(/^-/, ''))
  if (!column) return rows
  const turn = sort?.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => turn * words.compare(textOf(column, a), textOf(column, b)))
}

/** The content of a cell as plain text. */
function textOf({ name, text }: AnyColumn, row: Row): string {
  const value = row[name]
  return text ? text(value) : value === null || value === undefined ? '' : String(value)
}

// The shown part of a list, stored in the address, so that Back and links restore it.

/** The parameters that a list supports; others in the address are ignored. */
interface ListLimits {
  /** The fields that the list can be sorted by. */
  sorts: readonly string[]
  /** The initial sort order. */
  sort?: string
  /** Page sizes; the first is the default until another one was chosen. */
  limits?: readonly number[]
  /** The supported filters. */
  filters?: readonly string[]
  /** Whether navigation is blocked, so that a change may never happen. */
  held?: boolean
}

export function useListParams({ sorts, sort, limits = pageSizes, filters = [], held }: ListLimits) {
  const { params, change } = useAddress(held)
  const ask: ListAsk = {
    page: natural(params.get('page'), 1),
    limit: rowsPerPage(params.get('limit'), limits),
    sort: knownSort(params.get('sort'), sorts) ?? (sort || undefined),
    q: params.get('q') || undefined,
    filters: Object.fromEntries(
      filters.flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  /** Shows the list with these changes; empty parameters are removed from the address. */
  const show = ({ filters: narrowed, ...next }: Partial<ListAsk>, replace?: boolean) => {
    if (next.limit !== undefined) rememberRowsPerPage(next.limit)
    change({ ...next, ...narrowed }, replace)
  }
  /** Removes search and filters. */
  const clear = () =>
    show({ q: '', page: 1, filters: Object.fromEntries(filters.map((name) => [name, ''])) })
  return { ask, show, clear }
}

function knownSort(sort: string | null, sorts: readonly string[]): string | undefined {
  return sort !== null && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined
}

// The rows per page of the back office's lists: the size chosen last, remembered on this device.

const KEY = 'sabi-rows-per-page'

/**
 * The size in an address, if the list offers it; otherwise the size chosen last, or the list's
 * first size.
 */
export function rowsPerPage(inAddress: string | null, sizes: readonly number[]): number {
  const kept = tryStorage(() => localStorage.getItem(KEY)) ?? null
  const asked = [inAddress, kept].map((text) => natural(text, 0))
  return asked.find((size) => sizes.includes(size)) ?? sizes[0] ?? usualSize
}

export const rememberRowsPerPage = (size: number) =>
  tryStorage(() => localStorage.setItem(KEY, String(size)))
