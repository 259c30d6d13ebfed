// What a result begins with: the score by exam (JAMB's 400, WAEC's grade, else percent), its headline,
// one sentence about it, and what to do next.
import { Badge, Group, Text, Title } from '@mantine/core'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { Panel } from '@/shared/ui/Panel'
import { useFoot } from '@/shared/ui/useFoot'
import { insightOf } from './insight'
import { messages } from './messages'
import { PractiseMissed } from './PractiseMissed'
import styles from './results.module.css'
import { ScoreRing } from './ScoreRing'
import {
  gradedSoFar,
  headlineOf,
  isPartlyGraded,
  isPending,
  isUngraded,
  jambRange,
  pointsOf,
  scoreOf,
  verdictOf,
} from './score'
import { ShareButton } from './share/ShareButton'

const words = messages.results

export function ScoreCard({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  useFoot('result')
  const shown = scoreOf(quiz)
  const verdict = verdictOf(quiz)
  const isTheory = kindOf(quiz) === 'theory'
  const isPartly = isPartlyGraded(quiz)
  // A mock of theories alone has no score by keys.
  const outOf400 = isTheory ? null : quiz.score.outOf400
  const insight = isTheory ? null : insightOf(results)
  return (
    <Panel component="section" aria-label={words.score}>
      {shown.value && (
        <Group gap="md" mb="sm">
          <ScoreRing
            value={shown.value}
            percent={(pointsOf(quiz) ?? 0) / 4}
            verdict={isPartly ? 'open' : verdict}
          />
          {shown.beside && (
            <Text c="dimmed" fz="lg">
              {shown.beside}
            </Text>
          )}
          {outOf400 != null && (
            <Badge className={styles.range} data-verdict={verdict} size="lg" tt="none">
              {jambRange(outOf400)}
            </Badge>
          )}
        </Group>
      )}
      <Title order={2}>{headlineOf(quiz)}</Title>
      {(isTheory || isPartly) && (
        <Text c="dimmed" fz="sm" mt={4}>
          {shown.label}
        </Text>
      )}
      {isPartly && (
        <Text mt="md">
          {isUngraded(quiz) && gradedSoFar(quiz) === null ? words.theoryOpen : words.theoryOwn}
        </Text>
      )}
      {insight && <Text mt={4}>{insight}</Text>}
      <Group gap="sm" mt="md" className={styles.ways}>
        <PractiseMissed quiz={quiz} size="md" />
        {shown.value && !isPending(quiz) && <ShareButton quiz={quiz} />}
      </Group>
    </Panel>
  )
}
