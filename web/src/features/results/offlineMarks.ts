// Whether a test was taken without internet: practised, or a mock that was fetched ahead.
import type { Quiz } from '@/shared/api/types'

/** What the device marked, of a test that was practised without internet; null of any other. */
export const offlineMarks = (quiz: Quiz) => quiz.offline

export const isOffline = (quiz: Quiz) => quiz.offline !== null || quiz.takenOffline
