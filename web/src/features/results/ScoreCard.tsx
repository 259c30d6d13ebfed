// The headline of a result with its score, by exam: JAMB's 400, WAEC's grade, else percent.
import { Badge, Group, Text, Title } from '@mantine/core'
import type { Quiz } from '@/api/types'
import { formatNumber, formatPercent } from '@/i18n/format'
import { kindOf } from '@/shell/kind'
import { Panel } from '@/ui/Panel'
import { useFoot } from '@/ui/useFoot'
import { messages } from './messages'
import styles from './results.module.css'
import {
  gradedSoFar,
  headlineOf,
  isPartlyGraded,
  isUngraded,
  jambRange,
  scoreOf,
  verdictOf,
} from './score'

const words = messages.results

export function ScoreCard({ quiz }: { quiz: Quiz }) {
  useFoot('score')
  const shown = scoreOf(quiz)
  const verdict = verdictOf(quiz)
  // A mock of theories alone has no score by keys.
  const outOf400 = kindOf(quiz) === 'theory' ? null : quiz.score.outOf400
  return (
    <Panel component="section" aria-label={words.score}>
      <Title order={2} mb="md">
        {headlineOf(quiz)}
      </Title>
      {shown.value && (
        <Group align="baseline" gap="sm">
          <span className={styles.score} data-verdict={isPartlyGraded(quiz) ? 'open' : verdict}>
            {shown.value}
          </span>
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
      <Text c="dimmed" fz="sm" mt={4}>
        {shown.label}
      </Text>
      <Beside quiz={quiz} />
    </Panel>
  )
}

/** What else belongs to the score: another scale, the grades' range, the theory part. */
function Beside({ quiz }: { quiz: Quiz }) {
  const kind = kindOf(quiz)
  const { jambScale, outOf400, grade, percent, overall } = quiz.score
  if (kind === 'theory') return null
  if (isPartlyGraded(quiz)) {
    const isOpen = isUngraded(quiz) && gradedSoFar(quiz) === null
    return <Text mt="md">{isOpen ? words.theoryOpen : words.theoryOwn}</Text>
  }
  return (
    <>
      {jambScale && outOf400 != null && (
        <>
          <Text fz="sm" c="dimmed" mt="md">
            {words.jambScales(
              formatNumber(outOf400),
              formatNumber(jambScale.total),
              formatNumber(jambScale.outOf),
            )}
          </Text>
          <ul className={styles.scale}>
            {jambScale.subjects.map(({ subject, score }) => (
              <li key={subject._id}>
                <span>{subject.title}</span>
                <b>{formatNumber(score)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {grade && (
        <Text mt="md" fz="sm" c="dimmed">
          {words.waecGrades(formatPercent(overall ?? percent), grade)}
        </Text>
      )}
      {kind === 'both' && quiz.totalAvgGrade != null && (
        <Text mt="xs">
          {words.bothParts(formatPercent(percent), formatPercent(quiz.totalAvgGrade))}
        </Text>
      )}
    </>
  )
}
