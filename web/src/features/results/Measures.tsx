// Progress, accuracy and speed, each with what it means.
import { Progress, SimpleGrid, Text } from '@mantine/core'
import type { Quiz } from '@/api/types'
import { formatPercent, formatSeconds } from '@/ui/format'
import { Panel } from '@/ui/Panel'

export function Measures({ quiz }: { quiz: Quiz }) {
  const { progress, accuracy, speed, time, usedtime, totalAvgGrade, examType } = quiz
  const graded = examType === 'theory' ? totalAvgGrade : accuracy
  const measures: Measure[] = [
    { name: 'Progress', percent: progress, meaning: 'of the questions answered' },
    {
      name: 'Accuracy',
      percent: graded ?? null,
      meaning: examType === 'theory' ? 'average grade' : 'of all questions right',
      none: 'Not graded yet',
    },
    {
      name: 'Speed',
      percent: speed ?? null,
      meaning: time
        ? `of the time saved: ${formatSeconds(usedtime)} of ${formatSeconds(time)} used`
        : `${formatSeconds(usedtime)} used`,
      none: 'No clock',
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
