// Question reports, for the student who sends them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { ReportReason } from '../types'

export interface NewReport {
  question: string
  reason: ReportReason
  words: string
}

export const sendReport = (body: NewReport) => ok(api.POST('/api/v1/reports', { body }))

/** The caller's own reports and their decisions, newest first. */
export const myReportsQuery = (page: number, limit: number) =>
  queryOptions({
    queryKey: ['my-reports', page, limit],
    queryFn: () => ok(api.GET('/api/v1/me/reports', { params: { query: { page, limit } } })),
    placeholderData: keepPreviousData,
  })
