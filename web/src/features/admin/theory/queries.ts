// Queries of submissions, and their cache keys.
import { queryOptions } from '@tanstack/react-query'
import { readGrading } from '@/shared/api/queries/grading'
import { listKey } from '../lists/ServerList'

export const gradingKey = listKey('grading')

export const gradingQuery = (quizId: string) =>
  queryOptions({
    queryKey: [...gradingKey, 'one', quizId],
    queryFn: () => readGrading(quizId),
    staleTime: 0,
  })
