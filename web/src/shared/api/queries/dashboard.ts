// The dashboard for administrators.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

const readDashboard = (months: number) =>
  ok(api.GET('/api/v1/admin/dashboard', { params: { query: { months } } })).then(({ data }) => data)

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>

/** The dashboard with a chart of this many months. */
export const dashboardQuery = (months: number) =>
  queryOptions({
    queryKey: ['dashboard', months],
    queryFn: () => readDashboard(months),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
