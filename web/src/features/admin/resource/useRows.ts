// The rows of a list: a page from the server, or a part of a whole list; with what its address asks
// for, and how many rows a page has.

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toApiError } from '@/shared/api/errors'
import type { ListQuery } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { useAddress } from '@/shared/lists/useListAddress'
import { natural, pageSizes, usualSize } from '@/shared/ui/paging'
import { listPath, pageQuery, type Rows, wholeQuery } from './calls'
import type { Resource } from './defineResource'
import { pageOf } from './wholeList'

export function useRows(resource: Resource, ask: ListQuery, onPage: (page: number) => void) {
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
  { page, limit }: Pick<ListQuery, 'page' | 'limit'>,
  onPage: (page: number) => void,
) {
  const last = data && data.rows.length === 0 ? Math.max(1, Math.ceil(data.total / limit)) : page
  useEffect(() => {
    if (last < page) onPage(last)
  })
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
  isBlocked?: boolean
}

export function useListParams({
  sorts,
  sort,
  limits = pageSizes,
  filters = [],
  isBlocked,
}: ListLimits) {
  const { params, change } = useAddress(isBlocked)
  const ask: ListQuery = {
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
  const show = ({ filters: narrowed, ...next }: Partial<ListQuery>, replace?: boolean) => {
    if (next.limit !== undefined) rememberRowsPerPage(next.limit, limits)
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

// The rows per page of the back office's lists: the size chosen last among lists that offer the same
// sizes, remembered on this device.

const keyOf = (sizes: readonly number[]) => `sabi-rows-per-page-${sizes.join('-')}`

/**
 * The size in an address, if the list offers it; otherwise the size chosen last, or the list's
 * first size.
 */
export function rowsPerPage(inAddress: string | null, sizes: readonly number[]): number {
  const kept = tryStorage(() => localStorage.getItem(keyOf(sizes))) ?? null
  const asked = [inAddress, kept].map((text) => natural(text, 0))
  return asked.find((size) => sizes.includes(size)) ?? sizes[0] ?? usualSize
}

export const rememberRowsPerPage = (size: number, sizes: readonly number[]) =>
  tryStorage(() => localStorage.setItem(keyOf(sizes), String(size)))
