// Mantine's calendar with days as the API writes them.
import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { DateFieldProps } from './DateField'

export function DatePicker({ min, max, ...rest }: DateFieldProps) {
  return (
    <DateInput
      {...rest}
      valueFormat="YYYY-MM-DD"
      clearable
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
    />
  )
}
