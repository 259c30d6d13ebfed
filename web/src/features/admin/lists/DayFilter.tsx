// A date filter of a list. It applies when the field is left with a valid date or empty.
import { useEffect, useState } from 'react'
import { DateField } from '@/shared/ui/DateField'
import { type DayLimits, dayError } from '@/shared/ui/day'

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
