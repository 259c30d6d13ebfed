// The state of a student's change request.
import { Badge } from '@mantine/core'
import type { Registration } from '@/shared/api/types'
import { peopleTexts } from './messages'

type Asked = Pick<Registration, 'subjectsUpdate' | 'updateRequest'>

export function RequestState({ of: { subjectsUpdate, updateRequest } }: { of: Asked }) {
  if (subjectsUpdate.length > 0) {
    return (
      <Badge variant="light" tt="none" miw="max-content" color="sun">
        {peopleTexts.requestOpen}
      </Badge>
    )
  }
  return updateRequest ? (
    <Badge variant="light" tt="none" miw="max-content" color="gray">
      {peopleTexts.requestDone}
    </Badge>
  ) : (
    peopleTexts.none
  )
}
