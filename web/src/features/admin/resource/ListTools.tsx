// The search and filters above a list.
import { Button, Select } from '@mantine/core'
import { FilterX } from 'lucide-react'
import { useState } from 'react'
import { SearchField } from '@/shared/ui/SearchField'
import { DayFilter, DayPresets } from '../lists/DayFilter'
import type { ListAsk } from './calls'
import type { AnyFilter, Resource } from './defineResource'
import { useReference } from './fields/Reference'
import { resourceTexts } from './messages'
import styles from './resource.module.css'

export function ListTools({ resource, ask, show, onClear }: ListToolsProps) {
  const { searchable, filters, texts } = resource
  const { cleared, clear } = useClearing(onClear)
  if (!searchable && filters.length === 0) return null
  const hasPeriod = filters.filter(({ day }) => day).length === 2
  return (
    <div className={styles.tools}>
      {searchable && (
        <SearchField
          key={cleared}
          label={resourceTexts.search(texts.many)}
          value={ask.q ?? ''}
          onSearch={(q) => show({ q, page: 1 }, true)}
        />
      )}
      {hasPeriod && (
        <DayPresets
          from={ask.filters.from}
          to={ask.filters.to}
          onChange={(range) => show({ filters: range, page: 1 })}
        />
      )}
      {filters.map((filter) => {
        const props = {
          label: filter.label,
          placeholder: filter.placeholder,
          value: ask.filters[filter.name] ?? null,
          onChange: (value: string | null) =>
            show({ filters: { [filter.name]: value ?? '' }, page: 1 }),
        }
        if (filter.day) {
          const { label, value, onChange } = props
          return <DayFilter key={filter.name} {...{ label, onChange }} value={value ?? undefined} />
        }
        return filter.of === undefined ? (
          <Choose key={filter.name} {...props} options={filter.options ?? []} />
        ) : (
          <ChooseRow key={filter.name} {...props} of={filter.of} />
        )
      })}
      {isNarrowed(ask) && (
        <Button
          className={styles.plain ?? ''}
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

/**
 * Clears a list. A search field with the key `cleared` also drops input that was not applied yet.
 */
export function useClearing(onClear: () => void) {
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setCleared(cleared + 1)
    onClear()
  }
  return { cleared, clear }
}

/** Whether a search or filter is active. */
export const isNarrowed = ({ q, filters }: ListAsk) => Boolean(q) || Object.keys(filters).length > 0

function Choose({ label, placeholder, value, onChange, options }: ChooseProps) {
  return (
    <Select
      aria-label={label}
      placeholder={placeholder ?? resourceTexts.allOf(label)}
      data={options}
      value={value}
      onChange={onChange}
      clearable
      searchable={options.length > 10}
      // A list has several filters, and their choices are rendered when they are opened.
      comboboxProps={{ keepMounted: false }}
      clearButtonProps={{ 'aria-label': resourceTexts.allOf(label) }}
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

function ChooseRow({ of, ...rest }: Omit<ChooseProps, 'options'> & { of: string }) {
  const { data } = useReference(of)
  return <Choose {...rest} options={data} />
}

interface ChooseProps {
  label: string
  placeholder?: string | undefined
  value: string | null
  onChange: (value: string | null) => void
  options: NonNullable<AnyFilter['options']>
}

interface ListToolsProps {
  resource: Pick<Resource, 'searchable' | 'filters'> & { texts: { many: string } }
  ask: ListAsk
  show: (next: Partial<ListAsk>, replace?: boolean) => void
  onClear: () => void
}
