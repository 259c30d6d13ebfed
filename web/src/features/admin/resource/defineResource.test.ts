// Wrong declarations do not compile: `tsc` checks each line that is expected to fail.
import { Shapes } from 'lucide-react'
import { expect, it } from 'vitest'
import { defineResource } from './defineResource'

const said = {
  name: 'course',
  screen: { list: '/admin/courses' },
  menu: { group: 'Catalogue', icon: Shapes },
  texts: { one: 'Course', many: 'Courses', added: '', updated: '', deleted: '' },
  title: ({ title }: { title: string }) => title,
} as const
const calls = {
  list: '/api/v1/admin/courses',
  one: '/api/v1/admin/courses/{id}',
  add: '/api/v1/admin/courses/add',
  update: '/api/v1/admin/courses/update/{id}',
  delete: '/api/v1/admin/courses/{id}',
} as const
const fields = {
  category: { kind: 'reference', label: 'Category', of: '/api/v1/admin/categories' },
  title: { kind: 'text', label: 'Title' },
} as const

const courses = defineResource({
  ...said,
  calls,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    {
      name: 'category',
      title: 'Category',
      cell: ({ title }) => title,
      text: ({ title }) => title,
    },
  ],
  filters: [{ name: 'category', label: 'Category', of: '/api/v1/admin/categories' }],
  fields: { ...fields, status: { kind: 'status', label: 'Status', initial: false } },
  sort: '-createdAt',
})

it('fills in what is usual', () => {
  expect(courses.screens).toEqual({
    list: '/admin/courses',
    add: '/admin/courses/add',
    edit: '/admin/courses/edit/:id',
  })
  expect(courses.limits[0]).toBe(10)
})

const reference = <P>(of: P) => ({ kind: 'reference' as const, label: 'Category', of })

/** Compiles; each of the others differs from it in one thing. */
const base = { ...said, calls, columns: [], fields }

const topicSaid = { ...said, name: 'topic', screen: { list: '/admin/topics/:course' } } as const
const { menu: _, ...child } = topicSaid
const topicCalls = {
  list: '/api/v1/admin/topics/{id}',
  one: '/api/v1/admin/topics/{id}/{item}',
  add: '/api/v1/admin/topics/add',
  update: '/api/v1/admin/topics/update/{id}',
  delete: '/api/v1/admin/topics/{id}',
} as const
const parent = { of: courses, field: 'subjectId' } as const
/** Compiles; below a parent. */
const below = {
  ...child,
  parent,
  calls: topicCalls,
  columns: [],
  fields: { title: fields.title },
}

it('knows what it lies below', () => {
  const topics = defineResource(below)
  expect(topics.above).toEqual(['course'])
  expect(topics.menu).toBeNull()
})

/** A resource that is never deleted, and its texts. */
const { delete: __, ...lasting } = calls
const kept = { one: 'Course', many: 'Courses', added: '', updated: '' }

/** Only compiled, never run. */
const compiled = [
  () => defineResource(base),
  // @ts-expect-error there is no such list
  () => defineResource({ ...base, calls: { ...calls, list: '/api/v1/admin/coursez' } }),
  // @ts-expect-error the record of another entity
  () => defineResource({ ...base, calls: { ...calls, one: '/api/v1/admin/advice-list/{id}' } }),
  // @ts-expect-error this path does not delete
  () => defineResource({ ...base, calls: { ...calls, delete: '/api/v1/admin/courses/add' } }),
  // @ts-expect-error a change of another entity takes other fields
  () => defineResource({ ...base, calls: { ...calls, update: '/api/v1/grading/{quizId}' } }),
  // @ts-expect-error a column that the list does not return
  () => defineResource({ ...base, columns: [{ name: 'nope', title: 'No' }] }),
  // @ts-expect-error a column that is no plain text says how it is shown
  () => defineResource({ ...base, columns: [{ name: 'category', title: 'Category' }] }),
  // @ts-expect-error the server needs a category
  () => defineResource({ ...base, fields: { title: fields.title } }),
  // @ts-expect-error the server takes no such field
  () => defineResource({ ...base, fields: { ...fields, hue: { kind: 'text', label: 'Hue' } } }),
  // @ts-expect-error a switch gives no text
  () => defineResource({ ...base, fields: { ...fields, title: { kind: 'switch', label: 'T' } } }),
  // @ts-expect-error this is no list
  () => defineResource({ ...base, fields: { ...fields, category: reference('/api/v1/me') } }),
  // @ts-expect-error the server does not narrow the list by it
  () => defineResource({ ...base, filters: [{ name: 'hue', label: 'Hue', options: [] }] }),
  // @ts-expect-error the list has no such order
  () => defineResource({ ...base, sort: '-hue' }),
  () => defineResource({ ...base, calls: lasting, texts: kept }),
  // @ts-expect-error what is deleted says so
  () => defineResource({ ...base, texts: kept }),
  // @ts-expect-error nothing is deleted that could say so
  () => defineResource({ ...base, calls: lasting }),
  () => defineResource(below),
  // @ts-expect-error nothing fills the list's parameter
  () => defineResource({ ...below, parent: undefined, menu: said.menu }),
  // @ts-expect-error the list does not lie below its parent
  () => defineResource({ ...base, menu: undefined, parent: { of: courses } }),
  // @ts-expect-error the body has no such field for the parent
  () => defineResource({ ...below, parent: { of: courses, field: 'hueId' } }),
  // @ts-expect-error the server needs to be told of the parent
  () => defineResource({ ...below, parent: { of: courses } }),
  // @ts-expect-error this names no record
  () => defineResource({ ...below, calls: { ...topicCalls, delete: '/api/v1/admin/topics/add' } }),
  // @ts-expect-error a list that needs a parent is none to choose from
  () => defineResource({ ...base, fields: { ...fields, category: reference(topicCalls.list) } }),
]

it('is checked by the compiler', () => {
  expect(compiled).toHaveLength(23)
})
