// A list whose page, size and order stand in the address, so that Back and a reload keep them.
import { useSearchParams } from 'react-router'
import type { Paging } from '@/ui/Pager'
import { pageSizes } from '@/ui/paging'

interface Asked {
  page: number
  limit: number
}

/** `read` takes an address for what the list can show. */
export function useListAddress<A extends Asked>(read: (params: URLSearchParams) => A) {
  const [params, setParams] = useSearchParams()
  const asked = read(params)
  /** Asks otherwise, from the first page on unless it names one. */
  const ask = (next: Record<string, string>) =>
    setParams({ ...Object.fromEntries(params), page: '1', ...next })
  const paging = (total: number, limits = pageSizes): Paging => ({
    page: asked.page,
    limit: asked.limit,
    total,
    limits,
    onPage: (page) => ask({ page: String(page) }),
    onLimit: (limit) => ask({ limit: String(limit) }),
  })
  return { asked, ask, paging }
}
