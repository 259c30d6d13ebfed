// Searches, filters, sorts and pages a short list in the browser.
import type { ListQuery } from '@/shared/api/types'
import type { Rows } from './calls'
import type { AnyColumn, Resource, Row } from './defineResource'

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** The rows for a query, and the total number. */
export function pageOf(resource: Resource, rows: Row[], ask: ListQuery): Rows {
  const kept = keptOf(resource, rows, ask)
  const first = (ask.page - 1) * ask.limit
  return { rows: kept.slice(first, first + ask.limit), total: kept.length }
}

/** The last result for these rows, so that paging and selecting do not sort again. */
const made = new WeakMap<Row[], { key: string; kept: Row[] }>()

function keptOf(resource: Resource, rows: Row[], ask: ListQuery): Row[] {
  const key = JSON.stringify([resource.name, ask.sort, ask.q, ask.filters])
  const last = made.get(rows)
  if (last?.key === key) return last.kept
  const fitting = rows.filter((row) => fits(resource, row, ask))
  const kept = sorted(resource, fitting, ask.sort)
  made.set(rows, { key, kept })
  return kept
}

function fits({ columns, filters, title }: Resource, row: Row, { q, filters: asked }: ListQuery) {
  const wanted = q?.toLocaleLowerCase()
  return (
    filters.every(({ name, keeps }) => !asked[name] || keeps?.(row, asked[name])) &&
    (!wanted ||
      [title(row), ...columns.map((column) => textOf(column, row))].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      ))
  )
}

function sorted({ columns }: Resource, rows: Row[], sort: string | undefined): Row[] {
  const column = columns.find(({ name }) => name === sort?.replace(/^-/, ''))
  if (!column) return rows
  const turn = sort?.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => turn * words.compare(textOf(column, a), textOf(column, b)))
}

/** The content of a cell as plain text. */
function textOf({ name, text }: AnyColumn, row: Row): string {
  const value = row[name]
  return text ? text(value) : value === null || value === undefined ? '' : String(value)
}
