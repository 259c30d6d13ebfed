// What the declarations of the three kinds of people share: their fields, columns and words (spec 3 §3).
import { PasswordInput, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countriesQuery } from '@/api/queries/countries'
import type { User } from '@/api/types'
import { AccountStatus } from '../people/AccountStatus'
import { nameOf } from '../people/nameOf'
import { date } from '../resource/cells'
import type { SlotProps } from '../resource/fieldTypes'
import { useFormField } from '../resource/formContext'
import { messages } from '../resource/messages'

const statuses = (['Active', 'InActive', 'Blocked', 'Suspended'] as const).map((value) => ({
  value,
  label: value,
}))
const genders = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
] as const

const DAY = 24 * 60 * 60 * 1000
/** The least age that the server asks for unless it is set otherwise, in days (spec 3 §9). */
const LEAST_AGE = 6500
const lastBirthday = () => new Date(Date.now() - LEAST_AGE * DAY).toISOString().slice(0, 10)

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
  first_name: { kind: 'text', label: 'First name', required: true, half: true },
  last_name: { kind: 'text', label: 'Last name', required: true, half: true },
} as const

export const moreOfPerson = {
  mobile_code: { kind: 'text', label: 'Dial code', initial: '234', half: true },
  mobile_number: { kind: 'text', label: 'Mobile number', half: true },
  nationality: { kind: 'slot', label: 'Country', initial: '', Field: Country },
  gender: { kind: 'select', label: 'Gender', options: genders },
  dob: { kind: 'date', label: 'Date of birth', max: lastBirthday() },
} as const

export const statusField = {
  kind: 'select',
  label: 'Account status',
  options: statuses,
  // Whoever gives somebody a password means them to sign in.
  initial: 'Active',
} as const

export const passwordFields = {
  password: {
    kind: 'slot',
    label: 'Password',
    required: 'add',
    secret: true,
    initial: '',
    Field: Password,
  },
  confirm_password: {
    kind: 'slot',
    label: 'Confirm password',
    required: 'add',
    secret: true,
    initial: '',
    Field: Password,
  },
} as const

/** A super admin's never changes. */
export function StatusUnlessSuper({ name, label }: SlotProps) {
  const { value, error, onChange, record } = useFormField<string | null>(name)
  if (record?.isSuperAdmin === true) return null
  return (
    <Select
      label={label}
      data={statuses}
      value={value ?? 'InActive'}
      onChange={onChange}
      error={error}
      allowDeselect={false}
    />
  )
}

function Password({ name, label, required }: SlotProps) {
  const { value, error, onChange, record } = useFormField<string | null>(name)
  return (
    <PasswordInput
      label={label}
      description={record ? messages.leaveEmpty : undefined}
      withAsterisk={required}
      autoComplete="new-password"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}

/** A country by its name; most people have a number of the country that they are of. */
function Country({ name, label }: SlotProps) {
  const { value, error, onChange, form } = useFormField<string | null>(name)
  const { data: countries } = useQuery(countriesQuery)
  if (countries === undefined) {
    return (
      <TextInput
        label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
      />
    )
  }
  const names = countries.map((country) => country.name)
  return (
    <Select
      label={label}
      data={value && !names.includes(value) ? [value, ...names] : names}
      value={value || null}
      onChange={(chosen) => {
        onChange(chosen ?? '')
        const country = countries.find((one) => one.name === chosen)
        if (country && !form.values.mobile_number) {
          form.setFieldValue('mobile_code', country.phonecode)
        }
      }}
      error={error}
      searchable
      clearable
      nothingFoundMessage={messages.noChoices}
    />
  )
}
