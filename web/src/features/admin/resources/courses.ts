// Courses of study, each in a category (spec 3 §2 and §3).
import { Compass } from 'lucide-react'
import { status, title } from '../resource/cells'
import { defineResource } from '../resource/defineResource'

const categories = '/api/v1/admin/categories'

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
  filters: [{ name: 'category', label: 'Category', of: categories }],
  sort: 'title',
  fields: {
    category: { kind: 'reference', label: 'Category', of: categories, required: true },
    title: { kind: 'text', label: 'Title', required: true },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})
