// The registered subjects by subscription, and their actions (spec 2 §2.10, §4.3).
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import { NothingHeld } from '@/shared/flow/NothingHeld'
import { isChanged, SubjectsChanged } from '@/shared/flow/SubjectsChanged'
import { isFull, registeredCount, takeUp } from '@/shared/flow/steps'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { type Column, DataTable, TableSkeleton } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { enrolmentTexts } from './messages'
import { ExamName, nameOf, rowsOf, type SavedRow, sorted } from './savedRows'

const asName = (row: SavedRow) => <ExamName row={row} />

export function SavedSubjects() {
  const exams = useQuery(examChoicesQuery)
  const [sort, setSort] = useState('course')
  return (
    <Page
      title={common.registeredSubjects}
      description={enrolmentTexts.savedText}
      width={1120}
      actions={
        <Button component={Link} to={paths.savedExams} variant="default">
          {enrolmentTexts.savedExams}
        </Button>
      }
    >
      <Panel>
        <QueryView query={exams} waiting={<TableSkeleton />}>
          {(list) => (
            <>
              {list.some(isChanged) && <SubjectsChanged exams={list} />}
              <DataTable
                label={common.registeredSubjects}
                columns={columns()}
                rows={sorted(rowsOf(list), sort)}
                rowKey={(row) => row.id}
                sort={sort}
                onSort={setSort}
                empty={<NothingHeld />}
              />
            </>
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}

const columns = (): Column<SavedRow>[] => [
  { key: 'exam', title: common.exam, main: true, sort: 'exam', render: asName },
  {
    key: 'plan',
    title: common.plan,
    sort: 'plan',
    render: ({ subscription }) => subscription?.planName ?? common.planExpired,
  },
  {
    key: 'category',
    title: enrolmentTexts.category,
    sort: 'category',
    render: ({ registration }) => registration?.category?.title ?? common.none,
  },
  {
    key: 'course',
    title: enrolmentTexts.course,
    sort: 'course',
    render: ({ registration }) => registration?.course?.title ?? common.none,
  },
  { key: 'subjects', title: enrolmentTexts.subjects, render: (row) => <Subjects row={row} /> },
  {
    key: 'action',
    title: common.action,
    align: 'right',
    actions: true,
    render: (row) => <Actions row={row} />,
  },
]

function Subjects({ row: { exam, registration } }: { row: SavedRow }) {
  const count = registeredCount(exam)
  const asked = registration?.subjectsUpdate.map(({ title }) => title).join(', ')
  if (!registration || count === 0) return enrolmentTexts.noneRegistered
  return (
    <>
      {registration.subjects.map(({ title }) => title).join(', ')}
      <Text component="span" fz="xs" c="dimmed" display="block">
        {enrolmentTexts.countOf(formatNumber(count), formatNumber(exam.maximumSubjects))}
        {asked && ` · ${enrolmentTexts.askedFor(asked)}`}
      </Text>
    </>
  )
}

function Actions({ row }: { row: SavedRow }) {
  const navigate = useNavigate()
  const { exam, registration, subscription } = row
  const go = (label: string, path: string, disabled = false) => (
    <Button
      size="xs"
      variant="light"
      // No action is possible for an inactive exam.
      disabled={disabled || !exam.status}
      aria-label={enrolmentTexts.of(label, nameOf(row))}
      onClick={() => {
        takeUp(exam, row.universityId)
        navigate(path)
      }}
    >
      {label}
    </Button>
  )
  if (!subscription) return go(enrolmentTexts.renew, paths.subscription)
  const changed = registration?.updateRequest || (registration?.subjectsUpdate.length ?? 0) > 0
  return (
    <Group gap={6} justify="flex-end">
      {registeredCount(exam) > 0 && go(enrolmentTexts.goToExam, paths.examType)}
      {isFull(exam)
        ? go(enrolmentTexts.allRegistered, paths.courseSubjects, true)
        : // Without a category and a course it leads on to their choice.
          go(enrolmentTexts.registerSubjects, paths.courseSubjects)}
      {isFull(exam) &&
        go(
          changed ? enrolmentTexts.alreadyChanged : enrolmentTexts.changeSubjects,
          paths.savedSubjectsUpdate,
          changed,
        )}
    </Group>
  )
}
