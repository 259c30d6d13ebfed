// Results of tests: the list, the summary, the corrections, and the charts of mocks.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

export const resultsQuery = (userId: string, page: number, limit: number, sort = '-createdAt') =>
  queryOptions({
    queryKey: ['results', userId, page, limit, sort],
    queryFn: () =>
      ok(
        api.GET('/api/v1/get-results/{userId}', {
          params: { path: { userId }, query: { page, limit, sort } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const findResult = (quizId: string) =>
  ok(api.GET('/api/v1/get-result-data/{quizId}', { params: { path: { quizId } } }))

export const resultQuery = (quizId: string) =>
  queryOptions({ queryKey: ['result', quizId], queryFn: () => findResult(quizId) })

/** All corrections. */
export const correctionsQuery = (quizId: string) =>
  queryOptions({
    queryKey: ['corrections', quizId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-result-data-view/{quizId}', { params: { path: { quizId } } })),
  })

/** Which corrections of a result are read. */
export interface CorrectionsAsk {
  subject?: string
  outcome?: 'correct' | 'incorrect' | 'unseen' | 'missed'
  /** The weakest topics first; the order of the paper without it. */
  sort?: 'weakest'
  page?: number
  limit: number
}

/** A page of the corrections. */
export const findCorrections = (quizId: string, ask: CorrectionsAsk) =>
  ok(api.GET('/api/v1/get-result-data-view/{quizId}', { params: { path: { quizId }, query: ask } }))

/** The mocks of a student by exam, for the charts. */
export const mockAnalyticsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['results', 'mocks', userId],
    queryFn: () =>
      ok(
        api.GET('/api/v1/get-mock-results-analytics/{id}', { params: { path: { id: userId } } }),
      ).then(({ data }) => data),
  })
