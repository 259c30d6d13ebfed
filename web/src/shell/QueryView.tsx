// A query's three faces: loading, failed (with a way to try again), data.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '@/api/errors'
import { ErrorState } from '@/ui/ErrorState'
import { Loader } from '@/ui/Loader'

export function QueryView<Data>({ query, message, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <ErrorState
        message={message ?? toApiError(query.error).errMessage}
        onRetry={() => query.refetch()}
      />
    )
  }
  return <Loader />
}

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** Said instead of the server's words. */
  message?: string
  children: (data: Data) => ReactNode
}
