// The universities of POST UTME (spec 3 §2, §3 and §5).
import { Landmark } from 'lucide-react'
import { plainText } from '@/shared/ui/plainText'
import { picture, status, textCut } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

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
