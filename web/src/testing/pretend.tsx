// An entity that Sabi does not have, declared as a real one is: its paths, its bodies and one
// field of each kind. The tests of the generic screens walk through its screens.
import { Boxes } from 'lucide-react'
import { date, picture, status, title, titles } from '@/features/admin/resource/cells'
import { resourcesOf } from '@/features/admin/resource/defineResource'
import { useFormField } from '@/features/admin/resource/formContext'
import type { SlotProps } from '@/features/admin/resource/types'

interface Ref {
  _id: string
  title: string
}

export interface Lab {
  _id: string
  title: string
  about: string
  seats: number
  level: 'junior' | 'senior'
  open: boolean
  school: Ref
  subjects: Ref[]
  logo: string | null
  opened: string
  colour: string
  status: 'Active' | 'InActive'
  version: number
}

interface Body {
  title: string
  about: string
  seats: number
  level: 'junior' | 'senior'
  open?: boolean
  schoolId: string
  subjects?: string[]
  logo?: string | null
  opened?: string
  colour?: string
  status: 'Active' | 'InActive'
}

interface Json<T> {
  content: { 'application/json': T }
}
interface Listed<T> {
  get: {
    parameters: {
      query?: { page?: number; limit?: number; sort?: string; q?: string; level?: string }
    }
    responses: { 200: Json<{ success: boolean; labs: T[]; total: number }> }
  }
}
export interface Bench {
  _id: string
  title: string
  version: number
}

interface Document {
  '/api/v1/admin/benches/{lab}': Listed<Bench>
  '/api/v1/admin/bench/{lab}/{id}': { get: { responses: { 200: Json<{ data: Bench }> } } }
  '/api/v1/admin/benches/add': {
    post: {
      requestBody: Json<{ labId: string; title: string }>
      responses: { 201: Json<{ data: Bench }> }
    }
  }
  '/api/v1/admin/bench/{id}': {
    put: {
      requestBody: Json<{ labId?: string; title?: string; version?: number | null }>
      responses: { 200: Json<{ data: Bench; update: boolean }> }
    }
    delete: { responses: { 200: Json<{ message: string }> } }
  }
  '/api/v1/admin/labs': Listed<Lab>
  '/api/v1/admin/schools': Listed<Ref>
  '/api/v1/admin/topics': Listed<Ref>
  '/api/v1/admin/lab/{id}': {
    get: { responses: { 200: Json<{ data: Lab }> } }
    delete: { responses: { 200: Json<{ message: string }> } }
  }
  '/api/v1/admin/labs/new': {
    post: { requestBody: Json<Body>; responses: { 201: Json<{ data: Lab }> } }
  }
  '/api/v1/admin/labs/change/{id}': {
    put: {
      requestBody: Json<Partial<Body> & { version?: number | null }>
      responses: { 200: Json<{ data: Lab; update: boolean }> }
    }
  }
}

export const labs = resourcesOf<Document>()({
  name: 'lab',
  calls: {
    list: '/api/v1/admin/labs',
    one: '/api/v1/admin/lab/{id}',
    add: '/api/v1/admin/labs/new',
    update: '/api/v1/admin/labs/change/{id}',
    delete: '/api/v1/admin/lab/{id}',
  },
  screen: { list: '/admin/labs', add: '/admin/labs/new', edit: '/admin/labs/:id/edit' },
  menu: { group: 'Catalogue', icon: Boxes },
  texts: {
    one: 'Lab',
    many: 'Labs',
    added: 'Lab successfully added.',
    updated: 'Lab updated successfully',
    deleted: 'Lab deleted successfully',
  },
  title: (lab) => lab.title,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'logo', title: 'Logo', cell: picture },
    { name: 'school', title: 'School', cell: title, text: title },
    { name: 'subjects', title: 'Subjects', cell: titles, text: titles },
    { name: 'opened', title: 'Opened', sort: true, cell: date },
    { name: 'status', title: 'Status', sort: true, cell: status },
  ],
  filters: [
    {
      name: 'level',
      label: 'Level',
      options: [
        { value: 'junior', label: 'Junior' },
        { value: 'senior', label: 'Senior' },
      ],
    },
  ],
  sort: 'title',
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    about: { kind: 'textarea', label: 'About' },
    seats: { kind: 'number', label: 'Seats', required: true, alias: ['places'] },
    level: {
      kind: 'select',
      label: 'Level',
      options: [
        { value: 'junior', label: 'Junior' },
        { value: 'senior', label: 'Senior' },
      ],
      initial: 'junior',
    },
    open: { kind: 'switch', label: 'Open', initial: true },
    schoolId: {
      kind: 'reference',
      label: 'School',
      of: '/api/v1/admin/schools',
      from: 'school',
      required: true,
    },
    subjects: { kind: 'references', label: 'Subjects', of: '/api/v1/admin/topics' },
    logo: { kind: 'image', label: 'Logo', invalid: 'Please select valid logo.' },
    opened: { kind: 'date', label: 'Opened' },
    colour: { kind: 'slot', label: 'Colour', initial: 'green', Field: Colour },
    status: { kind: 'status', label: 'Status', words: true, initial: 'InActive' },
  },
})

/** The equipment of each lab. */
export const benches = resourcesOf<Document>()({
  name: 'bench',
  parent: { of: labs, field: 'labId' },
  calls: {
    list: '/api/v1/admin/benches/{lab}',
    one: '/api/v1/admin/bench/{lab}/{id}',
    add: '/api/v1/admin/benches/add',
    update: '/api/v1/admin/bench/{id}',
    delete: '/api/v1/admin/bench/{id}',
  },
  screen: { list: '/admin/benches/:lab' },
  texts: {
    one: 'Bench',
    many: 'Benches',
    added: 'Bench successfully added.',
    updated: 'Bench updated successfully',
    deleted: 'Bench deleted successfully',
  },
  title: (bench) => bench.title,
  columns: [{ name: 'title', title: 'Title', sort: true }],
  fields: { title: { kind: 'text', label: 'Title', required: true } },
})

function Colour({ name, label }: SlotProps) {
  const { value, onChange } = useFormField<string>(name)
  return (
    <label>
      {label}
      <input value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  )
}
