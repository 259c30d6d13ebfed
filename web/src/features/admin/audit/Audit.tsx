// /admin/audit: the log of all changes by administrators, moderators and the operator.
import { Button, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { auditExportUrl, auditFilters, auditQuery } from '@/shared/api/queries/audit'
import type { AuditEntry } from '@/shared/api/types'
import { formatDateTime, plural } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { pageSizes } from '@/shared/ui/paging'
import { atInstants } from '../lists/days'
import { downloadProved } from '../lists/downloadProved'
import { messages } from '../messages'
import { isNarrowed } from '../resource/ListTools'
import { messages as kit } from '../resource/messages'
import { useListParams } from '../resource/useListParams'
import { useLastPage } from '../resource/useRows'
import { Crumbs } from '../ui/Crumbs'
import { AuditTools } from './AuditTools'
import styles from './audit.module.css'
import { differencesOf } from './differences'
import { EntryDrawer } from './EntryDrawer'
import { actionOf, entityOf, words } from './messages'
import { labelsOf } from './records'

/** The number of fields shown in the list; the others are counted. */
const TOLD = 2
const sorts = ['at', 'who', 'action', 'entity']

export function Audit() {
  const { ask, show, clear } = useListParams({ sorts, sort: '-at', filters: auditFilters })
  const { filters, ...page } = ask
  const asked = atInstants(filters)
  const query = useQuery(auditQuery(page, asked))
  const [shown, setShown] = useState<AuditEntry | null>(null)
  useLastPage(query.data && { rows: query.data.data, total: query.data.total }, ask, (last) =>
    show({ page: last }, true),
  )
  const columns: Column<AuditEntry>[] = [
    {
      key: 'what',
      title: words.what,
      main: true,
      sort: 'action',
      render: (entry) => (
        <UnstyledButton className={styles.open} onClick={() => setShown(entry)}>
          {words.did(actionOf(entry.action), entityOf(entry.entity))}
        </UnstyledButton>
      ),
    },
    { key: 'changes', title: words.changes, render: (entry) => <Changes entry={entry} /> },
    {
      key: 'who',
      title: words.who,
      sort: 'who',
      render: ({ who }) => (
        <span className={styles.who}>{who === 'operator' ? words.operator : who}</span>
      ),
    },
    {
      key: 'when',
      title: words.when,
      sort: 'at',
      render: ({ at }) => (
        <time dateTime={at} className={styles.when}>
          {formatDateTime(at)}
        </time>
      ),
    },
  ]
  return (
    <Page
      title={words.title}
      description={words.about}
      crumbs={<Crumbs here={words.title} />}
      width={1120}
      actions={
        <Button
          component="a"
          href={auditExportUrl(ask.q, asked)}
          download
          onClick={downloadProved}
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
        >
          {words.export}
        </Button>
      }
    >
      <Panel>
        <AuditTools ask={ask} show={show} onClear={clear} />
        {filters.record && (
          <Text fz="sm" mb="sm">
            {words.oneRecord(`${entityOf(filters.entity ?? '')} ${filters.record}`)}
          </Text>
        )}
        <DataTable
          label={words.title}
          columns={columns}
          rows={query.data?.data}
          rowKey={({ _id }) => _id}
          busy={query.isPlaceholderData}
          error={query.isError ? toApiError(query.error).errMessage : null}
          onRetry={() => void query.refetch()}
          sort={ask.sort ?? ''}
          onSort={(sort) => show({ sort, page: 1 })}
          paging={{
            page: ask.page,
            limit: ask.limit,
            total: query.data?.total ?? 0,
            limits: pageSizes,
            onPage: (next) => show({ page: next }),
            onLimit: (limit) => show({ limit, page: 1 }),
          }}
          empty={
            <EmptyState title={messages.common.noRecords}>
              {isNarrowed(ask) && kit.nothingFits}
            </EmptyState>
          }
        />
      </Panel>
      <EntryDrawer entry={shown} onClose={() => setShown(null)} />
    </Page>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const all = differencesOf(entry, labelsOf(entry.entity))
  if (all.length === 0) return <span className={styles.more}>{words.none}</span>
  return (
    <ul className={styles.changes}>
      {all.slice(0, TOLD).map(({ name, label, before, after }) => (
        <li key={name}>
          {before === null || after === null
            ? words.set(label, before ?? after ?? '')
            : words.changed(label, before, after)}
        </li>
      ))}
      {all.length > TOLD && (
        <li className={styles.more}>{plural(words.more, all.length - TOLD)}</li>
      )}
    </ul>
  )
}
