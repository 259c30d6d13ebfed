// Attempts: what is running, what could be sat, and starting one. The test window's own
// calls (saving, revealing, submitting) live with it.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { AskPaper, Failure, StartAttempt } from '../types'

export const runningAttemptsQuery = queryOptions({
  queryKey: ['attempts', 'running'],
  queryFn: () =>
    ok(api.GET('/api/v1/attempts', { params: { query: { state: 'running' } } })).then(
      ({ data }) => data,
    ),
  // It is started and ended in another window.
  refetchOnWindowFocus: 'always',
})

export const createAttempt = (body: StartAttempt) => ok(api.POST('/api/v1/attempts', { body }))

/** A running attempt as a refused start names it (ruling 30). */
export type NamedAttempt = NonNullable<Failure['attempts']>[number]

/** Submits an attempt with what is saved of it; without any answer there is no result. */
export const endAttempt = (attemptId: string) =>
  ok(api.POST('/api/v1/submit-result', { body: { attemptId, answered: [] } }))

/** What a test would be drawn from. */
export interface PaperAsk {
  mock: boolean
  body: AskPaper
}

/** Any year tells in which years there are questions; the first is on every slider. */
export const firstYear = 1999
/** The most subjects that are counted at once. */
const MOST_SUBJECTS = 20

interface YearAsk extends Pick<AskPaper, 'examId' | 'examType'> {
  registered: string[]
  chosen: string[]
  universityId: string | null
}

/**
 * What a year holds of all registered subjects, asked for before any is chosen; of the chosen
 * alone where more are registered than the server counts at once.
 */
export function yearAsk(year: number, { registered, chosen, universityId, ...of }: YearAsk) {
  const subjects = registered.length > MOST_SUBJECTS ? chosen : registered
  return { mock: false, body: { ...of, subjects, year, university: universityId } }
}

/** How many questions there are, by subject; never the questions themselves (data costs money). */
export const availabilityQuery = ({ mock, body }: PaperAsk) =>
  queryOptions({
    queryKey: ['availability', mock, body],
    queryFn: () => {
      const counts = { ...body, countsOnly: true }
      return mock
        ? ok(api.POST('/api/v1/get-mock-questions', { body: counts }))
        : ok(api.POST('/api/v1/get-year-questions', { body: counts }))
    },
  })
