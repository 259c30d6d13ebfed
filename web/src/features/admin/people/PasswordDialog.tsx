// A super admin sets somebody's password; it ends their sessions.
import { Text } from '@mantine/core'
import { setPassword } from '@/shared/api/queries/backOffice'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { resourceTexts } from '../resource/messages'
import { FormDialog } from '../ui/FormDialog'
import { PasswordField } from '../ui/PasswordField'
import { peopleTexts } from './messages'

export function PasswordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { form, ...sent } = useApiForm({
    initialValues: { password: '' },
    validate: {
      password: (text) => (text ? null : resourceTexts.required(peopleTexts.newPassword)),
    },
    send: ({ password }) => setPassword(id, password),
    onDone: ({ message }) => {
      notify.success(message)
      onClose()
    },
    onFailed: ({ errMessage, fields }) => {
      if (fields.password === undefined) form.setFieldError('password', errMessage)
    },
  })
  return (
    <FormDialog
      title={peopleTexts.setPassword}
      submit={peopleTexts.savePassword}
      form={sent}
      onClose={onClose}
    >
      <Text fz="sm">{peopleTexts.setPasswordHint}</Text>
      <PasswordField
        label={peopleTexts.newPassword}
        aria-required
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
