// Shown if an account cannot be deleted because of tests or payments: offers to erase or block it.
import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { setStatus } from '@/shared/api/queries/backOffice'
import type { User } from '@/shared/api/types'
import { notify } from '@/shared/ui/notify'
import { useMay } from '../access'
import type { Row } from '../resource/defineResource'
import { EraseDialog } from './EraseDialog'
import { peopleTexts } from './messages'

export function DeleteRefused({ row, onDone }: { row: Row; onDone: () => void }) {
  const user = row as unknown as User
  const isOwner = useMay('super')
  const [erasing, setErasing] = useState(false)
  const client = useQueryClient()
  const block = useMutation({
    mutationFn: () => setStatus(user._id, 'Blocked'),
    onSuccess: () => {
      notify.success(peopleTexts.blocked)
      void client.invalidateQueries()
      onDone()
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <>
      <Text fz="sm">{isOwner ? peopleTexts.eraseOrBlock : peopleTexts.blockInstead}</Text>
      <Group gap="xs">
        {isOwner && (
          <Button size="xs" variant="light" color="red" onClick={() => setErasing(true)}>
            {peopleTexts.erase}
          </Button>
        )}
        {user.accountStatus !== 'Blocked' && (
          <Button
            size="xs"
            variant="default"
            loading={block.isPending}
            onClick={() => block.mutate()}
          >
            {peopleTexts.block}
          </Button>
        )}
      </Group>
      {erasing && <EraseDialog user={user} onClose={() => setErasing(false)} onErased={onDone} />}
    </>
  )
}
