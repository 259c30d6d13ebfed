// A student's own grades of theory answers, weak topics, and exam date.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { GivenGrade } from '../types'

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

/** Sets the date of the caller's exam (`YYYY-MM-DD`), or removes it. */
export const setExamDate = (examId: string, date: string | null) =>
  ok(api.PUT('/api/v1/me/exams/{examId}/date', { params: { path: { examId } }, body: { date } }))
