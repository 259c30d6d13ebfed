// The shown part of a list, stored in the address, so that Back and links restore it.
import { useAddress } from '@/shared/lists/useListAddress'
import { natural, pageSizes } from '@/shared/ui/paging'
import { rememberRowsPerPage, rowsPerPage } from '../lists/rowsPerPage'
import type { ListAsk } from './calls'

/** The parameters that a list supports; others in the address are ignored. */
export interface ListLimits {
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
