// Which page of a list is shown, kept in the address, so that Back and a link find it again.
import { useSearchParams } from 'react-router'
import type { ListAsk } from '@/api/queries/bank'

/** `sorts` are the fields that the list can be sorted by; any other in the address is none. */
export function useListParams(sorts: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const ask: ListAsk = {
    page: natural(params.get('page'), 1),
    limit: Math.min(natural(params.get('limit'), 10), 100),
    sort: knownSort(params.get('sort'), sorts),
    q: params.get('q') ?? undefined,
  }
  /** Shows the list with these changes; what becomes nothing leaves the address. */
  const show = (next: Partial<ListAsk>, replace = false) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(next)) {
          if (value) after.set(name, String(value))
          else after.delete(name)
        }
        return after
      },
      { replace },
    )
  return { ask, show }
}

function knownSort(sort: string | null, sorts: readonly string[]): string | undefined {
  return sort !== null && sorts.includes(sort.replace(/^-/, '')) ? sort : undefined
}

function natural(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise
}
