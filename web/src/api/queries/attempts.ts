// Attempts: what is running, what could be sat, and starting one. The test window's own
// calls (saving, revealing, submitting) live with it.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { AskPaper, StartAttempt } from '../types'

export const runningAttemptsQuery = queryOptions({
  queryKey: ['attempts', 'running'],
  queryFn: () =>
    ok(api.GET('/api/v1/attempts', { params: { query: { state: 'running' } } })).then(
      ({ data }) => data,
    ),
  // It is started and ended in another window.
  refetchOnWindowFocus: 'always',
})

export const createAttempt = (body: StartAttempt) => ok(api.POST('/api/v1/attempts', { body }))

/** How many questions there are for a year, by subject; never the questions themselves. */
export const countYearQuestions = (body: AskPaper) =>
  ok(api.POST('/api/v1/get-year-questions', { body: { ...body, countsOnly: true } }))

/** How many questions a mock could draw from, by subject. */
export const countMockQuestions = (body: AskPaper) =>
  ok(api.POST('/api/v1/get-mock-questions', { body: { ...body, countsOnly: true } }))
