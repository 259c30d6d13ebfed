// A list whose page, size, order and search stand in the address, so that Back, a reload and a link
// find them again.
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Paging } from '@/ui/Pager'
import { pageSizes } from '@/ui/paging'

type Changes = Record<string, string | number | undefined>

/**
 * The address's parameters, and the way to change some of them. While a change is `held` up, it may
 * never come.
 */
export function useAddress(held = false) {
  const [params, setParams] = useSearchParams()
  // What was asked for last, also while the router is on its way there and by a search that has
  // waited for the fingers to rest: two changes in a row are both kept.
  const latest = useRef(params)
  useEffect(() => {
    if (!held) latest.current = params
  }, [params, held])
  /** What becomes nothing leaves the address, as does the first page, where a list begins anyway. */
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

interface Asked {
  page: number
  limit: number
}

/** `read` takes an address for what the list can show. */
export function useListAddress<A extends Asked>(read: (params: URLSearchParams) => A) {
  const { params, change } = useAddress()
  const asked = read(params)
  /** Asks otherwise, from the first page on unless it names one. */
  const ask = (changes: Changes, replace?: boolean) => change({ page: 1, ...changes }, replace)
  const paging = (total: number, limits = pageSizes): Paging => ({
    page: asked.page,
    limit: asked.limit,
    total,
    limits,
    onPage: (page) => ask({ page }),
    onLimit: (limit) => ask({ limit }),
  })
  return { asked, ask, paging }
}
