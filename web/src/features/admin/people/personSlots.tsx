// What only the list and the forms of people have.

import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { setStatusOfAll } from '@/shared/api/queries/backOffice'
import { countriesQuery, lastBirthday, personFactsQuery } from '@/shared/api/queries/countries'
import type { ListQuery, User } from '@/shared/api/types'
import { DateField } from '@/shared/ui/DateField'
import { useMay } from '../access'
import { ChangeAll } from '../lists/ChangeAll'
import { resourceTexts } from '../messages'
import { atInstants } from '../resource/calls'
import { required as markRequired, useFormField } from '../resource/formContext'
import type { SlotProps } from '../resource/types'
import { PasswordField } from '../ui/FormDialog'
import { peopleTexts } from './messages'
import { statuses } from './person'

/** A super admin's status never changes. */
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

export function Password({ name, label, required }: SlotProps) {
  const { value, error, onChange, record } = useFormField<string | null>(name)
  return (
    <PasswordField
      label={label}
      description={record ? resourceTexts.leaveEmpty : undefined}
      {...markRequired(required)}
      autoComplete="new-password"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}

/**
 * A country by name. It suggests the dial code, because most people have a number of their country.
 */
export function Country({ name, label }: SlotProps) {
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
      nothingFoundMessage={resourceTexts.noChoices}
    />
  )
}

/** Limited by the minimum age, once it has loaded. */
export function Birthday({ name, label }: SlotProps) {
  const { value, error, onChange } = useFormField<string | null>(name)
  const { data } = useQuery(personFactsQuery)
  return (
    <DateField
      label={label}
      value={value ?? ''}
      onChange={(day) => onChange(day || null)}
      error={error}
      max={data && lastBirthday(data.minAgeDays)}
    />
  )
}

/** The email gives access to grading under the moderator's name, so only super admins change it. */
export function OwnersEmail({ name, label, required }: SlotProps) {
  const { value, error, onChange } = useFormField<string>(name)
  const isOwner = useMay('super')
  return (
    <TextInput
      label={label}
      description={isOwner ? undefined : peopleTexts.ownerSignIn}
      {...markRequired(required)}
      type="email"
      readOnly={!isOwner}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}

/** A change to all students that the list finds. */
export function ChangeAllStudents({ ask, ...rest }: ChangeAllStudentsProps) {
  const client = useQueryClient()
  return (
    <ChangeAll<User['accountStatus']>
      {...rest}
      actions={[
        { name: 'block', label: peopleTexts.block, body: 'Blocked' },
        { name: 'activate', label: peopleTexts.activateAll, body: 'Active' },
      ]}
      run={(status, expected) =>
        setStatusOfAll({ ...ask, filters: atInstants(ask.filters) }, status, expected)
      }
      onDone={() => {
        rest.onDone()
        void client.invalidateQueries()
      }}
    />
  )
}

interface ChangeAllStudentsProps {
  ask: ListQuery
  total: number
  isNarrowed: boolean
  disabled: boolean
  onDone: () => void
}
