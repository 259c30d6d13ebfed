// /admin/question-subjects/add and /admin/subject-years/edit/{examId}/{subId}: a year of a subject
// (spec 3 §2).
import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import {
  addSubjectYear,
  adminExamsQuery,
  bankKey,
  examSubjectsQuery,
  lastYears,
  readSubjectYear,
  updateSubjectYear,
} from '@/shared/api/queries/bank'
import type { SubjectYear, SubjectYearInput } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { common } from '@/shared/i18n/common'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page } from '@/shared/ui/Page'
import { yearTexts } from '../bank/messages'
import { trailTo } from '../bank/trail'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { AllFields, FreshView } from '../resource/FormParts'
import { required as markRequired, useFormContext, useFormField } from '../resource/formContext'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import { ReferencesInput } from '../resource/Reference'
import type { SlotProps } from '../resource/types'
import type { Fields, Values } from '../resource/values'
import { Crumbs } from '../ui/Crumbs'

const universities = '/api/v1/admin/university/list'

export function AddYear() {
  const title = resourceTexts.add(yearTexts.one)
  const model: FormModel = {
    fields: addFields(),
    one: yearTexts.one,
    saved: yearTexts.added,
    list: adminPaths.questionSubjects,
    send: (body, _, key) => addSubjectYear(bodyOf(body), key),
  }
  return (
    <Page title={title} crumbs={<Crumbs trail={trailTo.subject()} here={title} />} width={760}>
      <RecordForm model={model} record={null} />
    </Page>
  )
}

/** The exam is only in the form, where it filters the subjects. */
function bodyOf({ exam: _, ...rest }: Values): SubjectYearInput {
  return rest as unknown as SubjectYearInput
}

function addFields(): Fields {
  return {
    exam: {
      kind: 'reference',
      label: yearTexts.exam,
      of: '/api/v1/admin/exams',
      required: true,
    },
    subject: { kind: 'slot', label: yearTexts.subject, required: true, Field: SubjectOfExam },
    year: {
      kind: 'select',
      label: yearTexts.year,
      required: true,
      options: lastYears().map((year) => ({ value: year, label: String(year) })),
    },
    university: {
      kind: 'slot',
      label: yearTexts.universities,
      initial: [],
      of: universities,
      Field: UniversitiesOfExam,
    },
    status: { kind: 'status', label: yearTexts.status, initial: false },
  }
}

/** Chooses among the subjects of the chosen exam. */
function SubjectOfExam({ name, label, required }: SlotProps) {
  const { value, error, onChange, form } = useFormField<string | null>(name)
  const exam = form.values.exam as string | null
  const subjects = useQuery({ ...examSubjectsQuery(exam ?? ''), enabled: exam !== null })
  const gone = value !== null && subjects.data?.every(({ _id }) => _id !== value)
  // A subject belongs to one exam, so changing the exam clears it.
  useEffect(() => {
    if (gone) onChange(null)
  })
  return (
    <Select
      label={label}
      {...markRequired(required)}
      error={error ?? (subjects.isError && common.failed)}
      disabled={exam === null}
      placeholder={subjects.isLoading ? common.loading : exam === null ? yearTexts.examFirst : ''}
      data={subjects.data?.map(({ _id, title }) => ({ value: _id, label: title })) ?? []}
      value={gone ? null : value}
      onChange={onChange}
      allowDeselect={false}
      searchable
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

/** Only POST UTME has universities. */
function UniversitiesOfExam({ name, label }: SlotProps) {
  const { value, error, onChange, form } = useFormField<string[]>(name)
  const exams = useQuery(adminExamsQuery)
  const slug = exams.data?.find(({ _id }) => _id === form.values.exam)?.slug
  const other = slug !== undefined && slug !== postUtme && value.length > 0
  useEffect(() => {
    if (other) onChange([])
  })
  if (slug !== postUtme) return null
  return (
    <ReferencesInput
      label={label}
      description={undefined}
      withAsterisk={false}
      error={error}
      of={universities}
      value={value}
      onChange={onChange}
    />
  )
}

export function EditYear() {
  const { subId: id = '' } = useParams()
  const [params] = useSearchParams()
  const read = () => readSubjectYear(id)
  const query = useQuery({ queryKey: [...bankKey, 'year-form', id], queryFn: read, staleTime: 0 })
  const title = resourceTexts.edit(yearTexts.edited)
  const subjectId = params.get('subId') ?? query.data?.subject._id ?? ''
  return (
    <Page
      title={title}
      crumbs={<Crumbs trail={trailTo.year(query.data, subjectId)} here={title} />}
      width={760}
    >
      <FreshView query={query}>
        {(record) => (
          <RecordForm key={id} model={editModel(record, read)} record={record}>
            <Stack gap="lg">
              <Place />
              <AllFields fields={editFields(record)} />
            </Stack>
          </RecordForm>
        )}
      </FreshView>
    </Page>
  )
}

const editModel = (year: SubjectYear, read: () => Promise<SubjectYear>): FormModel => ({
  fields: editFields(year),
  one: yearTexts.edited,
  saved: yearTexts.updated,
  list: adminPaths.questionSubjects,
  read,
  send: (body) => updateSubjectYear(year._id, body),
})

const editFields = ({ exam }: SubjectYear): Fields => ({
  ...(exam.slug === postUtme && {
    university: { kind: 'references', label: yearTexts.universities, of: universities },
  }),
  status: { kind: 'status', label: yearTexts.status },
})

/** Shows subject and year, which cannot change because questions refer to them. */
function Place() {
  const { exam, subject, year } = useFormContext().record as unknown as SubjectYear
  return (
    <DescriptionList
      items={[
        [yearTexts.exam, exam.title],
        [yearTexts.subject, subject.title],
        [yearTexts.year, String(year)],
      ]}
    />
  )
}
