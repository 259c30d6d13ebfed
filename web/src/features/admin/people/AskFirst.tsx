// A confirmation dialog for an irreversible action; it also shows the server's errors.
import { Alert, Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '@/shared/api/errors'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { notify } from '@/shared/ui/notify'
import { words } from './messages'

export function AskFirst({ title, text, act, done, onClose }: AskFirstProps) {
  const client = useQueryClient()
  const call = useMutation({
    mutationFn: act,
    onSuccess: ({ message }) => {
      notify.success(done ?? message)
      void client.invalidateQueries()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={title}
      onClose={() => {
        if (!call.isPending) onClose()
      }}
      buttons={
        <>
          <Button variant="default" data-autofocus disabled={call.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={call.isPending} onClick={() => call.mutate()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <Text>{text}</Text>
      {call.isError && (
        <Alert color="red" role="alert" mt="sm">
          {toApiError(call.error).errMessage}
        </Alert>
      )}
    </ConfirmDialog>
  )
}

interface AskFirstProps {
  title: string
  text: string
  act: () => Promise<{ message: string }>
  /** Shown instead of the server's message. */
  done?: string
  onClose: () => void
}
