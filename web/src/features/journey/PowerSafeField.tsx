// Whether the clock of a practice stands still while the student's device is silent.
import { Text } from '@mantine/core'
import { Checkbox } from '@/shared/ui/Checkbox'

const words = {
  label: 'Power-safe timer',
  text: 'If your power, battery or network fails, your time stops until you are back, for up to an hour in all.',
}

export function PowerSafeField({ checked, onChange }: PowerSafeFieldProps) {
  return (
    <div>
      <Checkbox
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
