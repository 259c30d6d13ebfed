// Tests left open, on this device or another, to go on with.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { runningAttemptsQuery } from '@/api/queries/attempts'
import type { Attempt } from '@/api/types'
import { formatDateTime, formatNumber, plural } from '@/i18n/format'
import { testWindowPath } from '@/paths'
import { ErrorState } from '@/ui/ErrorState'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'
import { openAttemptWindow } from './testWindow'

const words = messages.journey

export function RunningAttempts() {
  const { data, isError, refetch } = useQuery(runningAttemptsQuery)
  if (isError && !data) {
    return <ErrorState message={words.runningFailed} onRetry={() => refetch()} />
  }
  if (!data || data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="resume">
      <Title order={2} id="resume" mb="sm">
        {words.resumeTitle}
      </Title>
      <Stack gap="md">
        {data.map((attempt) => (
          <Running key={attempt._id} attempt={attempt} />
        ))}
      </Stack>
    </Panel>
  )
}

function Running({ attempt }: { attempt: Attempt }) {
  const navigate = useNavigate()
  const { exam, assessment, subjects, totalQuestions, answers, deadline, startedAt } = attempt
  const answered = answers.filter((one) => one.answer !== null).length
  const name = `${exam.title}, ${assessment.title}`

  const resume = () => openAttemptWindow(attempt._id, testWindowPath(attempt), navigate)

  return (
    <Group justify="space-between" gap="md">
      <div>
        <Text fw={650}>{name}</Text>
        <Text fz="sm" c="dimmed">
          {subjects.map((subject) => subject.title).join(', ')}
        </Text>
        <Text fz="sm" c="dimmed">
          {words.answeredOf(formatNumber(answered), plural(words.questions, totalQuestions))}{' '}
          {deadline
            ? words.runsUntil(formatDateTime(deadline))
            : words.started(formatDateTime(startedAt))}
        </Text>
      </div>
      <Button onClick={resume} aria-label={words.resumeOf(name)}>
        {words.resume}
      </Button>
    </Group>
  )
}
