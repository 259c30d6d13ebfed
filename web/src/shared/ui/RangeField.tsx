// A number on a slider, over the native range input: exact with arrow keys, large enough for touch,
// with buttons for the usual values.
import { Button, Group, Input, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './RangeField.module.css'

export function RangeField(props: RangeFieldProps) {
  const { label, min, max, step = 1, value, onChange, say = String } = props
  const { description, error, presets } = props
  const id = useId()
  const share = max === min ? 100 : ((value - min) / (max - min)) * 100
  return (
    <div>
      <Group justify="space-between" align="baseline" mb={4}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <output className={styles.value} htmlFor={id}>
          {say(value)}
        </output>
      </Group>
      <input
        id={id}
        className={styles.range}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={say(value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        style={{ '--share': `${share}%` } as React.CSSProperties}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <Group justify="space-between" aria-hidden>
        <Text fz="xs" c="dimmed">
          {say(min)}
        </Text>
        <Text fz="xs" c="dimmed">
          {say(max)}
        </Text>
      </Group>
      {presets && presets.values.length > 0 && (
        <Group gap={6} mt="xs" role="group" aria-label={presets.label}>
          <Text fz="sm" c="dimmed">
            {presets.label}:
          </Text>
          {presets.values.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant={one === value ? 'filled' : 'default'}
              aria-pressed={one === value}
              onClick={() => onChange(one)}
            >
              {say(one)}
            </Button>
          ))}
        </Group>
      )}
      <div id={`${id}-help`}>
        {description && (
          <Text fz="sm" c="dimmed" component="div" mt={4}>
            {description}
          </Text>
        )}
        {error && (
          <Input.Error role="alert" fz="sm" mt={4}>
            {error}
          </Input.Error>
        )}
      </div>
    </div>
  )
}

interface RangeFieldProps {
  label: string
  min: number
  max: number
  step?: number
  value: number
  onChange: (value: number) => void
  /** Formats a value. */
  say?: (value: number) => string
  /** The usual values as buttons, and their label. */
  presets?: { label: string; values: number[] }
  description?: ReactNode
  error?: string | null
}
