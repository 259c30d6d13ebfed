// /admin/audit: the log of all changes by administrators, moderators and the operator.

import { Box, Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, FilterX } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import {
  type AuditFilters,
  auditExportUrl,
  auditFilters,
  auditQuery,
  staffQuery,
} from '@/shared/api/queries/backOffice'
import type { AuditEntry, ListQuery } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { useUser } from '@/shared/session/useSession'
import { DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { pageSizes } from '@/shared/ui/paging'
import { SearchField } from '@/shared/ui/SearchField'
import { EmptyState } from '@/shared/ui/states'
import kitStyles from '../admin.module.css'
import { downloadProved } from '../lists/ExportMenu'
import { listToolTexts, resourceTexts } from '../messages'
import { atInstants } from '../resource/calls'
import { DayFilter, DayPresets, isNarrowed, useClearing } from '../resource/ListParts'
import { useLastPage, useListParams } from '../resource/useRows'
import { Crumbs } from '../ui/Crumbs'
import styles from './audit.module.css'
import { auditColumns, EntryDrawer } from './EntryDrawer'
import { actionChoices, auditTexts, entityChoices, entityOf } from './messages'

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

/** The filters of the audit log: search, person, record, dates. */
function AuditTools({ ask, show, onClear }: AuditToolsProps) {
  const filters: AuditFilters = ask.filters
  const { cleared, clear } = useClearing(onClear)
  const set = (name: keyof AuditFilters) => (value: string | null) =>
    show({ filters: { [name]: value ?? '' }, page: 1 })
  return (
    <div className={kitStyles.tools}>
      <SearchField
        key={cleared}
        label={auditTexts.search}
        value={ask.q ?? ''}
        onSearch={(q) => show({ q, page: 1 }, true)}
      />
      <Staff value={filters.user} onChange={set('user')} />
      <Choose
        label={auditTexts.entity}
        value={filters.entity}
        options={entityChoices()}
        onChange={(entity) =>
          // A record determines its type.
          show({ filters: { entity: entity ?? '', record: '', about: '' }, page: 1 })
        }
      />
      <Choose
        label={auditTexts.action}
        value={filters.action}
        options={actionChoices()}
        onChange={set('action')}
      />
      <Box>
        <Text fz="sm" fw={500} aria-hidden>
          {listToolTexts.period}
        </Text>
        <DayPresets
          from={filters.from}
          to={filters.to}
          onChange={(range) => show({ filters: range, page: 1 })}
        />
      </Box>
      <div className={styles.days}>
        <DayFilter
          label={auditTexts.from}
          value={filters.from}
          max={filters.to}
          onChange={set('from')}
        />
        <DayFilter
          label={auditTexts.to}
          value={filters.to}
          min={filters.from}
          onChange={set('to')}
        />
      </div>
      {isNarrowed(ask) && (
        <Button
          className={kitStyles.plain ?? ''}
          variant="subtle"
          leftSection={<FilterX size={16} aria-hidden />}
          onClick={clear}
        >
          {resourceTexts.clearFilters}
        </Button>
      )}
    </div>
  )
}

/** Super admins choose among all staff, others among moderators and themselves. */
function Staff({ value, onChange }: Pick<ChooseProps, 'value' | 'onChange'>) {
  const me = useUser()
  const { data = [] } = useQuery(staffQuery(me?.isSuperAdmin === true))
  const all = me && !data.some(({ _id }) => _id === me._id) ? [me, ...data] : data
  const options = all.map(({ _id, first_name, last_name, email }) => ({
    value: _id,
    label: `${first_name} ${last_name} (${email})`,
  }))
  const named = value && !all.some(({ _id }) => _id === value) ? [{ value, label: value }] : []
  return (
    <Choose
      label={auditTexts.user}
      value={value}
      options={[...options, ...named]}
      onChange={onChange}
    />
  )
}

const Choose = ({ label, value, options, onChange }: ChooseProps) => (
  <Select
    label={label}
    placeholder={resourceTexts.allOf(label)}
    data={options}
    value={value ?? null}
    onChange={onChange}
    clearable
    searchable
    clearButtonProps={{ 'aria-label': resourceTexts.allOf(label) }}
    nothingFoundMessage={resourceTexts.noChoices}
  />
)

interface ChooseProps {
  label: string
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | null) => void
}

interface AuditToolsProps {
  ask: ListQuery
  show: (next: Partial<ListQuery>, replace?: boolean) => void
  onClear: () => void
}
