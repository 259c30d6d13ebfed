// Usual periods for a pair of date filters: today, 7 days, 30 days, this month.
import { Select } from '@mantine/core'
import { words } from './messages'
import { periodOf, periods, rangeOf } from './periods'

export function DayPresets({ from, to, onChange }: DayPresetsProps) {
  return (
    <Select
      aria-label={words.period}
      placeholder={words.anyTime}
      data={periods.map((value) => ({ value, label: words.periods[value] }))}
      value={periodOf(from, to, new Date())}
      onChange={(period) =>
        onChange(
          period === null
            ? { from: '', to: '' }
            : rangeOf(period as (typeof periods)[number], new Date()),
        )
      }
      clearable
      clearButtonProps={{ 'aria-label': words.anyTime }}
    />
  )
}

interface DayPresetsProps {
  /** `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
  onChange: (range: { from: string; to: string }) => void
}
