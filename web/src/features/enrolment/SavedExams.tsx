// The exams with their registered subjects, for starting a test (spec 2 §2.10), and the list of them
// from which they are changed.
import { Button, Group, Input, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice, Registration, UserSubscription } from '@/shared/api/types'
import { ExamBadge, jambUtme } from '@/shared/exams/exams'
import { NothingHeld } from '@/shared/flow/ExamStep'
import { isChanged, SubjectsChanged } from '@/shared/flow/SubjectsChanged'
import { isFull, registeredCount, takeUp } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { Checkbox } from '@/shared/ui/Checkbox'
import { type Column, DataTable, TableSkeleton } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { enrolmentTexts } from './messages'

const asName = (row: SavedRow) => <ExamName row={row} />

export function SavedExams() {
  const exams = useQuery(examChoicesQuery)
  const [chosen, setChosen] = useState<Record<string, string[]>>({})
  const [failed, setFailed] = useState<string | null>(null)
  const navigate = useNavigate()

  const proceed = (row: SavedRow) => {
    const { registration, exam } = row
    const ids = chosenOf(row, chosen)
    if (ids.length === 0) return setFailed(row.id)
    takeUp(exam, row.universityId)
    const subjects = (registration?.subjects ?? []).filter(({ _id }) => ids.includes(_id))
    const mode = registration?.assessment
    useFlow.getState().choose({
      RegSubjects: subjects.map(({ _id, title }) => ({ id: _id, title })),
      subjectName: subjects.map(({ title }) => title).join(', '),
      ...(registration?.examType && { examType: registration.examType }),
      ...(mode && {
        assessmentId: mode._id,
        assessmentName: mode.title,
        assessmentSlug: mode.slug,
      }),
    })
    navigate(paths.registeredSubjects)
  }
  const customize = (row: SavedRow) => {
    takeUp(row.exam, row.universityId)
    navigate(paths.courseSubjects)
  }
  const choose = (row: SavedRow, ids: string[]) => {
    setChosen({ ...chosen, [row.id]: ids })
    setFailed(null)
  }
  const columns: Column<SavedRow>[] = [
    { key: 'exam', title: common.exam, main: true, render: asName },
    {
      key: 'mode',
      title: enrolmentTexts.mode,
      render: ({ registration }) => registration?.assessment?.title ?? common.none,
    },
    {
      key: 'subjects',
      title: enrolmentTexts.subjects,
      render: (row) => (
        <Subjects
          row={row}
          value={chosenOf(row, chosen)}
          failed={failed === row.id}
          onChange={(ids) => choose(row, ids)}
        />
      ),
    },
    {
      key: 'action',
      title: common.action,
      align: 'right',
      actions: true,
      render: (row) => (
        <Group gap={6} justify="flex-end">
          <Button
            size="xs"
            aria-label={enrolmentTexts.of(enrolmentTexts.proceed, nameOf(row))}
            onClick={() => proceed(row)}
          >
            {enrolmentTexts.proceed}
          </Button>
          <Button
            size="xs"
            variant="light"
            aria-label={enrolmentTexts.of(enrolmentTexts.customize, nameOf(row))}
            onClick={() => customize(row)}
          >
            {enrolmentTexts.customize}
          </Button>
        </Group>
      ),
    },
  ]
  return (
    <Page
      title={enrolmentTexts.savedExams}
      description={enrolmentTexts.savedExamsText}
      width={1120}
    >
      <Panel>
        <QueryView query={exams} waiting={<TableSkeleton />}>
          {(list) => (
            <DataTable
              label={enrolmentTexts.savedExams}
              columns={columns}
              rows={rowsOf(list).filter(({ exam }) => registeredCount(exam) > 0)}
              rowKey={(row) => row.id}
              empty={<NothingHeld />}
            />
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}

/** The ticked subjects of a row: those ticked here, or else those of the last test. */
function chosenOf({ id, registration, exam }: SavedRow, chosen: Record<string, string[]>) {
  const last = registration?.selectedSubjects ?? []
  const own = chosen[id] ?? last
  return exam.slug === jambUtme ? own : own.slice(0, 1)
}

function Subjects({ row, value, failed, onChange }: SubjectsProps) {
  const errorId = `${row.id}-error`
  // Only JAMB UTME has several subjects in one test.
  const isOne = row.exam.slug !== jambUtme
  const toggle = (id: string) => {
    if (isOne) return onChange([id])
    onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id])
  }
  return (
    <Group
      role="group"
      align="stretch"
      gap="var(--space-2) var(--space-16)"
      fw={400}
      aria-label={enrolmentTexts.of(enrolmentTexts.subjects, nameOf(row))}
      aria-describedby={failed ? errorId : undefined}
    >
      {row.registration?.subjects.map(({ _id, title }) => (
        <Checkbox
          key={_id}
          label={title}
          checked={value.includes(_id)}
          onChange={() => toggle(_id)}
        />
      ))}
      {failed && (
        <Input.Error id={errorId} role="alert" fz="sm">
          {enrolmentTexts.selectBefore}
        </Input.Error>
      )}
    </Group>
  )
}

interface SubjectsProps {
  row: SavedRow
  value: string[]
  /** Whether a test was requested without a ticked subject. */
  failed: boolean
  onChange: (ids: string[]) => void
}

/** The registered subjects by subscription, and their actions (spec 2 §2.10, §4.3). */
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
  {
    key: 'subjects',
    title: enrolmentTexts.subjects,
    render: (row) => <RegisteredSubjects row={row} />,
  },
  {
    key: 'action',
    title: common.action,
    align: 'right',
    actions: true,
    render: (row) => <Actions row={row} />,
  },
]

function RegisteredSubjects({ row: { exam, registration } }: { row: SavedRow }) {
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

// The rows of a student's saved subjects: each subscription with its registered subjects, and
// registered subjects of expired subscriptions.

interface SavedRow {
  /** Unique in the table. */
  id: string
  exam: ExamChoice
  /** Only for POST UTME. */
  universityId: string | null
  university: string | null
  /** Null once it has expired. */
  subscription: UserSubscription | null
  registration: Registration | null
}

const rowsOf = (exams: ExamChoice[]): SavedRow[] =>
  exams.flatMap((exam) => {
    const { registration, subscriptions } = exam
    if (subscriptions.length === 0 && registration === null) return []
    const held = subscriptions.length > 0 ? subscriptions : [null]
    return held.map((subscription) => {
      const at = subscription ? subscription.university : (registration?.university ?? null)
      return {
        id: subscription?._id ?? exam._id,
        exam,
        universityId: at?._id ?? null,
        university: at?.title ?? null,
        subscription,
        registration,
      }
    })
  })

/** The exam, with its university in brackets. */
const nameOf = ({ exam, university }: SavedRow): string =>
  university === null ? exam.title : common.examAt(exam.title, university)

const texts: Record<string, (row: SavedRow) => string> = {
  exam: nameOf,
  plan: ({ subscription }) => subscription?.planName ?? '',
  category: ({ registration }) => registration?.category?.title ?? '',
  course: ({ registration }) => registration?.course?.title ?? '',
}

/** Sorted by a column, in the syntax of list calls: `course`, `-course`. */
function sorted(rows: SavedRow[], sort: string): SavedRow[] {
  const textOf = texts[sort.replace(/^-/, '')]
  if (!textOf) return rows
  const sign = sort.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => sign * textOf(a).localeCompare(textOf(b)))
}

/** An exam in a table: its badge, and its name with the university. */
const ExamName = ({ row }: { row: SavedRow }) => (
  <Group component="span" gap="xs" wrap="nowrap" display="inline-flex">
    <ExamBadge exam={row.exam} side={28} />
    <span>{nameOf(row)}</span>
  </Group>
)
