// What was done to a question, newest first, with its differences field by field.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/api/errors'
import { historyQuery } from '@/api/queries/bankQuality'
import type { AuditEntry } from '@/api/types'
import { formatDateTime, letterOf } from '@/i18n/format'
import { type Column, DataTable } from '@/ui/DataTable'
import { EmptyState } from '@/ui/EmptyState'
import { Panel } from '@/ui/Panel'
import { plainText } from '@/ui/plainText'
import { messages } from './messages'
import styles from './quality.module.css'

const words = messages.history

/** Entries of a page. */
const SHOWN = 10

export function History({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(historyQuery(id, page, SHOWN))
  return (
    <Panel>
      <DataTable
        label={words.title}
        columns={columnsNow()}
        rows={query.data?.data}
        rowKey={({ _id }) => _id}
        busy={query.isPlaceholderData}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={words.nothing} />}
        paging={{ page, limit: SHOWN, total: query.data?.total ?? 0, onPage: setPage }}
      />
    </Panel>
  )
}

const columnsNow = (): Column<AuditEntry>[] => [
  {
    key: 'when',
    title: words.when,
    render: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  { key: 'who', title: words.who, render: ({ who }) => who },
  { key: 'what', title: words.what, render: ({ action }) => actionOf(action) },
  { key: 'changes', title: words.changed, main: true, render: (one) => <Changes entry={one} /> },
]

/** In words; one that is not known here as the record has it. */
function actionOf(action: string): string {
  const known: Record<string, string> = {
    create: words.create,
    update: words.update,
    delete: words.delete,
    'correct-key': words.correctKey,
  }
  return known[action] ?? action
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const [was, is] = [before as Fields, after as Fields]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  if (names.length === 0) return <span className={styles.none}>{words.noChanges}</span>
  return (
    <details>
      <summary className={styles.changed}>{names.join(', ')}</summary>
      <dl className={styles.changes}>
        {names.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            {Object.keys(was).length > 0 && <dd data-old>{shown(was[name])}</dd>}
            <dd>{shown(is[name])}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

type Fields = Record<string, unknown>

/** A value of the record in words: markup stripped, options lettered. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'string') return plainText(value) || words.none
  if (Array.isArray(value)) {
    if (value.length === 0) return words.none
    return value
      .map((one, i) => (isOption(one) ? `${letterOf(i)}: ${plainText(one.option)}` : shown(one)))
      .join('; ')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const isOption = (one: unknown): one is { option: string } =>
  typeof one === 'object' && one !== null && 'option' in one && typeof one.option === 'string'
