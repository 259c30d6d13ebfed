// Queries of submissions, and their cache keys.
import { queryOptions } from '@tanstack/react-query'
import { readGrading } from '@/shared/api/queries/grading'
import { formatDateTime, formatTime } from '@/shared/i18n/format'
import { listKey } from '../lists/ServerList'

/** The end of a claim: the time, and for a reservation, which lasts for days, also the day. */
export const until = (claim: { until: string; isReserved: boolean }): string =>
  claim.isReserved ? formatDateTime(claim.until) : formatTime(claim.until)

export const gradingKey = listKey('grading')

export const gradingQuery = (quizId: string) =>
  queryOptions({
    queryKey: [...gradingKey, 'one', quizId],
    queryFn: () => readGrading(quizId),
    staleTime: 0,
  })
