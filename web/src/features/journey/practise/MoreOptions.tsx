// The options that most tests leave as they are: year, time, topics, order, and a timer that power cuts
// stop.
import { Group, Stack, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import type { PaperQuery } from '@/shared/api/queries/attempts'
import { topicsQuery } from '@/shared/api/queries/enrolment'
import type { LastChoices } from '@/shared/flow/lastChoices'
import { practiceMinutes } from '@/shared/flow/subscription'
import { formatMinutes } from '@/shared/i18n/format'
import { Checkbox } from '@/shared/ui/Checkbox'
import { ErrorState, Skeleton } from '@/shared/ui/states'
import { journeyTexts } from '../messages'
import { PowerSafeField, RangeField, YearField } from '../SetupFields'
import { timed } from '../setup'
import { partsOf, TopicTree } from '../TopicTree'
import { practiseTexts } from './messages'

export function MoreOptions(props: MoreOptionsProps) {
  const { ask, choices, minutes, subjects, topics, year, years, onChange, onTopics, onYear } = props
  const { mode, examType, shuffleQuestions, shuffleOptions, powerSafe } = choices
  return (
    <Stack gap="xl" mt="md">
      <YearField
        ask={ask}
        chosen={subjects.map(({ _id }) => _id)}
        years={years}
        value={year}
        onChange={onYear}
      />
      {timed(mode) && minutes !== null && (
        <>
          <RangeField
            label={journeyTexts.time}
            min={practiceMinutes.step}
            max={practiceMinutes.max}
            step={practiceMinutes.step}
            value={minutes}
            say={formatMinutes}
            presets={{ label: journeyTexts.usualTimes, values: practiceMinutes.usual }}
            onChange={(value) => onChange({ minutes: value })}
          />
          <PowerSafeField
            checked={powerSafe}
            onChange={(value) => onChange({ powerSafe: value })}
          />
        </>
      )}
      <div>
        <Title order={2} fz="md" mb="sm">
          {journeyTexts.order}
        </Title>
        <Group gap="xl">
          <Checkbox
            label={journeyTexts.shuffleQuestions}
            checked={shuffleQuestions}
            onChange={(event) => onChange({ shuffleQuestions: event.currentTarget.checked })}
          />
          {examType !== 'theory' && (
            <Checkbox
              label={journeyTexts.shuffleOptions}
              checked={shuffleOptions}
              onChange={(event) => onChange({ shuffleOptions: event.currentTarget.checked })}
            />
          )}
        </Group>
      </div>
      <Topics subjects={subjects} chosen={topics} onChange={onTopics} />
    </Stack>
  )
}

export interface MoreOptionsProps {
  ask: PaperQuery
  choices: LastChoices
  minutes: number | null
  subjects: { _id: string; title: string }[]
  /** Ids of topics and sections; null for all of them. */
  topics: string[] | null
  year: number
  years: number[]
  onChange: (part: Partial<LastChoices>) => void
  onTopics: (topics: string[] | null) => void
  onYear: (year: number) => void
}

function Topics({ subjects, chosen, onChange }: TopicsProps) {
  const queries = useQueries({ queries: subjects.map(({ _id }) => topicsQuery(_id)) })
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  if (failed) {
    const retry = () => queries.filter(({ isError }) => isError).map(({ refetch }) => refetch())
    return <ErrorState message={toApiError(failed.error).errMessage} onRetry={retry} />
  }
  const lists = queries.map(({ data }) => data)
  if (lists.some((list) => list === undefined)) return <Skeleton count={subjects.length} />
  const all = lists.flatMap((list) => list ?? []).flatMap(partsOf)
  const ticked = chosen ?? all
  const change = (ids: string[], on: boolean) => {
    const next = on ? [...new Set([...ticked, ...ids])] : ticked.filter((id) => !ids.includes(id))
    // All of them is no restriction, and needs no list.
    onChange(next.length === all.length ? null : next)
  }
  return (
    <div>
      <Title order={2} fz="md" mb="sm">
        {practiseTexts.topicsTitle}
      </Title>
      <Stack gap="sm">
        {subjects.map(({ _id, title }, i) => (
          <TopicTree
            key={_id}
            subject={title}
            topics={lists[i] ?? []}
            chosen={ticked}
            onChange={change}
          />
        ))}
      </Stack>
    </div>
  )
}

interface TopicsProps {
  subjects: MoreOptionsProps['subjects']
  chosen: string[] | null
  onChange: (topics: string[] | null) => void
}
