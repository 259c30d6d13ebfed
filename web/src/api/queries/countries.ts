// Countries with their dial codes.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

/** Asked for once a visit: countries do not change meanwhile. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: () => ok(api.GET('/api/v1/country')).then(({ countries }) => countries),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})
