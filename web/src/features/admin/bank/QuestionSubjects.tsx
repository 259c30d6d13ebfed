// /admin/question-subjects: the subjects with a question bank, by exam (spec 3 §2).
import { Anchor, Button, SegmentedControl, Stack, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { questionSubjectsQuery } from '@/shared/api/queries/bank'
import type { ExamSubjects } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import { BankGrid } from '../bankGrid/BankGrid'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import styles from './bank.module.css'
import { bankGridTexts, bankListTexts, yearTexts } from './messages'

type Subject = ExamSubjects['subjects'][number]

const columnsNow = (): Column<Subject>[] => [
  { key: 'sr', title: bankListTexts.serial, render: (_, index) => index + 1 },
  {
    key: 'subject',
    title: bankListTexts.subject,
    main: true,
    render: (subject) => (
      <Anchor
        component={Link}
        to={adminPaths.subjectYears(subject._id)}
        onClick={() => remember(subject.slug)}
        fw={600}
        inherit
      >
        {subject.title}
      </Anchor>
    ),
  },
  {
    key: 'total',
    title: bankListTexts.totalQuestions,
    align: 'right',
    render: (subject) => formatNumber(subject.totalQuestions),
  },
  {
    key: 'theories',
    title: bankListTexts.totalTheories,
    align: 'right',
    render: (subject) => formatNumber(subject.totalTheories),
  },
  {
    key: 'action',
    title: resourceTexts.action,
    align: 'right',
    actions: true,
    render: (subject) => (
      <Button
        component={Link}
        to={adminPaths.subjectYears(subject._id)}
        size="xs"
        variant="light"
        aria-label={bankListTexts.viewOf(subject.title)}
        onClick={() => remember(subject.slug)}
      >
        {bankListTexts.view}
      </Button>
    ),
  },
]

export function QuestionSubjects() {
  const [params, setParams] = useSearchParams()
  const isGrid = params.get('view') === 'grid'
  return (
    <Page
      title={bankListTexts.bank}
      description={bankListTexts.bankHint}
      crumbs={<Crumbs here={bankListTexts.bank} />}
      {...(isGrid && { width: 1600 })}
      actions={
        <>
          <SegmentedControl
            aria-label={bankGridTexts.view}
            value={isGrid ? 'grid' : 'list'}
            onChange={(view) => setParams(view === 'grid' ? { view } : {}, { replace: true })}
            data={[
              { value: 'list', label: bankGridTexts.list },
              { value: 'grid', label: bankGridTexts.grid },
            ]}
          />
          <AddButton />
        </>
      }
    >
      {isGrid ? <BankGrid /> : <SubjectLists />}
    </Page>
  )
}

function SubjectLists() {
  const query = useQuery(questionSubjectsQuery)
  return (
    <QueryView query={query}>
      {(exams) => (
        <Stack gap="lg">
          {exams.map((exam) => (
            <Foldable key={exam.exam} title={exam.examName}>
              <DataTable
                label={bankListTexts.subjectsOf(exam.examName)}
                columns={columnsNow()}
                rows={exam.subjects}
                rowKey={(subject) => subject._id}
              />
            </Foldable>
          ))}
          {exams.length === 0 && (
            <Panel>
              <EmptyState title={common.noRecords} action={<AddButton />} />
            </Panel>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

/** A group that can be folded. */
function Foldable({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <Panel component="section" aria-label={title}>
      <Title order={2}>
        <UnstyledButton
          className={styles.fold ?? ''}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {title}
          <ChevronDown size={20} aria-hidden />
        </UnstyledButton>
      </Title>
      <div hidden={!open}>{children}</div>
    </Panel>
  )
}

const AddButton = () => (
  <Button
    component={Link}
    to={adminPaths.questionSubjectAdd}
    data-do="add"
    leftSection={<Plus size={18} aria-hidden />}
  >
    {resourceTexts.add(yearTexts.one)}
  </Button>
)

/** Stores the subject's name for the year screens (spec 3 §2). */
function remember(slug: string) {
  try {
    localStorage.setItem('subjectName', slug)
  } catch {
    // Storage may be unavailable; nothing depends on it.
  }
}
