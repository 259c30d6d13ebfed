// Results of submitted tests: the list, the summary, the corrections, a student's own grades, and
// what all of them say together.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { GivenGrade } from '../types'

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

export const resultQuery = (quizId: string) =>
  queryOptions({
    queryKey: ['result', quizId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-result-data/{quizId}', { params: { path: { quizId } } })),
  })

export const correctionsQuery = (quizId: string) =>
  queryOptions({
    queryKey: ['corrections', quizId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-result-data-view/{quizId}', { params: { path: { quizId } } })),
  })

/** Keeps a student's grades of their own theory answers; those left out stay as they are. */
export const submitGrades = (userId: string, quizId: string, reviewed: GivenGrade[]) =>
  ok(api.PUT('/api/v1/submit-grade-result', { body: { userId, quizId, reviewed } }))

/** The mocks of a student by exam, for the charts. */
export const mockAnalyticsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['results', 'mocks', userId],
    queryFn: () =>
      ok(
        api.GET('/api/v1/get-mock-results-analytics/{id}', { params: { path: { id: userId } } }),
      ).then(({ data }) => data),
  })

/** The caller's topics of an exam by the accuracy of the last 90 days, the worst first. */
export const weakTopicsQuery = (examId: string) =>
  queryOptions({
    queryKey: ['results', 'weak-topics', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/me/weak-topics', { params: { query: { examId } } })).then(
        ({ data }) => data,
      ),
  })
