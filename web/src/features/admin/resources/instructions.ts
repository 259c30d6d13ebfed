// Instructions to candidates (spec 3 §2 and §3).
import { Megaphone } from 'lucide-react'
import { plainText } from '@/shared/ui/plainText'
import { status, textCut } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

export const instructions = defineResource({
  name: 'instruction',
  calls: {
    list: '/api/v1/admin/instructions',
    one: '/api/v1/admin/instructions/{id}',
    add: '/api/v1/admin/instructions/add',
    update: '/api/v1/admin/instructions/update/{id}',
    delete: '/api/v1/admin/instructions/{id}',
  },
  screen: { list: '/admin/exam-instructions' },
  menu: { group: 'Site', icon: Megaphone },
  texts: {
    one: 'Instruction',
    many: 'Instructions',
    about: 'Shown to every candidate, for all exams.',
    added: 'Instruction successfully added.',
    updated: 'Instruction updated successfully',
    deleted: 'Instruction deleted successfully.',
  },
  title: ({ content }) => textCut(plainText(content), 60),
  columns: [
    {
      name: 'content',
      title: 'Content',
      sort: true,
      cell: (html) => textCut(plainText(html), 100),
    },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: '-createdAt',
  fields: {
    content: { kind: 'rich', label: 'Content', required: true, needsWords: true, height: 200 },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})
