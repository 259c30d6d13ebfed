// The question before anything is deleted (spec 3 §2). What the server refuses is said here.
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { toApiError } from '@/api/errors'
import { notify } from '@/ui/notify'
import { messages } from '../messages'

const words = messages.admin

export function ConfirmDelete({ what, deleteIt, onDeleted, onClose }: ConfirmDeleteProps) {
  const deletion = useMutation({ mutationFn: deleteIt, onSuccess: onDeleted })
  const decline = () => {
    if (deletion.isPending) return
    notify.info(words.notDeleted)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={decline}
      title={<Text fw={650}>{words.confirmTitle}</Text>}
      centered
      withCloseButton={false}
    >
      <Stack>
        <Text>{words.confirmText}</Text>
        <Text c="dimmed" fz="sm" lineClamp={3}>
          {what}
        </Text>
        {deletion.isError && (
          <Alert color="red" role="alert">
            {toApiError(deletion.error).errMessage}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={decline} disabled={deletion.isPending}>
            No
          </Button>
          <Button color="red.9" loading={deletion.isPending} onClick={() => deletion.mutate()}>
            Yes
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface ConfirmDeleteProps {
  /** Which one, so that nobody deletes another. */
  what: string
  deleteIt: () => Promise<unknown>
  onDeleted: () => void
  onClose: () => void
}
