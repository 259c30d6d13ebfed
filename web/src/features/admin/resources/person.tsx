// Shared parts of the declarations of people: fields, columns and texts (spec 3 §3).
import { mobileNumber } from '@/shared/api/mobileNumber'
import type { User } from '@/shared/api/types'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { dayError } from '@/shared/ui/DateField'
import { AccountStatus, nameOf, statuses } from '../people/person'
import { date } from '../resource/cells'
import type { SlotProps } from '../resource/types'

/** The inputs for people, lazily loaded because the menu does not need them. */
const slots = () => import('../people/personSlots')
const Password = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.Password))
const Country = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.Country))
const Birthday = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.Birthday))
export const OwnersEmail = lazyPartOfScreen<SlotProps>(() => slots().then((m) => m.OwnersEmail))
export const StatusUnlessSuper = lazyPartOfScreen<SlotProps>(() =>
  slots().then((m) => m.StatusUnlessSuper),
)

const genders = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
] as const

export const personColumns = [
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

export const personFields = {
  first_name: { kind: 'text', label: 'First name', required: true, half: true, group: 'Person' },
  last_name: { kind: 'text', label: 'Last name', required: true, half: true },
} as const

export const moreOfPerson = {
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

export const statusField = {
  kind: 'select',
  label: 'Account status',
  group: 'Account',
  options: statuses,
  // Someone who sets a password for an account wants it to be usable.
  initial: 'Active',
} as const

export const passwordFields = {
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
