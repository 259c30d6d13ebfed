// What the public site shows, and what its visitors send.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import { keyed } from '../idempotency'
import type { ContactInput, HomeSettingChanges } from '../types'

export const newsDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['news', id],
    queryFn: () =>
      ok(api.GET('/api/v1/get-news-detail/{id}', { params: { path: { id } } })).then(
        ({ data }) => data,
      ),
  })

/** A page by its address; null where there is none. */
export const pageQuery = (page_url: string) =>
  queryOptions({
    queryKey: ['page', page_url],
    queryFn: () =>
      ok(api.GET('/api/v1/page/{page_url}', { params: { path: { page_url } } })).then(
        ({ data }) => data[0] ?? null,
      ),
  })

/** The social networks and the app that the footer links to. */
export const siteLinksQuery = queryOptions({
  queryKey: ['site-links'],
  queryFn: () => ok(api.GET('/api/v1/site-links')).then(({ data }) => data),
  staleTime: 60 * 60 * 1000,
})

export const faqsQuery = queryOptions({
  queryKey: ['faqs'],
  queryFn: () => ok(api.GET('/api/v1/faqs')).then(({ data }) => data),
})

export const subscribeNewsletter = (email: string) =>
  ok(api.POST('/api/v1/admin/subscribenewsletter/add', { body: { email } }))

/** Sends a message to us. Sending it again under the same key makes no second message. */
export const sendContact = (body: ContactInput, key: string) =>
  ok(api.POST('/api/v1/admin/contactus/add', { body, ...keyed(key) }))

/** The headings and texts of the home page. */
export const readHomeSetting = () =>
  ok(api.GET('/api/v1/admin/home-setting')).then(({ data }) => data)

/** Changes the texts that the body names. */
export const updateHomeSetting = (id: string, body: Partial<HomeSettingChanges>) =>
  ok(
    api.PUT('/api/v1/admin/home-setting/update/{id}', {
      params: { path: { id } },
      // The document gives each text a default, which its type takes for one that is needed.
      body: body as HomeSettingChanges,
    }),
  )
