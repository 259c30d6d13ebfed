// The static pages of the public site, such as the terms: changed, never added or deleted (spec 3 §2).
import { FileText } from 'lucide-react'
import { status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

export const pages = defineResource({
  name: 'page',
  calls: {
    list: '/api/v1/admin/static-pages',
    one: '/api/v1/admin/static-pages/{id}',
    update: '/api/v1/admin/static-page/{id}',
  },
  screen: { list: '/admin/pages' },
  menu: { group: 'Site', icon: FileText },
  texts: {
    one: 'Page',
    many: 'Pages',
    about: 'Static pages, such as the terms.',
    updated: 'Page updated successfully',
  },
  title: (page) => page.page_title,
  columns: [
    { name: 'page_title', title: 'Title', sort: true },
    { name: 'page_url', title: 'Slug', sort: true },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  sort: 'page_title',
  fields: {
    page_title: { kind: 'text', label: 'Page title', required: true },
    content: { kind: 'rich', label: 'Content', required: true, needsWords: true, height: 200 },
    status: { kind: 'status', label: 'Status', words: true },
  },
})
