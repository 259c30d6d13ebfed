// The shown part of a list, stored in the address, so that Back and links restore it.
import { tryStorage } from '@/shared/device/tryStorage'
import { useAddress } from '@/shared/lists/useListAddress'
import { natural, pageSizes, usualSize } from '@/shared/ui/paging'
import type { ListAsk } from './calls'

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
