// The dashboard for administrators.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => ok(api.GET('/api/v1/admin/dashboard')).then(({ data }) => data),
  staleTime: 0,
})
