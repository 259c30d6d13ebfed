// The calls of an entity, by the paths of its declaration. Those are checked against the API
// document where they are declared, so that here they are plain text.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ok } from '@/api/client'
import { ApiError } from '@/api/errors'
import { messages } from '../messages'
import type { Resource, Row } from './defineResource'

/** What a list is asked for. */
export interface ListAsk {
  /** From 1. */
  page: number
  limit: number
  /** `field` or `-field`; the server's own order without. */
  sort?: string | undefined
  /** Words to look for. */
  q?: string | undefined
  filters: Record<string, string>
}

export interface Rows {
  rows: Row[]
  total: number
}

type Body = Record<string, unknown>
interface Options {
  params?: { path?: Record<string, string>; query?: Record<string, unknown> }
  body?: Body
}
type Call = (path: string, options: Options) => ReturnType<typeof api.GET>
const { GET, POST, PUT, DELETE } = api as unknown as Record<'GET' | 'POST' | 'PUT' | 'DELETE', Call>

const answerOf = async (call: ReturnType<Call>) => (await ok(call)) as unknown as Body

/** The rows of an answer: its one field that is a list, whatever the path calls it. */
function rowsOf(answer: Body): Rows {
  const rows = (Object.values(answer).find(Array.isArray) ?? []) as Row[]
  return { rows, total: typeof answer.total === 'number' ? answer.total : rows.length }
}

/** The key that all queries of the back-office's entities begin with. */
export const resourceKey = ['resource'] as const

export const pageQuery = ({ name, calls }: Resource, { filters, ...ask }: ListAsk) =>
  queryOptions({
    queryKey: [...resourceKey, name, 'page', ask, filters],
    queryFn: async () =>
      rowsOf(await answerOf(GET(calls.list, { params: { query: { ...ask, ...filters } } }))),
    placeholderData: keepPreviousData,
  })

/** A list that is read as a whole, as one to choose from. */
export const wholeQuery = (path: string) =>
  queryOptions({
    queryKey: [...resourceKey, 'whole', path],
    queryFn: async () => rowsOf(await answerOf(GET(path, { params: { query: { limit: 0 } } }))),
  })

const pathOf = (id: string) => ({ params: { path: { id } } })

export const oneQuery = ({ name, calls }: Resource, id: string) =>
  queryOptions({
    queryKey: [...resourceKey, name, 'one', id],
    queryFn: async () => (await answerOf(GET(calls.one, pathOf(id)))).data as Row,
    staleTime: 0,
  })

export const addRow = ({ calls: { add = '' } }: Resource, body: Body) =>
  answerOf(POST(add, { body }))

/** Changes what the body names. */
export async function updateRow({ calls: { update = '' } }: Resource, id: string, body: Body) {
  const answer = await answerOf(PUT(update, { ...pathOf(id), body }))
  // Answered with success, although nothing was written (spec 3 §4).
  if (answer.update === false) {
    const words = typeof answer.message === 'string' ? answer.message : messages.common.failed
    throw new ApiError(200, 'not-updated', words)
  }
  return answer
}

export const deleteRow = ({ calls: { delete: path = '' } }: Resource, id: string) =>
  answerOf(DELETE(path, pathOf(id)))
