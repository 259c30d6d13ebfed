// Whose test it was; only POST UTME has universities.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '@/api/errors'
import { universitiesQuery } from '@/api/queries/bank'
import type { ImportForm } from './form'
import { words } from './messages'

export function UniversityField({ form }: { form: ImportForm }) {
  const query = useQuery(universitiesQuery)
  const props = form.getInputProps('university')
  return (
    <NativeSelect
      label={words.university}
      withAsterisk
      data={[
        { value: '', label: query.isPending ? words.waiting : words.chooseUniversity },
        ...(query.data ?? []).map(({ title }) => title),
      ]}
      {...props}
      error={props.error ?? (query.isError && toApiError(query.error).errMessage)}
    />
  )
}
