// The data of the public site, and its forms.
import { queryOptions } from '@tanstack/react-query'
import { api, keyed, ok } from '../client'
import type { ContactInput, HomeSettingChanges, KeepVisitorAnswers } from '../types'

export const newsDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['news', id],
    queryFn: () =>
      ok(api.GET('/api/v1/get-news-detail/{id}', { params: { path: { id } } })).then(
        ({ data }) => data,
      ),
  })

/** A page by its address; null if there is none. */
export const pageQuery = (page_url: string) =>
  queryOptions({
    queryKey: ['page', page_url],
    queryFn: () =>
      ok(api.GET('/api/v1/page/{page_url}', { params: { path: { page_url } } })).then(
        ({ data }) => data[0] ?? null,
      ),
  })

/** The footer's links to social networks and the app. */
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

/** Sends a contact message. The idempotency key prevents a second message. */
export const sendContact = (body: ContactInput, key: string) =>
  ok(api.POST('/api/v1/admin/contactus/add', { body, ...keyed(key) }))

/** The headings and texts of the home page. */
export const readHomeSetting = () =>
  ok(api.GET('/api/v1/admin/home-setting')).then(({ data }) => data)

/** Sends the changed texts. */
export const updateHomeSetting = (id: string, body: Partial<HomeSettingChanges>) =>
  ok(
    api.PUT('/api/v1/admin/home-setting/update/{id}', {
      params: { path: { id } },
      // The API document gives each text a default, which makes it required in the generated type.
      body: body as HomeSettingChanges,
    }),
  )

// The data of the home page, which the first script of every page prefetches.

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

// What visitors without an account can see and try of an exam, and the scores that they keep.

/** The questions of the first exam that has some; null without any. */
export const firstPaperQuery = queryOptions({
  queryKey: ['try'],
  queryFn: () => ok(api.GET('/api/v1/try')).then(({ data }) => data),
})

export const visitorPaperQuery = (exam: string) =>
  queryOptions({
    queryKey: ['try', exam],
    queryFn: () =>
      ok(api.GET('/api/v1/try/{exam}', { params: { path: { exam } } })).then(({ data }) => data),
  })

export const examPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ['exam-page', slug],
    queryFn: () =>
      ok(api.GET('/api/v1/exam-types/{slug}', { params: { path: { slug } } })).then(
        ({ data }) => data,
      ),
  })

export const visitorScoresKey = ['visitor-scores']

export const listVisitorScores = () =>
  ok(api.GET('/api/v1/me/visitor-scores')).then(({ data }) => data)

/** Has the server mark the answers. Sent again, they change nothing. */
export const keepVisitorAnswers = (body: KeepVisitorAnswers) =>
  ok(api.POST('/api/v1/me/visitor-scores', { body })).then(({ data }) => data)
