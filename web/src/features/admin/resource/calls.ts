// The calls of an entity. Their paths are checked against the API document where they are declared,
// so they are plain strings here.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, keyed, ok } from '@/shared/api/client'
import { ApiError } from '@/shared/api/errors'
import type { ListQuery } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { readDay } from '@/shared/ui/day'
import type { Resource, Row } from './defineResource'

export interface Rows {
  rows: Row[]
  total: number
}

type Body = Record<string, unknown>
interface Options {
  params?: { query: Record<string, unknown> }
  body?: Body
  headers?: Record<string, string>
}
type Call = (path: string, options?: Options) => ReturnType<typeof api.GET>
const { GET, POST, PUT, DELETE } = api as unknown as Record<'GET' | 'POST' | 'PUT' | 'DELETE', Call>

const answerOf = async (call: ReturnType<Call>) => (await ok(call)) as unknown as Body

/** The rows of a response: its only field that is a list. */
function rowsOf(answer: Body): Rows {
  const rows = (Object.values(answer).find(Array.isArray) ?? []) as Row[]
  return { rows, total: typeof answer.total === 'number' ? answer.total : rows.length }
}

/** A path with its parameters filled; the last parameter gets the last id. */
function filled(path: string, ids: string[]): string {
  const names = path.match(/\{\w+\}/g) ?? []
  return names.reduce((made, name, i) => {
    const id = ids[ids.length - names.length + i] ?? ''
    return made.replace(name, encodeURIComponent(id))
  }, path)
}

/** The list path of an entity, below its parents. */
export const listPath = ({ calls, at }: Resource) => filled(calls.list, at)

const recordPath = (path: string, { at }: Resource, id: string) => filled(path, [...at, id])

/** The prefix of all query keys of entities. */
export const resourceKey = ['resource'] as const

export const pageQuery = (resource: Resource, { filters, ...ask }: ListQuery) =>
  queryOptions({
    queryKey: [...resourceKey, resource.name, resource.at, 'page', ask, filters],
    queryFn: async () =>
      rowsOf(
        await answerOf(
          GET(listPath(resource), { params: { query: { ...ask, ...atInstants(filters) } } }),
        ),
      ),
    placeholderData: keepPreviousData,
  })

/** A list that is read as a whole, for choices. */
export const wholeQuery = (path: string) =>
  queryOptions({
    queryKey: [...resourceKey, 'whole', path],
    queryFn: async () => rowsOf(await answerOf(GET(path, { params: { query: { limit: 0 } } }))),
  })

export async function readRow(resource: Resource, id: string) {
  const { data, user } = await answerOf(GET(recordPath(resource.calls.one, resource, id)))
  return (data ?? user) as Row
}

export const oneQuery = (resource: Resource, id: string) =>
  queryOptions({
    queryKey: [...resourceKey, resource.name, resource.at, 'one', id],
    queryFn: () => readRow(resource, id),
    staleTime: 0,
  })

/** Adds a record below its parent. */
export function addRow({ calls: { add = '' }, at, parent }: Resource, body: Body, key?: string) {
  const above = parent?.field === undefined ? {} : { [parent.field]: at.at(-1) }
  return answerOf(POST(filled(add, at), { body: { ...above, ...body }, ...keyed(key) }))
}

/** Sends the changed fields. */
export async function updateRow(resource: Resource, id: string, body: Body) {
  const path = recordPath(resource.calls.update ?? '', resource, id)
  const answer = await answerOf(PUT(path, { body }))
  // The server reports success although nothing was written (spec 3 §4).
  if (answer.update === false) {
    const words = typeof answer.message === 'string' ? answer.message : common.failed
    throw new ApiError(200, 'not-updated', words)
  }
  return answer
}

export const deleteRow = (resource: Resource, id: string) =>
  answerOf(DELETE(recordPath(resource.calls.delete ?? '', resource, id)))

/**
 * Replaces the days `from` and `to` by instants: the start of the first day and the end of the last, in
 * the reader's time zone. Other texts stay, for the server to refuse.
 */
export function atInstants<Filters extends { from?: string; to?: string }>(
  filters: Filters,
): Filters {
  const asked = { ...filters }
  if (asked.from && isDay(asked.from)) asked.from = startOf(asked.from, 0)
  if (asked.to && isDay(asked.to)) asked.to = startOf(asked.to, 1)
  return asked
}

const isDay = (text: string) => readDay(text) === text

/** The start of the day, or of the day `later` days after it. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
