// A change to all students that the list finds.
import { useQueryClient } from '@tanstack/react-query'
import { setStatusOfAll } from '@/shared/api/queries/backOffice'
import type { User } from '@/shared/api/types'
import { ChangeAll } from '../lists/ChangeAll'
import { atInstants, type ListAsk } from '../resource/calls'
import { peopleTexts } from './messages'

type Status = User['accountStatus']

export function ChangeAllStudents({ ask, ...rest }: ChangeAllStudentsProps) {
  const client = useQueryClient()
  return (
    <ChangeAll<Status>
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
  ask: ListAsk
  total: number
  isNarrowed: boolean
  disabled: boolean
  onDone: () => void
}
