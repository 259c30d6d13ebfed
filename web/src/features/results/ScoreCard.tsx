// The score on the scale of the exam: JAMB's 400, WAEC's grade, else percent.
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { Quiz } from '@/api/types'
import { formatNumber, formatPercent } from '@/i18n/format'
import { Panel } from '@/ui/Panel'
import { messages } from './messages'
import styles from './results.module.css'
import { jambBand, scoreOf } from './score'

const words = messages.results

export function ScoreCard({ quiz }: { quiz: Quiz }) {
  const shown = scoreOf(quiz)
  const { jambScale, outOf400 } = quiz.score
  const band = outOf400 == null ? null : jambBand(outOf400)
  return (
    <Panel component="section" aria-label={words.score}>
      <Title order={2} mb="md">
        {words.score}
      </Title>
      <Group align="baseline" gap="sm">
        <span className={styles.score} data-band={band?.band}>
          {shown.value}
        </span>
        {shown.beside && (
          <Text c="dimmed" fz="lg">
            {shown.beside}
          </Text>
        )}
        {band && (
          <Badge className={styles.band} data-band={band.band} size="lg" tt="none">
            {band.word}
          </Badge>
        )}
      </Group>
      <Text c="dimmed" fz="sm" mt={4}>
        {shown.label}
      </Text>
      {jambScale && (
        <Stack gap={4} mt="lg">
          <Text fw={600}>
            {words.jambScale(formatNumber(jambScale.total), formatNumber(jambScale.outOf))}
          </Text>
          <Text fz="sm" c="dimmed">
            {words.jambScaleText}
          </Text>
          <ul className={styles.scale}>
            {jambScale.subjects.map(({ subject, score }) => (
              <li key={subject._id}>
                <span>{subject.title}</span>
                <b>{formatNumber(score)}</b>
              </li>
            ))}
          </ul>
        </Stack>
      )}
      {quiz.score.grade && (
        <Text mt="md" fz="sm" c="dimmed">
          {words.waecGrades(formatPercent(quiz.score.percent), quiz.score.grade)}
        </Text>
      )}
    </Panel>
  )
}
