// The people: students, moderators, administrators, and what their declarations share.
import { ShieldCheck, UserPen, Users } from 'lucide-react'
import type { User } from '@/shared/api/types'
import { formatPercent, mobileNumber } from '@/shared/i18n/format'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { dayError } from '@/shared/ui/day'
import { AccountStatus, nameOf, statuses } from '../people/person'
import { date } from '../resource/cells'
import { defineResource, type Row } from '../resource/defineResource'
import type { AllRows, SlotProps } from '../resource/types'

/** The inputs for people, lazily loaded because the menu does not need them. */
const slots = () => import('../people/personSlots')
const Password = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.Password))
const Country = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.Country))
const Birthday = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.Birthday))
const OwnersEmail = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.OwnersEmail))
const StatusUnlessSuper = lazyPartOfScreen<SlotProps>(() =>
  slots().then((m) => m.StatusUnlessSuper),
)

const genders = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
] as const

const personColumns = [
  {
    name: 'first_name' as const,
    title: 'Name',
    sort: true,
    cell: (_: string, row: User) => nameOf(row),
  },
  { name: 'email' as const, title: 'Email', sort: true },
  {
    name: 'mobile_number' as const,
    title: 'Mobile number',
    cell: (number: string, row: User) => number && `+${row.mobile_code} ${number}`,
  },
  {
    name: 'accountStatus' as const,
    title: 'Status',
    sort: true,
    cell: (status: User['accountStatus']) => <AccountStatus status={status} />,
  },
  { name: 'createdAt' as const, title: 'Registered', sort: true, cell: date },
]

const personFields = {
  first_name: { kind: 'text', label: 'First name', required: true, half: true, group: 'Person' },
  last_name: { kind: 'text', label: 'Last name', required: true, half: true },
} as const

const moreOfPerson = {
  mobile_code: { kind: 'text', label: 'Dial code', initial: '234', half: true },
  mobile_number: { kind: 'text', label: 'Mobile number', sent: mobileNumber, half: true },
  nationality: { kind: 'slot', label: 'Country', initial: '', Field: Country },
  gender: { kind: 'select', label: 'Gender', options: genders },
  dob: {
    kind: 'slot',
    label: 'Date of birth',
    Field: Birthday,
    check: (day: unknown) => dayError(String(day ?? '')),
  },
} as const

const statusField = {
  kind: 'select',
  label: 'Account status',
  group: 'Account',
  options: statuses,
  // Someone who sets a password for an account wants it to be usable.
  initial: 'Active',
} as const

const passwordFields = {
  password: {
    kind: 'slot',
    label: 'Password',
    group: 'Password',
    required: 'add',
    secret: true,
    initial: '',
    Field: Password,
  },
  confirm_password: {
    kind: 'slot',
    label: 'Confirm password',
    required: 'add',
    // Checked before the server asks for re-authentication.
    check: (again: unknown, { password }: Record<string, unknown>) =>
      again === password ? null : 'Passwords do not match.',
    secret: true,
    initial: '',
    Field: Password,
  },
} as const

const Instead = lazyPartOfScreen<{ row: Row; onDone: () => void }>(() =>
  import('../people/EraseDialog').then((m) => m.DeleteRefused),
)
const Actions = lazyPartOfScreen<{ record: Row }>(() =>
  import('../people/PersonActions').then((m) => m.PersonActions),
)

/**
 * The administrators (spec 3 §2, §4 and §6). Every administrator sees them; only super admins
 * change them.
 */
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

/**
 * The moderators, who grade theory submissions and decide on reports (ruling 34). Only super admins
 * add them, and change how they log in.
 */
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

const Tools = lazyPartOfScreen(
  async () => {
    const { ExportMenu } = await import('../lists/ExportMenu')
    return () => <ExportMenu list="students" />
  },
  // A loader above the rows would shift them when it disappears.
  () => null,
)
const All = lazyPartOfScreen<AllRows>(
  () => import('../people/personSlots').then((m) => m.ChangeAllStudents),
  () => null,
)

/** The students (spec 3 §2 to §4): the account. Everything else about them is on a page of its own. */
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
