// What the forms for the data of a person have to know: countries with their dial codes, and the least age.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

/** Asked for once a visit: neither changes meanwhile. */
export const personFactsQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: () => ok(api.GET('/api/v1/country')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const countriesQuery = queryOptions({
  ...personFactsQuery,
  select: ({ countries }) => countries,
})

const DAY = 24 * 60 * 60 * 1000

/** The last day on which somebody may be born who is old enough now, as `YYYY-MM-DD`. */
export const lastBirthday = (minAgeDays: number) =>
  new Date(Date.now() - minAgeDays * DAY).toISOString().slice(0, 10)
