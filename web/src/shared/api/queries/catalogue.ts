// The catalogue: exams, modes of assessment, instructions, topics.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'

const hour = 60 * 60 * 1000

export const examTypesQuery = queryOptions({
  queryKey: ['exam-types'],
  queryFn: () => ok(api.GET('/api/v1/exam-types')).then(({ data }) => data),
})

export const assessmentsQuery = queryOptions({
  queryKey: ['assessments'],
  queryFn: () => ok(api.GET('/api/v1/get-assessments')).then(({ data }) => data),
  staleTime: hour,
})

export const instructionQuery = (examId: string) =>
  queryOptions({
    queryKey: ['instruction', examId],
    queryFn: () =>
      ok(api.GET('/api/v1/get-exam-instruction/{id}', { params: { path: { id: examId } } })).then(
        ({ data }) => data,
      ),
  })

export const topicsQuery = (subjectId: string) =>
  queryOptions({
    queryKey: ['topics', subjectId],
    queryFn: () =>
      ok(api.GET('/api/v1/topics/{subjectId}', { params: { path: { subjectId } } })).then(
        ({ data }) => data,
      ),
  })
