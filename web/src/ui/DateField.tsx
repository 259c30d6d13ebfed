// A day from a calendar or as typed. The calendar's code comes when one is first shown.
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Arriving } from './Arriving'
import { lazyPart } from './lazyPart'

/** A day as `YYYY-MM-DD`. Without the calendar it is typed so. */
export const DateField = lazyPart<DateFieldProps>(
  () => import('./DatePicker').then((m) => m.DatePicker),
  ({ again: _, min: _min, max: _max, value, onChange, ...rest }) => (
    <TextInput
      {...rest}
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  ),
  Arriving,
)

export interface DateFieldProps {
  label: string
  description?: string | undefined
  withAsterisk?: boolean
  error?: ReactNode
  value: string | null
  onChange: (day: string | null) => void
  min?: string | undefined
  max?: string | undefined
}
