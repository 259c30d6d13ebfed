// The three states of a query: loading, failed (with a "Try again" button), and data.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { ErrorState, Loader } from '@/shared/ui/states'

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
    // Without a network, says that this was never opened here (shared/offline/queryStore.ts).
    const text = error.reason === 'never-read' ? undefined : message
    return <ErrorState message={text ?? error.errMessage} onRetry={() => query.refetch()} />
  }
  return waiting
}

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** Shown instead of the server's message. */
  message?: string
  /** Renders errors that need a screen of their own; returns null for all others. */
  failed?: (error: ApiError) => ReactNode
  /** Shown while loading, where the layout of the data is known. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}
