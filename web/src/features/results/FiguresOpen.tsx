// The figures behind a score, as their fold opens on them: scales, doughnut, subjects, progress, accuracy,
// speed, data.
import { Stack, Text } from '@mantine/core'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { usedBy } from '@/shared/device/dataUsedLately'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber } from '@/shared/i18n/format'
import { Breakdown } from './Breakdown'
import { Measures } from './Measures'
import { resultsTexts } from './messages'
import styles from './results.module.css'
import { Scales } from './Scales'
import { SubjectTable } from './SubjectTable'

export interface FiguresProps {
  quiz: Quiz
  results: SubjectResult[]
}

export function FiguresOpen({ quiz, results }: FiguresProps) {
  const objective = kindOf(quiz) !== 'theory'
  return (
    <Stack gap="lg" pt="xs">
      <div className={styles.figures} data-two={objective || undefined}>
        {objective && <Breakdown quiz={quiz} />}
        <Scales quiz={quiz} />
      </div>
      {objective && <SubjectTable quiz={quiz} results={results} />}
      <Measures quiz={quiz} />
      <DataUsed id={quiz._id} />
    </Stack>
  )
}

/** Where it was sat on this device. */
function DataUsed({ id }: { id: string }) {
  const bytes = usedBy(id)
  if (bytes === null) return null
  return (
    <Text c="dimmed" fz="sm">
      {resultsTexts.dataUsed(formatNumber(Math.ceil(bytes / 1000)))}
    </Text>
  )
}
