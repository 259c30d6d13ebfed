// The administrators (spec 3 §2, §4 and §6). Every administrator sees them; only super admins
// change them.
import { ShieldCheck } from 'lucide-react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { nameOf } from '../people/person'
import { defineResource, type Row } from '../resource/defineResource'
import {
  moreOfPerson,
  passwordFields,
  personColumns,
  personFields,
  StatusUnlessSuper,
  statusField,
} from './person'

const Instead = lazyPartOfScreen<{ row: Row; onDone: () => void }>(() =>
  import('../people/EraseDialog').then((m) => m.DeleteRefused),
)
const Actions = lazyPartOfScreen<{ record: Row }>(() =>
  import('../people/PersonActions').then((m) => m.PersonActions),
)

export const admins = defineResource({
  name: 'admin',
  calls: {
    list: '/api/v1/admin/users',
    one: '/api/v1/admin/users/{id}',
    add: '/api/v1/admin/users/add',
    update: '/api/v1/admin/users/{id}',
    delete: '/api/v1/admin/users/{id}',
  },
  screen: { list: '/admin/users' },
  access: { add: 'super' },
  slots: { Instead, Beside: Actions },
  menu: { group: 'People', icon: ShieldCheck },
  texts: {
    one: 'User',
    many: 'Admin users',
    about: 'People with access to the back office.',
    added: 'User successfully added.',
    updated: 'User updated successfully',
    deleted: 'User deleted successfully',
  },
  title: nameOf,
  mayDelete: ({ isSuperAdmin }, user) => user?.isSuperAdmin === true && !isSuperAdmin,
  mayChange: (_, user) => user?.isSuperAdmin === true,
  columns: [
    ...personColumns,
    {
      name: 'isSuperAdmin',
      title: 'Super admin',
      sort: true,
      cell: (isSuper) => (isSuper ? 'Yes' : 'No'),
    },
  ],
  sort: '-createdAt',
  fields: {
    ...personFields,
    email: { kind: 'text', label: 'Email', required: true },
    ...moreOfPerson,
    accountStatus: {
      kind: 'slot',
      label: statusField.label,
      initial: statusField.initial,
      Field: StatusUnlessSuper,
    },
    password: { ...passwordFields.password, only: 'add' },
    confirm_password: { ...passwordFields.confirm_password, only: 'add' },
  },
})
