// How good the questions of the bank are: what is alike, what answers tell, what should be looked
// at, who changed what, and how a wrong key is put right.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import { readLines } from '../lines'
import type { BankFault, CorrectKey, PageAsk, SimilarAsk, WithdrawQuestion } from '../types'
import { bankKey } from './bank'

/** The questions of the subject that ask the same, or almost. */
export const similarQuery = (ask: SimilarAsk) =>
  queryOptions({
    queryKey: [...bankKey, 'similar', ask],
    queryFn: () =>
      ok(api.POST('/api/v1/admin/questions/similar', { body: ask })).then(({ data }) => data),
  })

/** How many results and running tests hold a question. */
export const usesQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'uses', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/questions/{a}/uses', { params: { path: { a: id } } })).then(
        ({ data }) => data,
      ),
  })

/** What students' answers tell of a question. */
export const figuresQuery = (id: string) =>
  queryOptions({
    queryKey: [...bankKey, 'figures', id],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/questions/{a}/statistics', { params: { path: { a: id } } })).then(
        ({ data }) => data,
      ),
  })

/** Puts a wrong key right, or, as a dry run, tells whose results that would move. */
export const correctKey = (id: string, body: CorrectKey) =>
  ok(api.PUT('/api/v1/admin/questions/{a}/key', { params: { path: { a: id } }, body }))

/** Withdraws a question from all results or puts it back, or, as a dry run, says whose results that would move. */
export const withdrawQuestion = (id: string, body: WithdrawQuestion) =>
  ok(api.PUT('/api/v1/admin/questions/{a}/withdrawn', { params: { path: { a: id } }, body }))

/** What was done to a question, newest first. */
export const historyQuery = (id: string, page: number, limit: number) =>
  queryOptions({
    queryKey: [...bankKey, 'history', id, page, limit],
    queryFn: () =>
      ok(
        api.GET('/api/v1/admin/audit', {
          params: { query: { entity: 'question', record: id, page, limit } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** What the list of answered questions is narrowed by. */
export interface RankedFilters {
  exam?: string
  subject?: string
  flagged?: 'true' | 'false' | 'all'
}

/** The questions that students answered, those that an editor should look at first. */
export const rankedQuery = ({ page, limit, sort }: PageAsk, filters: RankedFilters) =>
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

/** A part of the bank, by the exam's slug, the subject's title and the year; empty means all. */
export interface BankScope {
  exam: string
  subject: string
  year: string
}

const given = (scope: BankScope) =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== ''))

/** The numbers of each year of the bank. */
export const bankStatsQuery = (scope: BankScope) =>
  queryOptions({
    queryKey: [...bankKey, 'stats', scope],
    queryFn: () =>
      ok(api.GET('/api/v1/admin/bank/stats', { params: { query: given(scope) } })).then(
        ({ data }) => data,
      ),
  })

/** Looks through a part of the bank; what should be looked at is told as it is found. */
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
