// What visitors without an account can see and try of an exam, and the scores that they keep.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { KeepVisitorAnswers } from '../types'

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
