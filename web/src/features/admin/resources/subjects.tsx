// The subjects of the exams, such as Physics for JAMB UTME, and their topics (spec 3 §2 and §3).

import { Anchor } from '@mantine/core'
import { BookOpen } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { postUtme } from '@/shared/exams/exams'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { picture, status, statusText, title, titles } from '../resource/cells'
import { defineResource } from '../resource/defineResource'
import { required as markRequired, useFormField } from '../resource/formContext'
import { ReferencesInput, useReference } from '../resource/Reference'
import type { SlotProps } from '../resource/types'

// The choices of a time limit (spec 3 §5).
export const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: String(hour) }))
export const minutes = ['00', '15', '30', '45'].map((value) => ({ value, label: value }))

const exams = '/api/v1/admin/exams'
const universities = '/api/v1/admin/university/list'

export const subjects = defineResource({
  name: 'subject',
  calls: {
    list: '/api/v1/admin/subjects',
    one: '/api/v1/admin/subjects/{id}',
    add: '/api/v1/admin/subjects/add',
    update: '/api/v1/admin/subjects/update/{id}',
    delete: '/api/v1/admin/subjects/{id}',
  },
  screen: { list: '/admin/subjects' },
  menu: { group: 'Catalogue', icon: BookOpen },
  texts: {
    one: 'Subject',
    many: 'Subjects',
    about: 'The subjects of each exam.',
    added: 'Subject successfully added.',
    updated: 'Subject updated successfully',
    deleted: 'Subject deleted successfully',
    empty: 'There are no data to be displayed',
  },
  title: ({ title, exam }) => `${title}, ${exam.title}`,
  // A few hundred at most: read whole, so that every column can be sorted and filtered immediately.
  whole: true,
  columns: [
    { name: 'title', title: 'Subject', sort: true },
    { name: 'logo', title: 'Icon', sort: true, cell: picture, text: (logo) => (logo ? '1' : '0') },
    { name: 'exam', title: 'Exam', sort: true, cell: title, text: title },
    { name: 'university', title: 'University', sort: true, cell: titles, text: titles },
    { name: 'status', title: 'Status', sort: true, cell: status, text: statusText },
  ],
  filters: [
    { name: 'exam', label: 'Exam', of: exams, keeps: ({ exam }, id) => exam._id === id },
    {
      name: 'university',
      label: 'University',
      of: universities,
      keeps: ({ university }, id) => university.some(({ _id }) => _id === id),
    },
    {
      name: 'icon',
      label: 'Icon',
      options: [
        { value: 'with', label: 'With an icon' },
        { value: 'without', label: 'Without' },
      ],
      keeps: ({ logo }, wanted) => (logo !== null) === (wanted === 'with'),
    },
    {
      name: 'status',
      label: 'Status',
      options: ['Active', 'InActive'].map((value) => ({ value, label: value })),
      keeps: ({ status }, wanted) => status === (wanted === 'Active'),
    },
  ],
  sort: 'title',
  limits: [5, 25, 50, 100],
  fields: {
    exam: {
      kind: 'reference',
      label: 'Exam',
      of: exams,
      required: true,
      alias: ['examId'],
      group: 'Subject',
    },
    course: {
      kind: 'references',
      label: 'Courses',
      of: '/api/v1/admin/courses',
      required: true,
      missing: 'Please select at least 1 course',
    },
    university: {
      kind: 'slot',
      label: 'Universities',
      of: universities,
      initial: [],
      Field: OfExam,
    },
    title: { kind: 'text', label: 'Title', required: true },
    logo: {
      kind: 'image',
      label: 'Icon',
      required: 'add',
      missing: 'Please select valid logo.',
      invalid: 'Please select valid logo.',
    },
    subjectHour: { kind: 'select', label: 'Hours', options: hours, required: true, group: 'Mock' },
    subjectTime: { kind: 'select', label: 'Minutes', options: minutes, initial: '00' },
    mockQuestions: { kind: 'number', label: 'Mock questions', min: 1, max: 200, initial: 40 },
    balanceMocks: {
      kind: 'switch',
      label: 'Balance mocks',
      description: 'Makes all mocks about equally difficult, based on students’ answers.',
    },
    mandetory: {
      kind: 'switch',
      label: 'Mandatory',
      description: 'Every student takes it.',
    },
    status: { kind: 'status', label: 'Status', initial: false, group: 'Publication' },
  },
})

/** The universities that test it; only for POST UTME. */
function OfExam({ name, label, description, required }: SlotProps) {
  const { value, error, onChange, form } = useFormField<string[]>(name)
  const { rows } = useReference(exams)
  const exam = rows.find(({ _id }) => _id === form.values.exam)
  const chosen = value.length > 0
  const other = exam !== undefined && exam.slug !== postUtme
  // Another exam has no universities, so the selection is cleared.
  useEffect(() => {
    if (other && chosen) onChange([])
  })
  if (exam?.slug !== postUtme) return null
  return (
    <ReferencesInput
      label={label}
      description={description}
      {...markRequired(required)}
      error={error}
      of={universities}
      value={value}
      onChange={onChange}
    />
  )
}

/** The topics of a subject's syllabus. */
export const topics = defineResource({
  name: 'topic',
  parent: { of: subjects, field: 'subjectId' },
  calls: {
    list: '/api/v1/admin/topics/{id}',
    one: '/api/v1/admin/topics/{id}/{item}',
    add: '/api/v1/admin/topics/add',
    update: '/api/v1/admin/topics/update/{id}',
    delete: '/api/v1/admin/topics/{id}',
  },
  screen: { list: '/admin/topics/:subject' },
  texts: {
    one: 'Topic',
    many: 'Topics',
    added: 'Topic successfully added.',
    updated: 'Topic updated successfully',
    deleted: 'Topic deleted successfully',
  },
  title: ({ title }) => title,
  // A syllabus is short: read whole, so that every column can be sorted and filtered immediately.
  whole: true,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'status', title: 'Status', sort: true, cell: status, text: statusText },
    {
      name: 'topicSections',
      title: 'Sections',
      cell: (_, { _id, title }) => <SectionsLink id={_id} title={title} />,
      text: (sections) => String(sections.length),
    },
  ],
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** The link to the sections of a topic. */
const SectionsLink = ({ id, title }: { id: string; title: string }) => (
  <Anchor
    component={Link}
    to={adminPaths.sections(id)}
    inherit
    aria-label={resourceTexts.viewOf('Sections', title)}
  >
    {resourceTexts.view}
  </Anchor>
)
