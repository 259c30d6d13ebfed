// Tests left open, on this device or another: each can be gone on with, or ended.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import type { Attempt, ExamChoice } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/ExamBadge'
import { testName } from '@/shared/exams/testName'
import { formatDateTime, formatNumber, plural } from '@/shared/i18n/format'
import { paths, testWindowPath } from '@/shared/paths'
import { ErrorState } from '@/shared/ui/ErrorState'
import { focusNow } from '@/shared/ui/focus'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Panel } from '@/shared/ui/Panel'
import type { ConfirmEndProps } from './ConfirmEnd'
import { journeyTexts } from './messages'
import { openAttemptWindow } from './testWindow'

const ConfirmEnd = lazyPart<ConfirmEndProps>(
  () => import('./ConfirmEnd').then((m) => m.ConfirmEnd),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function RunningAttempts({ exams }: { exams: ExamChoice[] | undefined }) {
  const { data, isError, refetch } = useQuery(runningAttemptsQuery)
  if (isError && !data) {
    return <ErrorState message={journeyTexts.runningFailed} onRetry={() => refetch()} />
  }
  if (!data || data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="resume">
      <Title order={2} id="resume" mb="sm">
        {journeyTexts.resumeTitle}
      </Title>
      <Stack gap="md">
        {data.map((attempt, i) => (
          <Running
            key={attempt._id}
            attempt={attempt}
            exam={exams?.find(({ _id }) => _id === attempt.exam._id)}
            isFirst={i === 0}
          />
        ))}
      </Stack>
    </Panel>
  )
}

function Running({ attempt, exam, isFirst }: RunningProps) {
  const navigate = useNavigate()
  /** Null until it was asked about once. */
  const [ending, setEnding] = useState<boolean | null>(null)
  const { subjects, totalQuestions, answers, deadline, startedAt, ahead } = attempt
  const isSealed = ahead?.openedAt === null
  const answered = answers.filter((one) => one.answer !== null).length
  const name = `${attempt.exam.title}, ${testName(attempt)}`

  const resume = () =>
    isSealed
      ? navigate(paths.offline)
      : openAttemptWindow(attempt._id, testWindowPath(attempt), navigate)

  return (
    <Group justify="space-between" gap="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ExamBadge exam={exam ?? attempt.exam} side={32} />
        <div>
          <Text fw={650}>{name}</Text>
          <Text fz="sm" c="dimmed">
            {subjects.map((subject) => subject.title).join(', ')}
          </Text>
          <Text fz="sm" c="dimmed">
            {isSealed ? (
              journeyTexts.fetched(formatDateTime(ahead.openUntil))
            ) : (
              <>
                {journeyTexts.answeredOf(
                  formatNumber(answered),
                  plural(journeyTexts.questions, totalQuestions),
                )}{' '}
                {deadline
                  ? journeyTexts.runsUntil(formatDateTime(deadline))
                  : journeyTexts.started(formatDateTime(startedAt))}
              </>
            )}
          </Text>
        </div>
      </Group>
      {ending ? (
        <ConfirmEnd
          attempt={attempt}
          onEnded={() => setEnding(false)}
          onDecline={() => setEnding(false)}
        />
      ) : (
        <Group gap="xs">
          <Button
            variant={isFirst ? 'filled' : 'light'}
            onClick={resume}
            aria-label={journeyTexts.resumeOf(name)}
          >
            {journeyTexts.resume}
          </Button>
          <Button
            // Back from the question, which has gone with the focus.
            ref={ending === false ? focusNow : undefined}
            variant="default"
            onClick={() => setEnding(true)}
            aria-label={journeyTexts.endOf(name)}
          >
            {journeyTexts.end}
          </Button>
        </Group>
      )}
    </Group>
  )
}

interface RunningProps {
  attempt: Attempt
  /** With its logo, once that is known. */
  exam: ExamChoice | undefined
  /** The one to go on with. */
  isFirst: boolean
}
