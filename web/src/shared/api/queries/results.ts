// Results of tests: the list, the summary, the corrections, and the charts of mocks.
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

// A student's own grades of theory answers, weak topics, today's session, forecast,
// and exam date.

/** Saves a student's grades of their own theory answers; missing ones stay unchanged. */
export const submitGrades = (userId: string, quizId: string, reviewed: GivenGrade[]) =>
  ok(api.PUT('/api/v1/submit-grade-result', { body: { userId, quizId, reviewed } }))

/** The caller's topics of an exam by accuracy over the last 90 days, worst first. */
export const weakTopicsQuery = (examId: string) =>
  queryOptions({
    queryKey: ['results', 'weak-topics', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/me/weak-topics', { params: { query: { examId } } })).then(
        ({ data }) => data,
      ),
  })

/** The caller's forecast for an exam: the score to expect if it were today. */
export const forecastQuery = (examId: string) =>
  queryOptions({
    queryKey: ['results', 'forecast', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/me/forecast', { params: { query: { examId } } })).then(
        ({ data }) => data,
      ),
  })

/** What the caller's session of today holds in an exam. */
export const todayQuery = (examId: string) =>
  queryOptions({
    queryKey: ['results', 'today', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/me/today', { params: { query: { examId } } })).then(({ data }) => data),
  })

/** The questions of an exam that the caller keeps missing, with their answers. */
export const toLearnQuery = (examId: string) =>
  queryOptions({
    queryKey: ['results', 'to-learn', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/me/to-learn', { params: { query: { examId } } })).then(
        ({ data }) => data,
      ),
  })

/** Sets the date of the caller's exam (`YYYY-MM-DD`), or removes it. */
export const setExamDate = (examId: string, date: string | null) =>
  ok(api.PUT('/api/v1/me/exams/{examId}/date', { params: { path: { examId } }, body: { date } }))

/** Sets the caller's score in the real exam, out of 400, or removes it. */
export const setRealScore = (examId: string, score: number | null) =>
  ok(
    api.PUT('/api/v1/me/exams/{examId}/real-score', {
      params: { path: { examId } },
      body: { score },
    }),
  )
