// Progress, accuracy and speed, each with what it means.
import { Text } from '@mantine/core'
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatPercent, formatSeconds } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { Panel } from '@/shared/ui/Panel'
import type { Verdict } from '@/shared/ui/verdict'
import { resultsTexts } from './messages'
import styles from './results.module.css'
import { verdictOf } from './score'

export function Measures({ quiz }: { quiz: Quiz }) {
  return (
    <div className={styles.measures}>
      {measuresOf(quiz).map(({ name, percent, meaning, none, verdict }) => (
        <Panel key={name}>
          <Text c="dimmed" fz="sm">
            {name}
          </Text>
          <Text fw={700} fz="xl">
            {percent == null ? none : formatPercent(percent)}
          </Text>
          {percent != null && <Bar percent={percent} verdict={verdict} />}
          <Text c="dimmed" fz="sm">
            {meaning}
          </Text>
        </Panel>
      ))}
    </div>
  )
}

interface Measure {
  name: string
  percent: number | null
  meaning: string
  /** Said when there is no percentage. */
  none?: string
  /** Of the one that decides it; how much was answered, and how fast, is neither good nor bad. */
  verdict?: Verdict
}

function measuresOf(quiz: Quiz): Measure[] {
  const { progress, accuracy, speed, time, usedtime, totalAvgGrade } = quiz
  const { powerSafe, pausedTime, theory } = quiz
  const kind = kindOf(quiz)
  const [answered, right] = {
    objective: [resultsTexts.progressText, resultsTexts.accuracyText],
    both: [resultsTexts.progressObjective, resultsTexts.accuracyObjective],
    theory: [resultsTexts.progressText, resultsTexts.averageGrade],
  }[kind] as [string, string]
  return [
    { name: resultsTexts.progress, percent: progress, meaning: answered },
    {
      name: resultsTexts.accuracy,
      percent: (kind === 'theory' ? (totalAvgGrade ?? theory?.average) : accuracy) ?? null,
      meaning: right,
      none: resultsTexts.notGraded,
      verdict: verdictOf(quiz),
    },
    {
      name: resultsTexts.speed,
      percent: speed ?? null,
      meaning: [
        time
          ? resultsTexts.speedText(formatSeconds(usedtime), formatSeconds(time))
          : resultsTexts.used(formatSeconds(usedtime)),
        powerSafe && resultsTexts.stoodStill(formatSeconds(pausedTime)),
      ]
        .filter(Boolean)
        .join('. '),
      none: resultsTexts.noClock,
    },
  ]
}
