// Declines a student's change request, with a reason for the student.
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { refuseSubjectsChange } from '@/shared/api/queries/backOffice'
import type { Registration } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { words } from './messages'
import { nameOf } from './nameOf'

export function RefuseChangeDialog({ registration, onClose }: RefuseChangeDialogProps) {
  const client = useQueryClient()
  const { _id, version, student, subjectsUpdate } = registration
  const { form, props, sending, failure } = useApiForm({
    initialValues: { reason: '' },
    send: ({ reason }) => refuseSubjectsChange(_id, { reason, version }),
    onDone: ({ message }) => {
      notify.success(message)
      void client.invalidateQueries()
      onClose()
    },
    // Somebody else has decided meanwhile: the page shows the current state.
    onFailed: ({ status }) => {
      if (status === 409) void client.invalidateQueries()
    },
  })
  return (
    <Modal
      opened
      onClose={sending ? () => undefined : onClose}
      title={<Text fw={650}>{words.refuseTitle}</Text>}
      centered
      withCloseButton={false}
    >
      <form {...props}>
        <Stack>
          <Text fz="sm">
            {words.refuseAbout(
              nameOf(student),
              subjectsUpdate.map(({ title }) => title).join(', '),
            )}
          </Text>
          <Textarea
            label={words.refuseReason}
            autosize
            minRows={3}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          {failure && !form.errors.reason && (
            <Text c="red" fz="sm" role="alert">
              {failure.errMessage}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={sending} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" color="red" loading={sending}>
              {words.refuse}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface RefuseChangeDialogProps {
  registration: Registration
  onClose: () => void
}
