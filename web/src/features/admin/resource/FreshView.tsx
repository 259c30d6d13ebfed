// Shows a record for editing, always freshly read because the cache may be outdated.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '@/shared/lazy/QueryView'
import { Loader } from '@/shared/ui/Loader'

export function FreshView<Data>({ query, children }: FreshViewProps<Data>) {
  return (
    <QueryView query={query}>
      {(data) => (query.isFetchedAfterMount ? children(data) : <Loader />)}
    </QueryView>
  )
}

interface FreshViewProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}
