// Data for forms about people: countries with dial codes, and the minimum age.
import { queryOptions } from '@tanstack/react-query'
import { DAY } from '@/shared/i18n/format'
import { api, ok } from '../client'

/** Read once per page load, because neither changes. */
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

/** The latest date of birth of someone who is old enough, as `YYYY-MM-DD`. */
export const lastBirthday = (minAgeDays: number) =>
  new Date(Date.now() - minAgeDays * DAY).toISOString().slice(0, 10)
