// The data of the home page. A separate module, because the first script of every page prefetches
// it.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

/** The banners of the home page; for administrators the server also returns inactive ones. */
export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: () =>
    ok(api.GET('/api/v1/admin/banners', { params: { query: { limit: 0, status: 'true' } } })).then(
      ({ banners }) => banners,
    ),
})

export const homeSettingQuery = queryOptions({
  queryKey: ['home-setting'],
  queryFn: () => ok(api.GET('/api/v1/admin/home-setting')).then(({ data }) => data),
})

export const testimonialsQuery = queryOptions({
  queryKey: ['testimonials'],
  queryFn: () => ok(api.GET('/api/v1/get-testimonials')).then(({ testimonials }) => testimonials),
})

/** All news without their texts, oldest first. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: () => ok(api.GET('/api/v1/get-news-list')).then(({ data }) => data),
})
