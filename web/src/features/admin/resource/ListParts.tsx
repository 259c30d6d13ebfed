// The search and filters above a list, and the actions of its rows.
import { Button, Group, Select, Text } from '@mantine/core'
import { FilterX, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ListQuery } from '@/shared/api/types'
import { formatDay } from '@/shared/i18n/format'
import { DateField } from '@/shared/ui/DateField'
import { type DayLimits, dayError } from '@/shared/ui/day'
import fieldStyles from '@/shared/ui/field.module.css'
import { SearchField } from '@/shared/ui/SearchField'
import styles from '../admin.module.css'
import { listToolTexts, resourceTexts } from '../messages'
import { AppLink } from '../ui/AppLink'
import type { AnyFilter, Resource, Row } from './defineResource'
import { useReference } from './Reference'

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
export const isNarrowed = ({ q, filters }: ListQuery) =>
  Boolean(q) || Object.keys(filters).length > 0

/**
 * A filter. The browser's own field where there are few choices: a list has up to seven of them, and
 * Mantine's would take longer to render than the rows.
 */
function Choose({ label, placeholder, value, onChange, options, disabled }: ChooseProps) {
  const none = placeholder ?? resourceTexts.allOf(label)
  if (options.length <= FEW) {
    return (
      <select
        className={fieldStyles.input}
        aria-label={label}
        disabled={disabled}
        data-empty={value === null || undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        <option value="">{none}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <Select
      aria-label={label}
      placeholder={none}
      data={options}
      value={value}
      onChange={onChange}
      clearable
      searchable
      // A list has several filters, and their choices are rendered when they are opened.
      comboboxProps={{ keepMounted: false }}
      clearButtonProps={{ 'aria-label': none }}
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

/** More choices than these can be searched. */
const FEW = 10

function ChooseRow({ of, ...rest }: Omit<ChooseProps, 'options'> & { of: string }) {
  const { data, isPending } = useReference(of)
  // Until their number is known nobody is in a field that may be replaced.
  return <Choose {...rest} options={data} disabled={isPending} />
}

interface ChooseProps {
  label: string
  placeholder?: string | undefined
  value: string | null
  onChange: (value: string | null) => void
  options: NonNullable<AnyFilter['options']>
  disabled?: boolean
}

interface ListToolsProps {
  resource: Pick<Resource, 'searchable' | 'filters'> & { texts: { many: string } }
  ask: ListQuery
  show: (next: Partial<ListQuery>, replace?: boolean) => void
  onClear: () => void
}

// Periods that end today, in the reader's time zone.

const periods = ['today', 'week', 'days30', 'month'] as const

type Period = (typeof periods)[number]

/** The first and last day of a period, as `YYYY-MM-DD`. */
export function rangeOf(period: Period, now: Date): { from: string; to: string } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const first = { today: day, week: day - 6, days30: day - 29, month: 1 }[period]
  return { from: dayOf(new Date(year, month, first)), to: dayOf(now) }
}

/** The period with this first and last day; null if there is none. */
export const periodOf = (from: string | undefined, to: string | undefined, now: Date) =>
  periods.find((period) => {
    const range = rangeOf(period, now)
    return range.from === from && range.to === to
  }) ?? null

const dayOf = (date: Date) => formatDay(date.toISOString())

/** A date filter of a list. It applies when the field is left with a valid date or empty. */
export function DayFilter({ label, value, onChange, ...limits }: DayFilterProps) {
  const [day, setDay] = useState(value ?? '')
  useEffect(() => setDay(value ?? ''), [value])
  return (
    <DateField
      label={label}
      value={day}
      onChange={setDay}
      onSettled={(settled) => {
        if (settled !== (value ?? '') && dayError(settled, limits) === null) {
          onChange(settled || null)
        }
      }}
      {...limits}
    />
  )
}

interface DayFilterProps extends DayLimits {
  label: string
  /** `YYYY-MM-DD`. */
  value: string | undefined
  onChange: (day: string | null) => void
}

/** Usual periods for a pair of date filters: today, 7 days, 30 days, this month. */
export function DayPresets({ from, to, onChange }: DayPresetsProps) {
  return (
    <Choose
      label={listToolTexts.period}
      placeholder={listToolTexts.anyTime}
      options={periods.map((value) => ({ value, label: listToolTexts.periods[value] }))}
      value={periodOf(from, to, new Date())}
      onChange={(period) =>
        onChange(
          period === null
            ? { from: '', to: '' }
            : rangeOf(period as (typeof periods)[number], new Date()),
        )
      }
    />
  )
}

interface DayPresetsProps {
  /** `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string; to: string }) => void
}

// A subject filter. Subjects of several exams have the same title. Moderators use it too, so the
// choices come from public calls.

/** The subjects of the chosen exam; without one all subjects, each with its exam. */
export function useSubjectFilter(exam?: string | null): AnyFilter {
  const { rows } = useReference('/api/v1/subjects/all')
  const options = (rows as SubjectRow[])
    .filter((row) => !exam || row.exam._id === exam)
    .map(({ _id, title, exam: of }) => ({
      value: _id,
      label: exam ? title : listToolTexts.subjectOf(title, of.title),
    }))
  return { name: 'subject', label: listToolTexts.subject, options }
}

/** Filters for the first and last day. */
export const dayFilters = (): AnyFilter[] => [
  { name: 'from', label: listToolTexts.from, day: true },
  { name: 'to', label: listToolTexts.to, day: true },
]

type SubjectRow = Row & { title: string; exam: { _id: string; title: string } }

/** The actions of a row: edit, delete. */
export function RowActions({ name, edit, onDelete, disabled }: RowActionsProps) {
  return (
    <div className={styles.rowActions}>
      {edit && (
        <AppLink to={edit} fromList data-do="edit" aria-label={resourceTexts.editRow(name)}>
          <Pencil size={18} aria-hidden />
        </AppLink>
      )}
      {onDelete && (
        <button
          type="button"
          data-do="delete"
          aria-label={resourceTexts.deleteRow(name)}
          disabled={disabled}
          onClick={onDelete}
        >
          <Trash2 size={18} aria-hidden />
        </button>
      )}
    </div>
  )
}

interface RowActionsProps {
  name: string
  /** The path of its edit form; undefined if it cannot be edited. */
  edit?: string | undefined
  onDelete?: (() => void) | undefined
  /** The row is outdated. */
  disabled: boolean
}

/**
 * The number of selected rows, on all pages, and the actions on them. Below the list, so that no
 * row moves when the first is selected, and always visible.
 */
export function ChosenRows<Row>(props: ChosenRowsProps<Row>) {
  const { rows, disabled, onDelete, onClear, children } = props
  if (rows.length === 0) return null
  return (
    <Group className={styles.chosen ?? ''} gap="xs">
      <Text fz="sm" role="status">
        {resourceTexts.chosen(rows.length)}
      </Text>
      <Button size="xs" variant="subtle" mr="auto" onClick={onClear}>
        {resourceTexts.clearChosen}
      </Button>
      {children}
      <Button
        size="xs"
        color="red"
        variant="light"
        disabled={disabled}
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => onDelete(rows)}
      >
        {resourceTexts.deleteSelected}
      </Button>
    </Group>
  )
}

interface ChosenRowsProps<Row> {
  rows: Row[]
  /** The rows are outdated. */
  disabled: boolean
  onDelete: (rows: Row[]) => void
  onClear: () => void
  /** Further actions. */
  children?: ReactNode
}

/** The selected rows, kept with their data while paging through the same list. */
export function useChosen<Row extends { _id: string }>(ask: ListQuery, shown: Row[] | undefined) {
  const of = JSON.stringify([ask.q, ask.filters])
  const [kept, setKept] = useState<SelectedRows<Row>>({ of, rows: new Map() })
  const none: SelectedRows<Row>['rows'] = new Map()
  // A new search or filter clears the selection for good.
  const before = kept.of === of ? kept.rows : none
  const here = new Map(shown?.map((row) => [row._id, row]))
  const rows = new Map([...before].map(([id, row]) => [id, here.get(id) ?? row]))
  // Rows on the current page keep their latest data, also for when another page is shown.
  const isOutdated = kept.of !== of || [...rows].some(([id, row]) => before.get(id) !== row)
  if (isOutdated) setKept({ of, rows })
  const only = (isKept: (id: string) => boolean) =>
    setKept((old) => ({ ...old, rows: new Map([...old.rows].filter(([id]) => isKept(id))) }))
  return {
    rows: [...rows.values()],
    ids: new Set(rows.keys()),
    choose: (ids: ReadonlySet<string>) =>
      setKept({
        of,
        rows: new Map([...new Map([...rows, ...here])].filter(([id]) => ids.has(id))),
      }),
    /** Keeps these alone, such as those that a change has failed for. */
    keep: (left: Row[]) => {
      const ids = new Set(left.map(({ _id }) => _id))
      only((id) => ids.has(id))
    },
    remove: (gone: ReadonlySet<string>) => only((id) => !gone.has(id)),
    clear: () => only(() => false),
  }
}

interface SelectedRows<Row> {
  /** The search and filters of the selection. */
  of: string
  rows: ReadonlyMap<string, Row>
}
