// The year slider, and what the chosen subjects have in that year and in others.
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { serverNow } from '@/shared/api/patience'
import { availabilityQuery, firstYear, type PaperAsk } from '@/shared/api/queries/attempts'
import { plural } from '@/shared/i18n/format'
import { Checkbox } from '@/shared/ui/Checkbox'
import { ErrorState } from '@/shared/ui/ErrorState'
import { RangeField } from '@/shared/ui/RangeField'
import { journeyTexts } from './messages'
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
  ask: PaperAsk
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

const words = {
  label: 'Power-safe timer',
  text: 'If your power, battery or network fails, your time stops until you are back, for up to an hour in all.',
}

/** Whether the clock of a practice stands still while the student's device is silent. */
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
