// What administrators see first, and what waits for them.
import { queryOptions } from '@tanstack/react-query'
import { api, ok } from '../client'
import type { PaymentState } from '../types'

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => ok(api.GET('/api/v1/admin/dashboard')).then(({ data }) => data),
  staleTime: 0,
})

/** So many, or at least so many where counting stopped there. */
export interface Waiting {
  count: number
  more: boolean
}

const query = { page: 1, limit: 1 }
const all = ({ total }: { total: number }): Waiting => ({ count: total, more: false })

/** Rows that are looked through where the server counts them under no filter. */
const LOOKED_AT = 100

const among = <Row>(
  { data, total }: { data: Row[]; total: number },
  waits: (row: Row) => boolean,
): Waiting => {
  const count = data.filter(waits).length
  return { count, more: count > 0 && total > data.length }
}

const waitingFor = (name: string, queryFn: () => Promise<Waiting>) =>
  queryOptions({ queryKey: ['dashboard', 'waiting', name], queryFn, staleTime: 0 })

export const waitingTheoriesQuery = waitingFor('theories', () =>
  ok(
    api.GET('/api/v1/admin/user-theories', { params: { query: { ...query, state: 'pending' } } }),
  ).then(all),
)

export const waitingReportsQuery = waitingFor('reports', () =>
  ok(api.GET('/api/v1/reports', { params: { query: { ...query, state: 'open' } } })).then(all),
)

/** Changes of registered subjects that students asked for. Those not made yet come first. */
export const waitingChangesQuery = waitingFor('changes', () =>
  ok(
    api.GET('/api/v1/get-students-exam-subjects/', {
      params: { query: { page: 1, limit: LOOKED_AT, sort: 'updateRequest' } },
    }),
  ).then((answer) =>
    among(
      answer,
      ({ subjectsUpdate, updateRequest }) => subjectsUpdate.length > 0 && !updateRequest,
    ),
  ),
)

/** Messages that nobody has replied to, which come first. */
export const waitingMessagesQuery = waitingFor('messages', () =>
  ok(
    api.GET('/api/v1/admin/contactus', {
      params: { query: { page: 1, limit: LOOKED_AT, sort: 'isReply' } },
    }),
  ).then((answer) => {
    const { count } = among(answer, ({ isReply }) => !isReply)
    return { count, more: count === LOOKED_AT && answer.total > LOOKED_AT }
  }),
)

export const waitingPaymentsQuery = (state: PaymentState, from?: string) =>
  waitingFor(`payments ${state}`, () =>
    ok(
      api.GET('/api/v1/admin/payments', {
        params: { query: { ...query, state, ...(from !== undefined && { from }) } },
      }),
    ).then(all),
  )
