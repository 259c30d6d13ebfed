// The subscription plans of the exams, priced in naira (spec 3 §2 and §3, ruling 22).
import { Tags } from 'lucide-react'
import { formatNaira, formatNumber } from '@/shared/i18n/format'
import { status, title } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

const exams = '/api/v1/admin/exams'

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
  filters: [{ name: 'exam', label: 'Exam', of: exams }],
  sort: 'price',
  fields: {
    examType: { kind: 'reference', label: 'Exam', of: exams, required: true, group: 'Plan' },
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
