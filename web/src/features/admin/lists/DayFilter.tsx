// A date filter of a list. It applies when the field is left with a valid date or empty.

import { Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DateField } from '@/shared/ui/DateField'
import { type DayLimits, dayError } from '@/shared/ui/day'
import { listToolTexts } from './messages'

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

const dayOf = (date: Date) =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')

const two = (n: number) => String(n).padStart(2, '0')

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
    <Select
      aria-label={listToolTexts.period}
      placeholder={listToolTexts.anyTime}
      data={periods.map((value) => ({ value, label: listToolTexts.periods[value] }))}
      value={periodOf(from, to, new Date())}
      onChange={(period) =>
        onChange(
          period === null
            ? { from: '', to: '' }
            : rangeOf(period as (typeof periods)[number], new Date()),
        )
      }
      clearable
      clearButtonProps={{ 'aria-label': listToolTexts.anyTime }}
    />
  )
}

interface DayPresetsProps {
  /** `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string; to: string }) => void
}
