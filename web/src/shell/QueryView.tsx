// A query's three faces: loading, failed (with a way to try again), data.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, toApiError } from '@/api/errors'
import { ErrorState } from '@/ui/ErrorState'
import { Loader } from '@/ui/Loader'

export function QueryView<Data>({ query, message, failed, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    const error = toApiError(query.error)
    const special = failed?.(error) ?? null
    if (special !== null) return special
    return <ErrorState message={message ?? error.errMessage} onRetry={() => query.refetch()} />
  }
  return <Loader />
}

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** Said instead of the server's words. */
  message?: string
  /** Shown for errors that have a way on of their own; null for any other. */
  failed?: (error: ApiError) => ReactNode
  children: (data: Data) => ReactNode
}
