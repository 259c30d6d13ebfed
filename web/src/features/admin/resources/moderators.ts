// The moderators, who grade theory submissions and decide on reports (ruling 34). Only super admins
// add them, and change how they log in.
import { UserPen } from 'lucide-react'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { nameOf } from '../people/person'
import { defineResource, type Row } from '../resource/defineResource'
import {
  moreOfPerson,
  OwnersEmail,
  passwordFields,
  personColumns,
  personFields,
  statusField,
} from './person'

const Instead = lazyPartOfScreen<{ row: Row; onDone: () => void }>(() =>
  import('../people/EraseDialog').then((m) => m.DeleteRefused),
)
const Actions = lazyPartOfScreen<{ record: Row }>(() =>
  import('../people/PersonActions').then((m) => m.PersonActions),
)

export const moderators = defineResource({
  name: 'moderator',
  calls: {
    list: '/api/v1/admin/moderators',
    one: '/api/v1/admin/users/{id}',
    add: '/api/v1/admin/moderators/add',
    update: '/api/v1/admin/users/{id}',
    delete: '/api/v1/admin/users/{id}',
  },
  screen: { list: '/admin/moderators' },
  access: { add: 'super' },
  slots: { Instead, Beside: Actions },
  menu: { group: 'People', icon: UserPen },
  texts: {
    one: 'Moderator',
    many: 'Moderators',
    about: 'They grade theory submissions and answer question reports.',
    added: 'Moderator successfully added.',
    updated: 'User updated successfully',
    deleted: 'User deleted successfully',
  },
  title: nameOf,
  columns: personColumns,
  sort: '-createdAt',
  fields: {
    ...personFields,
    email: { kind: 'slot', label: 'Email', required: true, initial: '', Field: OwnersEmail },
    ...moreOfPerson,
    accountStatus: statusField,
    password: { ...passwordFields.password, only: 'add' },
    confirm_password: { ...passwordFields.confirm_password, only: 'add' },
  },
})
