// The rows of another list as choices.
import { useQuery } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { wholeQuery } from '../calls'
import type { Row } from '../defineResource'
import { app } from '../messages'

/** The rows of a list as choices. */
export function useReference(of: string) {
  const query = useQuery(wholeQuery(of))
  const data = query.data?.rows.map((row) => ({ value: row._id, label: nameOf(row) })) ?? []
  return {
    rows: query.data?.rows ?? [],
    data,
    placeholder: query.isPending ? app.common.loading : '',
    error: query.isError && query.data === undefined ? toApiError(query.error).errMessage : null,
    retry: () => void query.refetch(),
  }
}

/** The name of a row, whatever its list. */
const nameOf = (row: Row) => String(row.title ?? row.name ?? row.section_name ?? row._id)
