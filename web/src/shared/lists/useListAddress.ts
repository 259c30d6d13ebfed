// A list whose page, size, order and search are in the address, so that Back, a reload and a link
// restore them.
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Paging } from '@/shared/ui/Pager'

type Changes = Record<string, string | number | undefined>

/**
 * The address's parameters, and a function that changes some of them. `isBlocked`: a leave guard blocks
 * navigation, so a requested change may never happen.
 */
export function useAddress(isBlocked = false) {
  const [params, setParams] = useSearchParams()
  // The parameters asked for last, also while the router is still navigating, and for a delayed
  // search: two changes in a row are both kept.
  const latest = useRef(params)
  useEffect(() => {
    if (!isBlocked) latest.current = params
  }, [params, isBlocked])
  /** Empty values are removed from the address, and so is page 1, the default. */
  const change = (changes: Changes, replace = false) => {
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(changes)) {
      if (value && !(name === 'page' && value === 1)) next.set(name, String(value))
      else next.delete(name)
    }
    latest.current = next
    setParams(next, { replace })
  }
  return { params, change }
}

interface ListParams {
  page: number
  limit: number
}

/** `read` converts the address's parameters to those that the list accepts. */
export function useListAddress<A extends ListParams>(read: (params: URLSearchParams) => A) {
  const { params, change } = useAddress()
  const asked = read(params)
  /** Changes the parameters, and goes to the first page unless they name one. */
  const ask = (changes: Changes, replace?: boolean) => change({ page: 1, ...changes }, replace)
  const paging = (total: number, limits: number[]): Paging => ({
    page: asked.page,
    limit: asked.limit,
    total,
    limits,
    onPage: (page) => ask({ page }),
    onLimit: (limit) => ask({ limit }),
  })
  return { asked, ask, paging }
}
