// Holds every server row the screens show. Retries only what may pass by itself, and holds
// nothing back while offline: what cannot be sent fails at once, where it can be seen,
// instead of firing unasked when the connection is back.
import { QueryClient } from '@tanstack/react-query'
import { toApiError } from './errors'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // Reading anew is welcome then; only what acts must never act by itself.
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (count, thrown) => {
        const { offline, reason, status } = toApiError(thrown)
        // Silence has taken long enough.
        return count < 2 && ((offline && reason !== 'silent') || status === 503)
      },
    },
    mutations: { networkMode: 'always' },
  },
})
