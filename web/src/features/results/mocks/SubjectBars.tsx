// Each subject over all mocks of an exam, the weakest first.
import { Text, Title } from '@mantine/core'
import type { ExamMocks } from '@/shared/api/types'
import { formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { Bar } from '@/shared/ui/Bar'
import { Panel } from '@/shared/ui/Panel'
import { verdict } from '@/shared/ui/verdict'
import { mockScoreTexts } from './messages'
import styles from './mocks.module.css'

export function SubjectBars({ subjects, id }: { subjects: ExamMocks['subjects']; id: string }) {
  if (subjects.length === 0) return null
  const sorted = [...subjects].sort((a, b) => a.accuracy - b.accuracy)
  return (
    <Panel component="section" aria-labelledby={`subjects-${id}`}>
      <Title order={2} id={`subjects-${id}`} mb={4}>
        {mockScoreTexts.subjects}
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        {mockScoreTexts.subjectsText}
      </Text>
      <ul className={styles.subjects}>
        {sorted.map(({ subject, mocks, correct, wrong, unseen, accuracy, grade }) => (
          <li key={subject._id}>
            <div className={styles.subject}>
              <b>{subject.title}</b>
              <span className={styles.accuracy}>
                {formatPercent(accuracy)}
                {grade && `, ${mockScoreTexts.gradeOf(grade)}`}
              </span>
            </div>
            <Bar percent={accuracy} verdict={verdict(accuracy * 4)} />
            <Text c="dimmed" fz="sm">
              {mockScoreTexts.subjectOf(
                formatNumber(correct),
                formatNumber(correct + wrong + unseen),
                plural(mockScoreTexts.mocks, mocks),
              )}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
