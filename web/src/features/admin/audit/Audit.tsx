// /admin/audit: the log of all changes by administrators, moderators and the operator.
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { auditExportUrl, auditFilters, auditQuery } from '@/shared/api/queries/audit'
import type { AuditEntry } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { pageSizes } from '@/shared/ui/paging'
import { atInstants } from '../lists/days'
import { downloadProved } from '../lists/downloadProved'
import { isNarrowed } from '../resource/ListTools'
import { resourceTexts } from '../resource/messages'
import { useListParams } from '../resource/useListParams'
import { useLastPage } from '../resource/useRows'
import { Crumbs } from '../ui/Crumbs'
import { AuditTools } from './AuditTools'
import { auditColumns } from './columns'
import { EntryDrawer } from './EntryDrawer'
import { auditTexts, entityOf } from './messages'

const sorts = ['at', 'who', 'action', 'entity']

export function Audit() {
  const { ask, show, clear } = useListParams({ sorts, sort: '-at', filters: auditFilters })
  const { filters, ...page } = ask
  const asked = atInstants(filters)
  const only = filters.record ?? filters.about
  const query = useQuery(auditQuery(page, asked))
  const [shown, setShown] = useState<AuditEntry | null>(null)
  useLastPage(query.data, ask, (last) => show({ page: last }, true))
  return (
    <Page
      title={auditTexts.title}
      description={auditTexts.about}
      crumbs={<Crumbs here={auditTexts.title} />}
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
          {auditTexts.export}
        </Button>
      }
    >
      <Panel>
        <AuditTools ask={ask} show={show} onClear={clear} />
        {only && (
          <Text fz="sm" mb="sm">
            {auditTexts.oneRecord(nameOfOnly(only, filters.entity, query.data?.rows))}
          </Text>
        )}
        <DataTable
          label={auditTexts.title}
          columns={auditColumns(setShown)}
          rows={query.data?.rows}
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
            <EmptyState title={common.noRecords}>
              {isNarrowed(ask) && resourceTexts.nothingFits}
            </EmptyState>
          }
        />
      </Panel>
      <EntryDrawer entry={shown} onClose={() => setShown(null)} />
    </Page>
  )
}

/** The name of the only record whose changes are shown, by its entries; its key until they are loaded. */
function nameOfOnly(record: string, entity: string | undefined, rows: AuditEntry[] = []) {
  const entry = rows.find((row) => row.record === record && row.name)
  const type = entity ?? entry?.entity
  return [type && entityOf(type), entry?.name ?? record].filter(Boolean).join(' ')
}
