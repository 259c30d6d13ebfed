// The exams that students prepare for (spec 3 §2, §3 and §5). Exams cannot be deleted.
import { GraduationCap } from 'lucide-react'
import { picture, status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'
import { hours, minutes } from './subjects'

const oneToTen = Array.from({ length: 10 }, (_, i) => ({ value: i + 1, label: String(i + 1) }))
const types = [
  { value: 'objective', label: 'Objective' },
  { value: 'theory', label: 'Theory' },
  { value: 'both', label: 'Both' },
] as const

export const exams = defineResource({
  name: 'exam',
  calls: {
    list: '/api/v1/admin/exams',
    one: '/api/v1/admin/exams/{id}',
    add: '/api/v1/admin/exams/add',
    update: '/api/v1/admin/exams/update/{id}',
  },
  screen: { list: '/admin/exams' },
  menu: { group: 'Catalogue', icon: GraduationCap },
  texts: {
    one: 'Exam',
    many: 'Exams',
    about: 'An InActive exam is shown as Coming Soon.',
    added: 'Exam successfully added.',
    updated: 'Exam updated successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'logo', title: 'Logo', cell: picture },
    { name: 'slug', title: 'Slug', sort: true },
    {
      name: 'examType',
      title: 'Type',
      sort: true,
      cell: (type) => types.find(({ value }) => value === type)?.label,
    },
    { name: 'maximumSubjects', title: 'Subjects', sort: true, align: 'right' },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  filters: [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: 'true', label: 'Active' },
        { value: 'false', label: 'InActive' },
      ],
    },
  ],
  sort: 'createdAt',
  fields: {
    title: { kind: 'text', label: 'Title', required: true, group: 'Exam' },
    logo: { kind: 'image', label: 'Logo', invalid: 'Please select valid logo.' },
    maximumSubjects: {
      kind: 'select',
      label: 'Maximum subjects',
      options: oneToTen,
      required: true,
    },
    yearOfExamination: {
      kind: 'select',
      label: 'Years of examination',
      description: 'How many years of past questions it has.',
      options: oneToTen,
      required: true,
    },
    examType: { kind: 'select', label: 'Exam type', options: types, required: true },
    timeHour: { kind: 'select', label: 'Hours', options: hours, required: true, group: 'Mock' },
    time: { kind: 'select', label: 'Minutes', options: minutes, initial: '00', required: true },
    examInstructions: {
      kind: 'rich',
      label: 'Exam instructions',
      description: 'Shown before a mock.',
      height: 200,
    },
    videoLink: {
      kind: 'text',
      label: 'Video link',
      description: 'A video guide. Its address must start with https://.',
      from: 'video_link',
      only: 'edit',
    },
    status: { kind: 'status', label: 'Status', initial: false, group: 'Publication' },
    downloadsOff: {
      kind: 'switch',
      label: 'No downloads',
      description: 'Students cannot download its questions to practise offline.',
      group: 'Offline practice',
    },
    maxDownloads: {
      kind: 'number',
      label: 'Downloads per day',
      description: 'Questions that a student can download a day. Left empty, as many as they like.',
      min: 1,
      max: 100_000,
    },
    lateHours: {
      kind: 'number',
      label: 'Hours for late answers',
      description:
        'A mock that was fetched ahead is taken offline. Its answers may arrive this long after its time. Left empty, 24 hours.',
      min: 1,
      max: 168,
    },
  },
})
