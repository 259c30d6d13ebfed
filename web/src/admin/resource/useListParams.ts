// Which part of a list is shown, kept in the address, so that Back and a link find it again.
import { useAddress } from '@/shell/useListAddress'
import { natural, pageSizes, usualSize } from '@/ui/paging'
import type { ListAsk } from './calls'

/** What a list can be asked for; anything else in the address is as good as nothing. */
export interface ListLimits {
  /** The fields that the list can be sorted by. */
  sorts: readonly string[]
  /** The order that it begins in. */
  sort?: string
  /** Page sizes, the first at first. */
  limits?: readonly number[]
  /** What it can be narrowed by. */
  filters?: readonly string[]
  /** Whether a change is held up, so that it may never come. */
  held?: boolean
}

export function useListParams({ sorts, sort, limits = pageSizes, filters = [], held }: ListLimits) {
  const { params, change } = useAddress(held)
  const first = limits[0] ?? usualSize
  const limit = natural(params.get('limit'), first)
  const ask: ListAsk = {
    page: natural(params.get('page'), 1),
    limit: limits.includes(limit) ? limit : first,
    sort: knownSort(params.get('sort'), sorts) ?? (sort || undefined),
    q: params.get('q') || undefined,
    filters: Object.fromEntries(
      filters.flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  /** Shows the list with these changes; what becomes nothing leaves the address. */
  const show = ({ filters: narrowed, ...next }: Partial<ListAsk>, replace?: boolean) =>
    change({ ...next, ...narrowed }, replace)
  /** Shows all of it again. */
  const clear = () =>
    show({ q: '', page: 1, filters: Object.fromEntries(filters.map((name) => [name, ''])) })
  return { ask, show, clear }
}

function knownSort(sort: string | null, sorts: readonly string[]): string | undefined {
  return sort !== null && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined
}
