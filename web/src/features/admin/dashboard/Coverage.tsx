// How well the bank covers each exam: the subjects with enough questions for a mock.
import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Dashboard } from '@/shared/api/queries/dashboard'
import { formatNumber, plural } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Panel'
import { adminPaths } from '../paths'
import styles from './dashboard.module.css'
import { words } from './messages'

export function Coverage({ exams }: { exams: Dashboard['coverage'] }) {
  return (
    <Panel component="section" aria-labelledby="coverage">
      <Title id="coverage" order={2} fz="h3">
        {words.coverage}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {words.coverageHint}
      </Text>
      {exams.length === 0 ? (
        <Text>{words.noExams}</Text>
      ) : (
        <ul className={styles.exams}>
          {exams.map(({ exam, subjects, ready, empty, questions, theories }) => (
            <li key={exam._id}>
              <Link to={adminPaths.questionSubjects}>{exam.title}</Link>
              <Text fz="sm">
                {words.ready(formatNumber(ready), formatNumber(subjects))}
                {empty > 0 && `, ${plural(words.empty, empty)}`}
              </Text>
              <div className={styles.share} aria-hidden>
                <div style={{ width: `${subjects === 0 ? 0 : (ready / subjects) * 100}%` }} />
              </div>
              <Text c="dimmed" fz="sm">
                {words.size(formatNumber(questions), formatNumber(theories))}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
