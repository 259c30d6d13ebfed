// Grading and report decisions by moderators (rulings 16 and 34).
import { api, ok } from '../client'
import type { components } from '../schema'
import type { ListQuery, PageQuery } from '../types'

export type ModeratorGrade = components['schemas']['ModeratorGrade']

const of = (quizId: string) => ({ params: { path: { quizId } } })
const queryOf = ({ filters, ...ask }: ListQuery): PageQuery => ({ ...ask, ...filters })

/** Submissions that wait for a grader, with their claims. */
export const gradingQueue = (ask: ListQuery) =>
  ok(api.GET('/api/v1/grading/queue', { params: { query: queryOf(ask) } })).then(
    ({ data, total }) => ({ rows: data, total }),
  )

/** All submissions, including declared ones. */
export const userTheories = (ask: ListQuery) =>
  ok(api.GET('/api/v1/admin/user-theories', { params: { query: queryOf(ask) } })).then(
    ({ userTheoryList, total }) => ({ rows: userTheoryList, total }),
  )

export const graderStats = () => ok(api.GET('/api/v1/grading/stats')).then(({ data }) => data)

export const readGrading = (quizId: string) =>
  ok(api.GET('/api/v1/grading/{quizId}', of(quizId))).then(({ data }) => data)

export type Grading = Awaited<ReturnType<typeof readGrading>>
export type GradingAnswer = Grading['answers'][number]

/** Claims a submission for 15 minutes, or renews the claim. */
export const claimGrading = (quizId: string) =>
  ok(api.POST('/api/v1/grading/{quizId}/claim', of(quizId))).then(({ data }) => data)

export const releaseGrading = (quizId: string) =>
  ok(api.POST('/api/v1/grading/{quizId}/release', of(quizId)))

/** Saves grades, based on the revision that was read; for declared ones with a reason. */
export const saveGrades = (
  quizId: string,
  revision: number,
  grades: ModeratorGrade[],
  why: string | null = null,
) => ok(api.PUT('/api/v1/grading/{quizId}', { ...of(quizId), body: { revision, grades, why } }))

export const declareGrading = (quizId: string) =>
  ok(api.POST('/api/v1/grading/{quizId}/declare', of(quizId)))

export const reports = (ask: ListQuery) =>
  ok(api.GET('/api/v1/reports', { params: { query: queryOf(ask) } })).then(({ data, total }) => ({
    rows: data,
    total,
  }))

export type Report = Awaited<ReturnType<typeof reports>>['rows'][number]

/** A report with the current question. */
export const readReport = (id: string) =>
  ok(api.GET('/api/v1/reports/{id}', { params: { path: { id } } })).then(({ data }) => data)

/** Accepts or rejects all open reports of a question, if there are as many as expected. */
export const decideReports = (
  question: string,
  body: { state: Report['state']; words: string; expected: number },
) => ok(api.PUT('/api/v1/reports/of/{question}', { params: { path: { question } }, body }))

/** Accepts, rejects or reopens a report, with a reply to the student. */
export const decideReport = (
  id: string,
  body: { state: Report['state']; words: string; version: number },
) => ok(api.PUT('/api/v1/reports/{id}', { params: { path: { id } }, body }))
