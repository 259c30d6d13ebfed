// The cache of server data. It retries only temporary failures, and never queues calls while
// offline: a call that cannot be sent fails immediately and visibly, instead of being sent later
// without being asked for.
import { QueryClient } from '@tanstack/react-query'
import { toApiError } from './errors'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // Refetching data is fine then; only actions must never be repeated automatically.
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (count, thrown) => {
        const { offline, reason, status } = toApiError(thrown)
        // The silent attempt has taken long enough.
        return count < 2 && ((offline && reason !== 'silent') || status === 503)
      },
    },
    mutations: { networkMode: 'always' },
  },
})
