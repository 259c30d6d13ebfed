// The quality of the bank: similar questions, statistics, findings, history, and corrected keys.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import { readLines } from '../lines'
import type {
  BankFault,
  ConcernKind,
  CorrectKey,
  PageQuery,
  SimilarAsk,
  WithdrawQuestion,
} from '../types'
import { auditPage } from './backOffice'
import { bankKey } from './bank'

/** The same or similar questions of the subject. */
export const similarQuery = (ask: SimilarAsk) =>
  queryOptions({
    queryKey: [...bankKey, 'similar', ask],
    queryFn: () =>
      ok(api.POST('/api/v1/admin/questions/similar', { body: ask })).then(({ data }) => data),
  })

/** The number of results and running tests with a question. */
export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'uses', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/questions/{a}/uses', { params: { path: { a: id } } })).then(
        ({ data }) => data,
      ),
  })

/** The statistics of a question from students' answers. */
export const figuresQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'figures', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/questions/{a}/statistics', { params: { path: { a: id } } })).then(
        ({ data }) => data,
      ),
  })

/** Corrects a wrong key or, as a dry run, reports the affected results. */
export const correctKey = (id: string, body: CorrectKey) =>
  ok(api.PUT('/api/v1/admin/questions/{a}/key', { params: { path: { a: id } }, body }))

/** Withdraws a question from all results or puts it back; a dry run only reports the results that would change. */
export const withdrawQuestion = (id: string, body: WithdrawQuestion) =>
  ok(api.PUT('/api/v1/admin/questions/{a}/withdrawn', { params: { path: { a: id } }, body }))

/** The history of a question or theory question, newest first. */
export const historyQuery = (
  entity: 'question' | 'theory',
  id: string,
  page: number,
  limit: number,
) =>
  queryOptions({
    queryKey: [...bankKey, 'history', entity, id, page, limit],
    queryFn: () => auditPage({ page, limit }, { entity, record: id }),
    placeholderData: keepPreviousData,
  })

/** The filters of the list of answered questions. */
export interface RankedFilters {
  exam?: string
  subject?: string
  flagged?: 'true' | 'false' | 'all'
}

/** The answered questions, the most suspicious first. */
export const rankedQuery = ({ page, limit, sort }: PageQuery, filters: RankedFilters) =>
  queryOptions({
    queryKey: [...bankKey, 'ranked', page, limit, sort, filters],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/question-statistics', {
          params: { query: { page, limit, ...(sort && { sort }), ...filters } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** The filters of the questions that need a look. */
export interface LookFilters {
  exam?: string
  subject?: string
  kind?: ConcernKind
}

/** One of the questions that need a look, and how many there are. */
export const needsLookQuery = (position: number, filters: LookFilters) =>
  queryOptions({
    queryKey: [...bankKey, 'needs-look', position, filters],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/needs-a-look', {
          params: { query: { page: position, limit: 1, ...filters } },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Takes a question out of those that need a look. */
export const findFine = (id: string, version: number) =>
  ok(api.PUT('/api/v1/admin/needs-a-look/{id}', { params: { path: { id } }, body: { version } }))

/** The earlier versions of a question, the latest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'versions', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/questions/{a}/versions', { params: { path: { a: id } } })).then(
        ({ data }) => data,
      ),
  })

/** The earlier versions of a theory question, the latest first. */
export const theoryVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'theory-versions', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/theories/{a}/versions', { params: { path: { a: id } } })).then(
        ({ data }) => data,
      ),
  })

/** The kinds of items that can be commented on, as in the paths of their calls. */
export type Commented = 'questions' | 'theories'

export const commentsKey = (kind: Commented, id: string) => [...bankKey, 'comments', kind, id]

/** The comments on a question or theory question, the latest first. */
export const commentsQuery = (kind: Commented, id: string, page: number, limit: number) =>
  queryOptions({
    queryKey: [...commentsKey(kind, id), page, limit],
    queryFn: () =>
      ok(
        api.GET(`/api/v1/admin/${kind}/{a}/comments`, {
          params: { path: { a: id }, query: { page, limit } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const addComment = (kind: Commented, id: string, text: string) =>
  ok(
    api.POST(`/api/v1/admin/${kind}/{a}/comments`, {
      params: { path: { a: id } },
      body: { text },
    }),
  )

export const deleteComment = (kind: Commented, id: string, comment: string) =>
  ok(
    api.DELETE(`/api/v1/admin/${kind}/{a}/comments/{comment}`, {
      params: { path: { a: id, comment } },
    }),
  )

/** A part of the bank: the exam's slug, the subject's title and the year; empty means all. */
export interface BankScope {
  exam: string
  subject: string
  year: string
}

const given = (scope: BankScope) =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== ''))

/** The statistics of each year of the bank. */
export const bankStatsQuery = (scope: BankScope) =>
  queryOptions({
    queryKey: [...bankKey, 'stats', scope],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/bank/stats', { params: { query: given(scope) } })).then(
        ({ data }) => data,
      ),
  })

/** Checks a part of the bank; findings are reported as they are found. */
export const checkBank = (
  scope: BankScope,
  onFault: (fault: BankFault) => void,
  signal: AbortSignal,
) =>
  readLines<BankFault>(
    `/api/v1/admin/bank/check?${new URLSearchParams(given(scope))}`,
    onFault,
    signal,
  )
