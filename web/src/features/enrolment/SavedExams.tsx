// The exams with their registered subjects, for starting a test (spec 2 §2.10).
import { Button, Group, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import { jambUtme } from '@/shared/exams/exams'
import { NothingHeld } from '@/shared/flow/NothingHeld'
import { registeredCount, takeUp } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { Checkbox } from '@/shared/ui/Checkbox'
import { type Column, DataTable, TableSkeleton } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { enrolmentTexts } from './messages'
import styles from './SavedExams.module.css'
import { ExamName, nameOf, rowsOf, type SavedRow } from './savedRows'

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
    <fieldset
      className={styles.subjects}
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
    </fieldset>
  )
}

interface SubjectsProps {
  row: SavedRow
  value: string[]
  /** Whether a test was requested without a ticked subject. */
  failed: boolean
  onChange: (ids: string[]) => void
}
