// The university whose POST UTME is practised; the only one that has questions is chosen without asking.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { bankSizesQuery, universitiesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice } from '@/shared/api/types'
import { subscriptionAt } from '@/shared/flow/subscription'
import { QueryView } from '@/shared/lazy/QueryView'
import { Chips } from '@/shared/ui/Chips'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { practiseTexts } from './messages'

export function University({ exam, value, onChange }: UniversityProps) {
  const universities = useQuery(universitiesQuery)
  const { data: sizes, isPending } = useQuery(bankSizesQuery)
  const open = sizes?.find((one) => one.exam === exam._id)?.universities
  return (
    <QueryView query={universities} waiting={<Skeleton count={1} height={72} />}>
      {(all) => {
        if (isPending) return <Skeleton count={1} height={72} />
        // Where the sizes are not known, none is held back.
        const shown = all.filter(
          ({ _id }) =>
            open === undefined ||
            open.some(({ university }) => university === _id) ||
            subscriptionAt(exam, _id) !== undefined,
        )
        if (shown.length === 0) return <EmptyState title={practiseTexts.noUniversities} />
        return (
          <Shown ids={shown.map(({ _id }) => _id)} value={value} onChange={onChange}>
            <Chips
              legend={value === null ? practiseTexts.chooseUniversity : practiseTexts.university}
              choices={shown.map(({ _id, title }) => ({ value: _id, label: title }))}
              value={value === null ? [] : [value]}
              onChange={([id]) => id !== undefined && onChange(id)}
            />
          </Shown>
        )
      }}
    </QueryView>
  )
}

/** Chooses the only one by itself. */
function Shown({ ids, value, onChange, children }: ShownProps) {
  const [only] = ids.length === 1 ? ids : []
  useEffect(() => {
    if (only !== undefined && value === null) onChange(only)
  }, [only, value, onChange])
  return children
}

interface ShownProps extends Pick<UniversityProps, 'value' | 'onChange'> {
  ids: string[]
  children: React.ReactNode
}

export interface UniversityProps {
  exam: ExamChoice
  /** Null while none is chosen. */
  value: string | null
  onChange: (id: string) => void
}
