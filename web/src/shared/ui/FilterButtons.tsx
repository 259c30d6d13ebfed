// Buttons that switch between a few views of a list; they wrap where there is little room.
import { Button, Group } from '@mantine/core'

export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          size="compact-md"
          // A long label takes two lines on a phone.
          h="auto"
          mih="var(--button-height)"
          styles={{ label: { whiteSpace: 'normal' } }}
          variant={option.value === value ? 'filled' : 'default'}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </Group>
  )
}

interface FilterButtonsProps<Value> {
  /** Label of the group for assistive technology. */
  label: string
  options: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}
