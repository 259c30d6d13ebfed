// Progress, accuracy and speed, each with what it means.
import '@mantine/core/styles/Progress.layer.css'
import { Progress, SimpleGrid, Text } from '@mantine/core'
import type { Quiz } from '@/api/types'
import { formatPercent, formatSeconds } from '@/i18n/format'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'

const words = messages.results

export function Measures({ quiz }: { quiz: Quiz }) {
  const { progress, accuracy, speed, time, usedtime, totalAvgGrade, examType } = quiz
  const graded = examType === 'theory' ? totalAvgGrade : accuracy
  const measures: Measure[] = [
    { name: words.progress, percent: progress, meaning: words.progressText },
    {
      name: words.accuracy,
      percent: graded ?? null,
      meaning: examType === 'theory' ? words.averageGrade : words.accuracyText,
      none: words.notGraded,
    },
    {
      name: words.speed,
      percent: speed ?? null,
      meaning: time
        ? words.speedText(formatSeconds(usedtime), formatSeconds(time))
        : words.used(formatSeconds(usedtime)),
      none: words.noClock,
    },
  ]
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
      {measures.map(({ name, percent, meaning, none }) => (
        <Panel key={name}>
          <Text c="dimmed" fz="sm">
            {name}
          </Text>
          <Text fw={700} fz="xl">
            {percent == null ? none : formatPercent(percent)}
          </Text>
          {percent != null && <Progress value={percent} aria-hidden my={6} />}
          <Text c="dimmed" fz="sm">
            {meaning}
          </Text>
        </Panel>
      ))}
    </SimpleGrid>
  )
}

interface Measure {
  name: string
  percent: number | null
  meaning: string
  /** Said when there is no percentage. */
  none?: string
}
