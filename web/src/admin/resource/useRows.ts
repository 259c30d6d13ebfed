// The rows that a list shows: a page from the server, or a part of a list that is read whole.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toApiError } from '@/api/errors'
import { type ListAsk, listPath, pageQuery, type Rows, wholeQuery } from './calls'
import type { Resource } from './defineResource'
import { pageOf } from './inBrowser'

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
    /** They are those of an earlier call, until the new ones are there. */
    stale: query.isPlaceholderData,
    error: query.isError ? toApiError(query.error).errMessage : null,
    retry: () => void query.refetch(),
  }
}

/** A page beyond the last one, its rows deleted or the address an old one, leads to the last. */
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
