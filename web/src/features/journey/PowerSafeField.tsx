// Whether the clock of a practice stands still while the student's device is silent.
import { Checkbox } from '@mantine/core'
import { catalogue } from '@/i18n/catalogue'
import { english } from './powerSafe.en'

const words = catalogue(english, {})

export function PowerSafeField({ checked, onChange }: PowerSafeFieldProps) {
  return (
    <Checkbox
      label={words.label}
      description={words.text}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

interface PowerSafeFieldProps {
  checked: boolean
  onChange: (checked: boolean) => void
}
