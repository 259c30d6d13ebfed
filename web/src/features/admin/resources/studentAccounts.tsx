// The students (spec 3 §2 to §4): the account. Everything else about them is on a page of its own.
import { Users } from 'lucide-react'
import { formatPercent } from '@/shared/i18n/format'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { nameOf, statuses } from '../people/person'
import { defineResource, type Row } from '../resource/defineResource'
import type { AllRows } from '../resource/types'
import { moreOfPerson, passwordFields, personColumns, personFields, statusField } from './person'

const Tools = lazyPartOfScreen(
  async () => {
    const { ExportMenu } = await import('../lists/ExportMenu')
    return () => <ExportMenu list="students" />
  },
  // A loader above the rows would shift them when it disappears.
  () => null,
)
const All = lazyPartOfScreen<AllRows>(
  () => import('../lists/ChangeAll').then((m) => m.ChangeAllStudents),
  () => null,
)
const Instead = lazyPartOfScreen<{ row: Row; onDone: () => void }>(() =>
  import('../people/EraseDialog').then((m) => m.DeleteRefused),
)

export const students = defineResource({
  name: 'student',
  calls: {
    list: '/api/v1/admin/customers',
    one: '/api/v1/admin/users/{id}',
    add: '/api/v1/admin/customers/add',
    update: '/api/v1/admin/customers/{id}',
    delete: '/api/v1/admin/users/{id}',
  },
  screen: { list: '/admin/students', page: '/admin/students/:id' },
  slots: { Tools, Instead, All },
  menu: { group: 'People', icon: Users },
  texts: {
    one: 'Student',
    many: 'Students',
    about: 'Everyone who has registered.',
    added: 'Student successfully added.',
    updated: 'Student updated successfully',
    deleted: 'Student deleted successfully',
  },
  title: nameOf,
  columns: [
    ...personColumns,
    {
      name: 'extraTime',
      title: 'Extra time',
      align: 'right',
      cell: (percent) => (percent ? `+${formatPercent(percent)}` : ''),
    },
  ],
  filters: [
    { name: 'accountStatus', label: 'Status', options: statuses },
    { name: 'from', label: 'Registered from', day: true },
    { name: 'to', label: 'Registered until', day: true },
  ],
  sort: '-createdAt',
  fields: {
    ...personFields,
    email: { kind: 'text', label: 'Email', required: true },
    ...moreOfPerson,
    accountStatus: statusField,
    extraTime: {
      kind: 'number',
      label: 'Extra time in percent',
      description: 'Added to the time of timed tests: 0 to 100. Applies from the next test.',
      min: 0,
      max: 100,
      only: 'edit',
    },
    ...passwordFields,
  },
})
