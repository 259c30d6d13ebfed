// The scores of the questions that a student tried without an account, apart from results.
import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listVisitorScores, visitorScoresKey } from '@/shared/api/queries/site'
import { formatNumber } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Page'
import { sendTried } from './sendTried'
import { readTried, writeTried } from './tried'

export const triedTexts = {
  title: 'Questions you tried before you joined',
  score: (exam: string, correct: string, total: string) => `${exam}: ${correct} of ${total} right.`,
  apart: 'This score does not count in your results.',
  hide: 'Hide',
}

export function TriedScores({ hideable = false }: TriedScoresProps) {
  const [hidden, setHidden] = useState(false)
  const { data: scores = [] } = useQuery({
    queryKey: visitorScoresKey,
    queryFn: async () => {
      await sendTried()
      return listVisitorScores()
    },
  })
  if (hidden || scores.length === 0) return null
  const hide = () => {
    for (const exam of Object.keys(readTried())) writeTried(exam, null)
    setHidden(true)
  }
  return (
    <Panel component="section" aria-labelledby="tried">
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb={4}>
        <Title order={2} id="tried">
          {triedTexts.title}
        </Title>
        {hideable && (
          <Button variant="subtle" size="compact-sm" flex="none" onClick={hide}>
            {triedTexts.hide}
          </Button>
        )}
      </Group>
      {scores.map(({ exam, correct, total }) => (
        <Text key={exam._id}>
          {triedTexts.score(exam.title, formatNumber(correct), formatNumber(total))}
        </Text>
      ))}
      <Text fz="sm" c="dimmed">
        {triedTexts.apart}
      </Text>
    </Panel>
  )
}

export interface TriedScoresProps {
  /** Whether it can be put away: it stays on the profile. */
  hideable?: boolean
}
