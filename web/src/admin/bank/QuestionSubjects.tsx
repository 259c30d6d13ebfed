// /admin/question-subjects: the subjects that have a bank, by exam (spec 3 §2).
import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { questionSubjectsQuery } from '@/api/queries/bank'
import type { ExamSubjects } from '@/api/types'
import { paths } from '@/paths'
import { QueryView } from '@/shell/QueryView'
import { type Column, DataTable } from '@/ui/DataTable'
import { EmptyState } from '@/ui/EmptyState'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { messages } from '../messages'
import { Crumbs } from '../ui/Crumbs'

type Subject = ExamSubjects['subjects'][number]

const columns: Column<Subject>[] = [
  { key: 'sr', title: 'Sr No', render: (_, index) => index + 1 },
  { key: 'subject', title: 'Subject', render: (subject) => subject.title },
  {
    key: 'total',
    title: 'Total Questions',
    align: 'right',
    render: (subject) => subject.totalQuestions,
  },
  {
    key: 'theories',
    title: 'Total Theories',
    align: 'right',
    render: (subject) => subject.totalTheories,
  },
  {
    key: 'action',
    title: 'Action',
    align: 'right',
    render: (subject) => (
      <Button
        component={Link}
        to={paths.adminSubjectYears(subject._id)}
        size="xs"
        variant="light"
        aria-label={`View ${subject.title}`}
        onClick={() => remember(subject.slug)}
      >
        View
      </Button>
    ),
  },
]

export function QuestionSubjects() {
  const query = useQuery(questionSubjectsQuery)
  return (
    <Page
      title="Question bank"
      description="Subjects with questions, by exam."
      crumbs={<Crumbs here="Question bank" />}
    >
      <QueryView query={query}>
        {(exams) => (
          <Stack gap="lg">
            {exams.map((exam) => (
              <Panel key={exam.exam} component="section" aria-label={exam.examName}>
                <Title order={2} mb="md">
                  {exam.examName}
                </Title>
                <DataTable
                  label={`Subjects of ${exam.examName}`}
                  columns={columns}
                  rows={exam.subjects}
                  rowKey={(subject) => subject._id}
                />
              </Panel>
            ))}
            {exams.length === 0 && (
              <Panel>
                <EmptyState title={messages.common.noRecords} />
              </Panel>
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  )
}

/** The name that the year screens go by (spec 3 §2). */
function remember(slug: string) {
  try {
    localStorage.setItem('subjectName', slug)
  } catch {
    // Storage may be closed to us; nothing depends on it.
  }
}
