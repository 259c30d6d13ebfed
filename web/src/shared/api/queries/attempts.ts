// Attempts: running ones, available questions, and starting one. The test window has its own calls
// (saving, revealing, submitting).
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { AskPaper, Attempt, Failure, StartAttempt } from '../types'

export const runningAttemptsQuery = queryOptions({
  queryKey: ['attempts', 'running'],
  queryFn: () =>
    ok(api.GET('/api/v1/attempts', { params: { query: { state: 'running' } } })).then(
      ({ data }) => data,
    ),
  // It is started and ended in another window.
  refetchOnWindowFocus: 'always',
})

/** Whether its time has begun: it is no mock for later that waits to be opened. */
export const hasBegun = ({ ahead }: Attempt) => ahead == null || ahead.openedAt != null

export const createAttempt = (body: StartAttempt) => ok(api.POST('/api/v1/attempts', { body }))

/** A running attempt in the refusal of a start (ruling 30). */
export type NamedAttempt = NonNullable<Failure['attempts']>[number]

/** Submits an attempt with its saved answers; without answers there is no result. */
export const endAttempt = (attemptId: string) =>
  ok(api.POST('/api/v1/submit-result', { body: { attemptId, answered: [] } }))

/** The source of a test's questions. */
export interface PaperQuery {
  mock: boolean
  body: AskPaper
}

/**
 * The first year of every slider (spec 2 §9). A query for any year also returns the years with
 * questions.
 */
export const firstYear = 1999
/** Maximum number of subjects counted in one query. */
const MOST_SUBJECTS = 20

interface YearAsk extends Pick<AskPaper, 'examId' | 'examType'> {
  registered: string[]
  chosen: string[]
  universityId: string | null
}

/**
 * The query for a year's questions in all registered subjects, made before any is chosen; only for
 * the chosen ones if more are registered than the server counts in one query.
 */
export function yearAsk(year: number, { registered, chosen, universityId, ...of }: YearAsk) {
  const subjects = registered.length > MOST_SUBJECTS ? chosen : registered
  return { mock: false, body: { ...of, subjects, year, university: universityId } }
}

/** The number of questions by subject, without the questions themselves (data costs money). */
export const availabilityQuery = ({ mock, body }: PaperQuery) =>
  queryOptions({
    queryKey: ['availability', mock, body],
    queryFn: () => {
      const counts = { ...body, countsOnly: true }
      return mock
        ? ok(api.POST('/api/v1/get-mock-questions', { body: counts }))
        : ok(api.POST('/api/v1/get-year-questions', { body: counts }))
    },
  })
