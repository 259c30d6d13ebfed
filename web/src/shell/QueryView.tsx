// A query's three faces: loading, failed (with a way to try again), data.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, toApiError } from '@/api/errors'
import { ErrorState } from '@/ui/ErrorState'
import { Loader } from '@/ui/Loader'

export function QueryView<Data>({
  query,
  message,
  failed,
  waiting = <Loader />,
  children,
}: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    const error = toApiError(query.error)
    const special = failed?.(error) ?? null
    if (special !== null) return special
    return <ErrorState message={message ?? error.errMessage} onRetry={() => query.refetch()} />
  }
  return waiting
}

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** Said instead of the server's words. */
  message?: string
  /** Shown for errors that have a way on of their own; null for any other. */
  failed?: (error: ApiError) => ReactNode
  /** Stands where the data will be, where its layout is known. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}
