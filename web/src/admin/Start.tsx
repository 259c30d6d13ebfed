// Where an administrator lands: the question bank, by exam and subject.

import { Anchor, Button, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Library } from 'lucide-react'
import { Link } from 'react-router'
import { questionSubjectsQuery } from '@/api/queries/bank'
import type { ExamSubjects } from '@/api/types'
import { plural } from '@/i18n/format'
import { QueryView } from '@/shell/QueryView'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import styles from './admin.module.css'
import { sizeOf, totals } from './bank/sizes'
import { messages } from './messages'
import { adminPaths } from './paths'

const words = messages.admin

export function Start() {
  const query = useQuery(questionSubjectsQuery)
  return (
    <Page
      title={words.dashboard}
      description={words.dashboardHint}
      width={1120}
      actions={
        <Button
          component={Link}
          to={adminPaths.questionSubjects}
          leftSection={<Library size={18} aria-hidden />}
        >
          {words.questionBank}
        </Button>
      }
    >
      <QueryView query={query}>
        {(exams) =>
          exams.length === 0 ? (
            <Panel>
              <EmptyState title={messages.common.noRecords} />
            </Panel>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              {exams.map((exam) => (
                <ExamCard key={exam.exam} exam={exam} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryView>
    </Page>
  )
}

function ExamCard({ exam }: { exam: ExamSubjects }) {
  return (
    <Panel component="section" aria-label={exam.examName}>
      <Title order={2}>{exam.examName}</Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {plural(messages.amounts.subjects, exam.subjects.length)}, {sizeOf(totals(exam.subjects))}
      </Text>
      <ul className={styles.list}>
        {exam.subjects.map((subject) => (
          <li key={subject._id}>
            <Anchor component={Link} to={adminPaths.subjectYears(subject._id)}>
              {subject.title}
            </Anchor>
            <span>{sizeOf(subject)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
