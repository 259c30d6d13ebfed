// The history of a question or theory question, newest first, with differences field by field.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { historyQuery } from '@/shared/api/queries/bankQuality'
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { differencesOf } from '../audit/differences'
import { actionOf } from '../audit/messages'
import { labelsOf } from '../audit/records'
import { historyTexts } from './messages'
import styles from './quality.module.css'

/** Entries per page. */
const SHOWN = 10

export function History({ entity, id }: { entity: 'question' | 'theory'; id: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(historyQuery(entity, id, page, SHOWN))
  return (
    <Panel>
      <DataTable
        label={historyTexts.title}
        columns={columnsNow()}
        rows={query.data?.rows}
        rowKey={({ _id }) => _id}
        busy={query.isPlaceholderData}
        error={query.isError ? toApiError(query.error).errMessage : null}
        onRetry={() => void query.refetch()}
        empty={<EmptyState title={historyTexts.nothing} />}
        paging={{ page, limit: SHOWN, total: query.data?.total ?? 0, onPage: setPage }}
      />
    </Panel>
  )
}

const columnsNow = (): Column<AuditEntry>[] => [
  {
    key: 'when',
    title: historyTexts.when,
    render: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
  },
  { key: 'who', title: historyTexts.who, render: ({ who }) => who },
  { key: 'what', title: historyTexts.what, render: ({ action }) => actionOf(action) },
  {
    key: 'changes',
    title: historyTexts.changed,
    main: true,
    render: (one) => <Changes entry={one} />,
  },
]

function Changes({ entry }: { entry: AuditEntry }) {
  const differences = differencesOf(entry, labelsOf(entry.entity))
  if (differences.length === 0) return <span className={styles.none}>{historyTexts.noChanges}</span>
  return (
    <details>
      <summary className={styles.changed}>
        {differences.map(({ label }) => label).join(', ')}
      </summary>
      <dl className={styles.changes}>
        {differences.map(({ name, label, before, after }) => (
          <div key={name}>
            <dt>{label}</dt>
            {before !== null && (
              <dd>
                <del>{before}</del>
              </dd>
            )}
            {after !== null && <dd>{after}</dd>}
          </div>
        ))}
      </dl>
    </details>
  )
}
