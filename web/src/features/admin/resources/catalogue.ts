// The catalogue, but its subjects: exams and their plans, universities, courses, modes of assessment.
import { Compass, GraduationCap, Landmark, Shapes, Tags, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNaira, formatNumber } from '@/shared/i18n/format'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { plainText } from '@/shared/ui/plainText'
import { picture, status, textCut, title } from '../resource/cells'
import { defineResource } from '../resource/defineResource'
import { hours, minutes } from './subjects'

/** The universities of POST UTME (spec 3 §2, §3 and §5). */
export const universities = defineResource({
  name: 'university',
  calls: {
    list: '/api/v1/admin/university/list',
    one: '/api/v1/admin/university/{id}',
    add: '/api/v1/admin/university/add',
    update: '/api/v1/admin/university/edit/{id}',
    delete: '/api/v1/admin/university/{id}',
  },
  screen: { list: '/admin/university' },
  menu: { group: 'Catalogue', icon: Landmark },
  texts: {
    one: 'University',
    many: 'Universities',
    about: 'Universities with a POST UTME.',
    added: 'university successfully added.',
    updated: 'university updated successfully',
    deleted: 'University deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'logo', title: 'Logo', cell: picture },
    {
      name: 'description',
      title: 'Description',
      cell: (html) => textCut(plainText(html), 100),
    },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'title',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    description: { kind: 'rich', label: 'Description', required: true, height: 150 },
    logo: {
      kind: 'image',
      label: 'Logo',
      required: true,
      missing: 'select university image',
      invalid: 'Please select valid logo.',
    },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** Categories of intended courses, such as Sciences (spec 3 §2 and §3). */
export const categories = defineResource({
  name: 'category',
  calls: {
    list: '/api/v1/admin/categories',
    one: '/api/v1/admin/categories/{id}',
    add: '/api/v1/admin/categories/add',
    update: '/api/v1/admin/categories/update/{id}',
    delete: '/api/v1/admin/categories/{id}',
  },
  screen: { list: '/admin/categories' },
  menu: { group: 'Catalogue', icon: Shapes },
  texts: {
    one: 'Category',
    many: 'Categories',
    about: 'Fields of study, such as Sciences.',
    added: 'Category successfully added.',
    updated: 'Category updated successfully',
    deleted: 'Category deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'seo_url', title: 'Slug', sort: true },
    { name: 'image', title: 'Image', cell: picture },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'title',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    description: { kind: 'rich', label: 'Description', height: 150 },
    image: { kind: 'image', label: 'Image', invalid: 'Please select valid image.' },
    status: { kind: 'status', label: 'Status', words: true, initial: 'InActive' },
  },
})

const categoryList = '/api/v1/admin/categories'

/** Courses of study, each in a category (spec 3 §2 and §3). */
export const courses = defineResource({
  name: 'course',
  calls: {
    list: '/api/v1/admin/courses',
    one: '/api/v1/admin/courses/{id}',
    add: '/api/v1/admin/courses/add',
    update: '/api/v1/admin/courses/update/{id}',
    delete: '/api/v1/admin/courses/{id}',
  },
  screen: { list: '/admin/courses' },
  menu: { group: 'Catalogue', icon: Compass },
  texts: {
    one: 'Course',
    many: 'Courses',
    about: 'Courses of study, such as Medicine. The course decides which subjects a student takes.',
    added: 'Course successfully added.',
    updated: 'Course updated successfully',
    deleted: 'Course deleted successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'category', title: 'Category', sort: true, cell: title, text: title },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  filters: [{ name: 'category', label: 'Category', of: categoryList }],
  sort: 'title',
  fields: {
    category: { kind: 'reference', label: 'Category', of: categoryList, required: true },
    title: { kind: 'text', label: 'Title', required: true },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

const oneToTen = Array.from({ length: 10 }, (_, i) => ({ value: i + 1, label: String(i + 1) }))
const types = [
  { value: 'objective', label: 'Objective' },
  { value: 'theory', label: 'Theory' },
  { value: 'both', label: 'Both' },
] as const

/** The exams that students prepare for (spec 3 §2, §3 and §5). Exams cannot be deleted. */
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
      description: 'How many questions a student can download per day. Leave empty for no limit.',
      min: 1,
      max: 100_000,
    },
    lateHours: {
      kind: 'number',
      label: 'Hours for late answers',
      description:
        'How many hours after the end of an offline mock its answers may arrive. Leave empty for 24.',
      min: 1,
      max: 168,
    },
  },
})

const examList = '/api/v1/admin/exams'

/** The subscription plans of the exams, priced in naira (spec 3 §2 and §3, ruling 22). */
export const plans = defineResource({
  name: 'plan',
  calls: {
    list: '/api/v1/admin/subscriptions',
    one: '/api/v1/admin/subscriptions/{id}',
    add: '/api/v1/admin/subscriptions/add',
    update: '/api/v1/admin/subscriptions/update/{id}',
    delete: '/api/v1/admin/subscriptions/{id}',
  },
  screen: { list: '/admin/subscriptions' },
  menu: { group: 'Catalogue', icon: Tags },
  texts: {
    one: 'Subscription',
    many: 'Subscriptions',
    about: 'The plans of each exam.',
    added: 'Subscription successfully added.',
    updated: 'Subscription updated successfully',
    deleted: 'Subscription deleted successfully',
  },
  title: ({ title, examType }) => `${title}, ${examType.title}`,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'examType', title: 'Exam', sort: true, cell: title, text: title },
    { name: 'subscriptionType', title: 'Type', sort: true },
    { name: 'duration', title: 'Days', sort: true, align: 'right', cell: formatNumber },
    { name: 'price', title: 'Price', sort: true, align: 'right', cell: formatNaira },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  filters: [{ name: 'exam', label: 'Exam', of: examList }],
  sort: 'price',
  fields: {
    examType: { kind: 'reference', label: 'Exam', of: examList, required: true, group: 'Plan' },
    title: { kind: 'text', label: 'Title', required: true },
    numOfQuestions: {
      kind: 'number',
      label: 'Number of questions',
      description: 'The most questions per test in a plan named Trial. Other plans have no limit.',
      min: 0,
      max: 1000,
      initial: 0,
    },
    subscriptionType: {
      kind: 'text',
      label: 'Subscription type',
      description: 'Shown to students, such as Monthly.',
      required: true,
    },
    duration: {
      kind: 'number',
      label: 'Duration in days',
      min: 1,
      max: 3660,
      required: true,
      // A month, which most plans last.
      initial: 30,
      group: 'Duration and price',
    },
    price: {
      kind: 'number',
      label: 'Price in naira',
      description: '0 for a free plan.',
      min: 0,
      max: 10_000_000,
      required: true,
    },
    description: { kind: 'rich', label: 'Description', height: 150, group: 'Publication' },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

const AroundAdd = lazyPartOfScreen<{ children: ReactNode }>(() =>
  import('./AllModes').then((m) => m.AllModes),
)

/**
 * The modes of assessment: study, practice, mock (spec 3 §2 and §3). The list has no add button and
 * no delete.
 */
export const assessments = defineResource({
  name: 'assessment',
  calls: {
    list: '/api/v1/admin/assessments',
    one: '/api/v1/admin/assessments/{id}',
    add: '/api/v1/admin/assessments/add',
    update: '/api/v1/admin/assessments/update/{id}',
  },
  screen: { list: '/admin/assessments' },
  addButton: false,
  slots: { AroundAdd },
  menu: { group: 'Catalogue', icon: Timer },
  texts: {
    one: 'Assessment',
    many: 'Assessments',
    about: 'Study, practice and mock.',
    added: 'Assessment successfully added.',
    updated: 'Assessment updated successfully',
  },
  title: ({ title }) => title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'slug', title: 'Slug', sort: true },
    { name: 'logo', title: 'Logo', cell: picture },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'createdAt',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    logo: { kind: 'image', label: 'Logo', invalid: 'Please select valid logo.' },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})
