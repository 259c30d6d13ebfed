// References to one or several records of another list, found by typing. Lazily loaded with the
// first form that needs them.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toApiError } from '@/shared/api/errors'
import { common } from '@/shared/i18n/common'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState } from '@/shared/ui/states'
import { wholeQuery } from './calls'
import type { Row } from './defineResource'
import type { ManyProps, OneProps } from './ReferenceInputs'

/** The rows of a list as choices. */
export function useReference(of: string) {
  const query = useQuery(wholeQuery(of))
  const data = query.data?.rows.map((row) => ({ value: row._id, label: nameOf(row) })) ?? []
  return {
    rows: query.data?.rows ?? [],
    data,
    isPending: query.isPending,
    placeholder: query.isPending ? common.loading : '',
    error: query.isError && query.data === undefined ? toApiError(query.error).errMessage : null,
    retry: () => void query.refetch(),
  }
}

/** The name of a row, whatever its list. */
const nameOf = (row: Row) => String(row.title ?? row.name ?? row.section_name ?? row._id)

const Failed = ({ again }: { again: () => void }) => (
  <ErrorState message={common.offline} onRetry={again} />
)

export const ReferenceInput = lazyPart<OneProps>(
  () => import('./ReferenceInputs').then((m) => m.ReferenceInput),
  Failed,
  Arriving,
)

export const ReferencesInput = lazyPart<ManyProps>(
  () => import('./ReferenceInputs').then((m) => m.ReferencesInput),
  Failed,
  Arriving,
)

/** Shown in place of a field whose code is loading: its label, and a disabled input. */
function Arriving({ label, description, withAsterisk = false }: ArrivingProps) {
  return (
    <TextInput
      label={label}
      description={description}
      withAsterisk={withAsterisk}
      disabled
      aria-busy
    />
  )
}

interface ArrivingProps {
  label: string
  description?: ReactNode
  withAsterisk?: boolean | undefined
}
