// The filters of the audit log: search, person, record, dates.
import { Box, Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FilterX } from 'lucide-react'
import { type AuditFilters, staffQuery } from '@/shared/api/queries/audit'
import { useUser } from '@/shared/session/useSession'
import { SearchField } from '@/shared/ui/SearchField'
import { DayFilter, DayPresets } from '../lists/DayFilter'
import { listToolTexts } from '../lists/messages'
import type { ListAsk } from '../resource/calls'
import { isNarrowed, useClearing } from '../resource/ListTools'
import { resourceTexts } from '../resource/messages'
import kitStyles from '../resource/resource.module.css'
import styles from './audit.module.css'
import { actionChoices, auditTexts, entityChoices } from './messages'

export function AuditTools({ ask, show, onClear }: AuditToolsProps) {
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
  ask: ListAsk
  show: (next: Partial<ListAsk>, replace?: boolean) => void
  onClear: () => void
}
