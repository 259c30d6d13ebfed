// The year slider, and what the chosen subjects have in that year and in others.
import { Button, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { availabilityQuery, type PaperAsk } from '@/api/queries/attempts'
import { plural } from '@/i18n/format'
import { RangeField } from '@/ui/RangeField'
import { messages } from './messages'
import { firstYear, yearsOf } from './setup'

const words = messages.journey

export function YearField({ ask, value, onChange }: YearFieldProps) {
  // A slider passes many years on the way to one.
  const [settled] = useDebouncedValue(ask, 300)
  const { data, isPlaceholderData } = useQuery({
    ...availabilityQuery(settled),
    enabled: settled.body.subjects.length > 0,
    placeholderData: keepPreviousData,
  })
  const known = ask.body.subjects.length > 0 ? data : undefined
  const current = settled.body.year === value && !isPlaceholderData ? known : undefined
  return (
    <div>
      <RangeField
        label={words.year}
        min={firstYear}
        max={new Date().getFullYear()}
        value={value}
        onChange={onChange}
      />
      {known && yearsOf(known).length > 0 && (
        <Group gap={6} mt="xs" role="group" aria-label={words.yearsWithQuestions}>
          <Text fz="sm" c="dimmed">
            {words.yearsWithQuestions}:
          </Text>
          {yearsOf(known).map((year) => (
            <Button
              key={year}
              size="compact-sm"
              variant={year === value ? 'filled' : 'default'}
              aria-pressed={year === value}
              onClick={() => onChange(year)}
            >
              {year}
            </Button>
          ))}
        </Group>
      )}
      <Text fz="sm" c="dimmed" mt="xs" aria-live="polite">
        {current?.counts.map((one) => `${one.subject.title}: ${holds(one)}`).join(' · ')}
      </Text>
    </div>
  )
}

interface YearFieldProps {
  ask: PaperAsk
  value: number
  onChange: (year: number) => void
}

function holds({ questions, theories }: { questions: number; theories: number }): string {
  const [first, second] = [
    questions > 0 && plural(words.questions, questions),
    theories > 0 && plural(words.theories, theories),
  ].filter((part) => part !== false)
  if (first === undefined) return words.noneThisYear
  return second === undefined ? first : words.questionsAndTheories(first, second)
}
