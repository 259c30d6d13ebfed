// How a score is counted, and what it is on other scales (ruling 17).
import { Text, Title } from '@mantine/core'
import type { Quiz } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { resultsTexts } from './messages'
import styles from './results.module.css'
import { isPartlyGraded, scoreOf } from './score'

export function Scales({ quiz }: { quiz: Quiz }) {
  const { jambScale, outOf400, grade, percent, overall } = quiz.score
  // Until all of it is graded there is no final score to explain.
  const isOpen = kindOf(quiz) === 'theory' || isPartlyGraded(quiz)
  if (isOpen) return null
  return (
    <Panel component="section" aria-label={resultsTexts.scales}>
      <Title order={2} mb="xs">
        {resultsTexts.scales}
      </Title>
      <Text fz="sm" c="dimmed">
        {scoreOf(quiz).label}
      </Text>
      {jambScale && outOf400 != null && (
        <>
          <Text fz="sm" c="dimmed" mt="md">
            {resultsTexts.jambScales(
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
          {resultsTexts.waecGrades(formatPercent(overall ?? percent), grade)}
        </Text>
      )}
      {kindOf(quiz) === 'both' && quiz.totalAvgGrade != null && (
        <Text mt="xs">
          {resultsTexts.bothParts(formatPercent(percent), formatPercent(quiz.totalAvgGrade))}
        </Text>
      )}
    </Panel>
  )
}
