// The state of a student's change request.
import { Badge } from '@mantine/core'
import type { Registration } from '@/shared/api/types'
import { words } from './messages'

type Asked = Pick<Registration, 'subjectsUpdate' | 'updateRequest'>

export function RequestState({ of: { subjectsUpdate, updateRequest } }: { of: Asked }) {
  if (subjectsUpdate.length > 0) {
    return (
      <Badge variant="light" tt="none" miw="max-content" color="sun">
        {words.requestOpen}
      </Badge>
    )
  }
  return updateRequest ? (
    <Badge variant="light" tt="none" miw="max-content" color="gray">
      {words.requestDone}
    </Badge>
  ) : (
    words.none
  )
}
