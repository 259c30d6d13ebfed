// What a student does about results: their own grades of theory answers, the topics to work on, and the day
// of their exam.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { GivenGrade } from '../types'

/** Keeps a student's grades of their own theory answers; those left out stay as they are. */
export const submitGrades = (userId: string, quizId: string, reviewed: GivenGrade[]) =>
  ok(api.PUT('/api/v1/submit-grade-result', { body: { userId, quizId, reviewed } }))

/** The caller's topics of an exam by the accuracy of the last 90 days, the worst first. */
export const weakTopicsQuery = (examId: string) =>
  queryOptions({
    queryKey: ['results', 'weak-topics', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/me/weak-topics', { params: { query: { examId } } })).then(
        ({ data }) => data,
      ),
  })

/** Keeps the day on which the caller sits an exam (`YYYY-MM-DD`), or takes it away. */
export const setExamDate = (examId: string, date: string | null) =>
  ok(api.PUT('/api/v1/me/exams/{examId}/date', { params: { path: { examId } }, body: { date } }))
