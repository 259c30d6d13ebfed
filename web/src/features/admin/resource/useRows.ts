// The rows of a list: a page from the server, or a part of a whole list.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toApiError } from '@/shared/api/errors'
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
