// Grading by moderators, and what they make of reports (rulings 16 and 34).
import { api, ok } from '../client'
import type { components } from '../schema'
import type { PageAsk } from '../types'
import type { NarrowAsk } from './backOffice'

export type ModeratorGrade = components['schemas']['ModeratorGrade']

const of = (quizId: string) => ({ params: { path: { quizId } } })
const queryOf = ({ filters, ...ask }: NarrowAsk): PageAsk => ({ ...ask, ...filters })

/** Submissions that wait for a grader, with who holds each. */
export const gradingQueue = (ask: NarrowAsk) =>
  ok(api.GET('/api/v1/grading/queue', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

/** All submissions, those that were declared too. */
export const userTheories = (ask: NarrowAsk) =>
  ok(api.GET('/api/v1/admin/user-theories', { params: { query: queryOf(ask) } })).then(
    ({ userTheoryList, total }) => ({ rows: userTheoryList, total }),
  )

export const graderStats = () => ok(api.GET('/api/v1/grading/stats')).then(({ data }) => data)

export const readGrading = (quizId: string) =>
  ok(api.GET('/api/v1/grading/{quizId}', of(quizId))).then(({ data }) => data)

export type Grading = Awaited<ReturnType<typeof readGrading>>
export type GradingAnswer = Grading['answers'][number]

/** Holds it for fifteen minutes, or for fifteen minutes more. */
export const claimGrading = (quizId: string) =>
  ok(api.POST('/api/v1/grading/{quizId}/claim', of(quizId))).then(({ data }) => data)

export const releaseGrading = (quizId: string) =>
  ok(api.POST('/api/v1/grading/{quizId}/release', of(quizId)))

/** Saves grades of answers, against the revision that was read; declared ones with why. */
export const saveGrades = (
  quizId: string,
  revision: number,
  grades: ModeratorGrade[],
  why: string | null = null,
) => ok(api.PUT('/api/v1/grading/{quizId}', { ...of(quizId), body: { revision, grades, why } }))

export const declareGrading = (quizId: string) =>
  ok(api.POST('/api/v1/grading/{quizId}/declare', of(quizId)))

export const reports = (ask: NarrowAsk) =>
  ok(api.GET('/api/v1/reports', { params: { query: queryOf(ask) } })).then(({ data, total }) => ({
    rows: data,
    total,
  }))

export type Report = Awaited<ReturnType<typeof reports>>['rows'][number]

/** A report beside its question as the bank has it now. */
export const readReport = (id: string) =>
  ok(api.GET('/api/v1/reports/{id}', { params: { path: { id } } })).then(({ data }) => data)

/** Accepts or rejects a report, or opens it again, with words to who sent it. */
export const decideReport = (
  id: string,
  body: { state: Report['state']; words: string; version: number },
) => ok(api.PUT('/api/v1/reports/{id}', { params: { path: { id } }, body }))
