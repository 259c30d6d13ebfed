// Holds every server row the screens show. Retries only what may pass by itself.
import { QueryClient } from '@tanstack/react-query'
import { toApiError } from './errors'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, thrown) => {
        const { offline, status } = toApiError(thrown)
        return count < 2 && (offline || status === 503)
      },
    },
  },
})
