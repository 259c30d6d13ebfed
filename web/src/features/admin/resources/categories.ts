// Categories of intended courses, such as Sciences (spec 3 §2 and §3).
import { Shapes } from 'lucide-react'
import { picture, status } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

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
