// The modes of assessment: study, practice, mock (spec 3 §2 and §3). The list has no add button and
// no delete.
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { picture, status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

const AroundAdd = lazyPartOfScreen<{ children: ReactNode }>(() =>
  import('./AllModes').then((m) => m.AllModes),
)

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
