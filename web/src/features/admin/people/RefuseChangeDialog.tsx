// Declines a student's change request, with a reason for the student.
import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { refuseSubjectsChange } from '@/shared/api/queries/backOffice'
import type { Registration } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { FormDialog } from '../ui/FormDialog'
import { peopleTexts } from './messages'
import { nameOf } from './person'

export function RefuseChangeDialog({ registration, onClose }: RefuseChangeDialogProps) {
  const client = useQueryClient()
  const { _id, version, student, subjectsUpdate } = registration
  const { form, failure, ...sent } = useApiForm({
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
    <FormDialog
      title={peopleTexts.refuseTitle}
      submit={peopleTexts.refuse}
      color="red"
      form={sent}
      error={failure !== null && !form.errors.reason && failure.errMessage}
      onClose={onClose}
    >
      <Text fz="sm">
        {peopleTexts.refuseAbout(
          nameOf(student),
          subjectsUpdate.map(({ title }) => title).join(', '),
        )}
      </Text>
      <Textarea
        label={peopleTexts.refuseReason}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

interface RefuseChangeDialogProps {
  registration: Registration
  onClose: () => void
}
