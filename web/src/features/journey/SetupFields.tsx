// The year slider, and what the chosen subjects have in that year and in others.
import { Button, Group, Input, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { availabilityQuery, firstYear, type PaperQuery } from '@/shared/api/queries/attempts'
import { serverNow } from '@/shared/api/timeoutFetch'
import { plural } from '@/shared/i18n/format'
import { Checkbox } from '@/shared/ui/Checkbox'
import { ErrorState } from '@/shared/ui/states'
import { journeyTexts } from './messages'
import styles from './SetupFields.module.css'
import { ofSubjects } from './setup'

export function YearField({ ask, chosen, years, value, onChange }: YearFieldProps) {
  // A slider passes many years on the way to one.
  const [settled] = useDebouncedValue(ask, 300)
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...availabilityQuery(settled),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  })
  const known = data && chosen.length > 0 ? ofSubjects(data, chosen) : undefined
  const current = settled.body.year === value && !isPlaceholderData ? known : undefined
  return (
    <div>
      <RangeField
        label={journeyTexts.year}
        min={firstYear}
        // By the server, whatever the clock of the device says.
        max={new Date(serverNow() ?? Date.now()).getUTCFullYear()}
        value={value}
        onChange={onChange}
        presets={{ label: journeyTexts.yearsWithQuestions, values: years }}
      />
      <Text fz="sm" c="dimmed" mt="xs" aria-live="polite">
        {current?.counts.map((one) => `${one.subject.title}: ${holds(one)}`).join(' · ')}
      </Text>
      {isError && <ErrorState message={journeyTexts.yearsFailed} onRetry={() => refetch()} />}
    </div>
  )
}

interface YearFieldProps {
  ask: PaperQuery
  /** The subjects that are spoken of, perhaps fewer than are asked about. */
  chosen: string[]
  /** Those in which any of the chosen subjects has questions. */
  years: number[]
  value: number
  onChange: (year: number) => void
}

function holds({ questions, theories }: { questions: number; theories: number }): string {
  const [first, second] = [
    questions > 0 && plural(journeyTexts.questions, questions),
    theories > 0 && plural(journeyTexts.theories, theories),
  ].filter((part) => part !== false)
  if (first === undefined) return journeyTexts.noneThisYear
  return second === undefined ? first : journeyTexts.questionsAndTheories(first, second)
}

export const powerSafeTexts = {
  label: 'Power-safe timer',
  text: 'If your power, battery or network fails, your time stops until you are back, for up to an hour in all.',
}

/** Whether the timer of a practice pauses while the student's device is silent. */
export function PowerSafeField({ checked, onChange }: PowerSafeFieldProps) {
  return (
    <div>
      <Checkbox
        label={powerSafeTexts.label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-describedby="power-safe"
      />
      <Text id="power-safe" size="sm" c="dimmed">
        {powerSafeTexts.text}
      </Text>
    </div>
  )
}

interface PowerSafeFieldProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/**
 * A number on a slider, over the native range input: exact with arrow keys, large enough for touch,
 * with buttons for the usual values.
 */
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
