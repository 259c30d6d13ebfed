// Whether the clock of a practice stands still while the student's device is silent.
import { Text } from '@mantine/core'
import { catalogue } from '@/i18n/catalogue'
import { Tick } from '@/ui/Tick'
import { english } from './powerSafe.en'

const words = catalogue(english, {})

export function PowerSafeField({ checked, onChange }: PowerSafeFieldProps) {
  return (
    <div>
      <Tick
        label={words.label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-describedby="power-safe"
      />
      <Text id="power-safe" size="sm" c="dimmed">
        {words.text}
      </Text>
    </div>
  )
}

interface PowerSafeFieldProps {
  checked: boolean
  onChange: (checked: boolean) => void
}
