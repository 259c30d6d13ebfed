// Frequently asked questions (spec 3 §2, §5 and §9).
import { FileQuestionMark } from 'lucide-react'
import { plainText } from '@/shared/ui/plainText'
import { status, textCut } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

export const faqs = defineResource({
  name: 'faq',
  calls: {
    list: '/api/v1/admin/faqs',
    one: '/api/v1/admin/faqs/{id}',
    add: '/api/v1/admin/faqs/add',
    update: '/api/v1/admin/faqs/update/{id}',
    delete: '/api/v1/admin/faqs/{id}',
  },
  screen: { list: '/admin/faqs', add: '/admin/faq/new', edit: '/admin/faq/:id' },
  menu: { group: 'Site', icon: FileQuestionMark },
  texts: {
    one: 'FAQ',
    many: 'FAQs',
    about: 'Frequently Asked Questions on the public site.',
    add: '+ Add FAQ',
    added: 'FAQ successfully added.',
    updated: 'FAQ was successfully updated.',
    deleted: 'FAQ deleted successfully',
    invalid: 'Please fix the validation errors',
  },
  title: ({ question }) => textCut(question, 60),
  columns: [
    { name: 'question', title: 'Question', sort: true, cell: (text) => textCut(text, 60) },
    { name: 'answer', title: 'Answer', sort: true, cell: (html) => textCut(plainText(html), 100) },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: '-createdAt',
  fields: {
    question: {
      kind: 'text',
      label: 'Question',
      required: true,
      missing: 'Question field is required',
      longest: { characters: 500, said: 'Question cannot exceed 500 characters' },
    },
    answer: {
      kind: 'rich',
      label: 'Answer',
      required: true,
      missing: 'Answer field is required',
      needsWords: true,
      height: 200,
    },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})
