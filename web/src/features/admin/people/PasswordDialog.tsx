// A super admin sets somebody's password; it ends their sessions.
import { Text } from '@mantine/core'
import { setPassword } from '@/shared/api/queries/backOffice'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { messages as kit } from '../resource/messages'
import { FormDialog } from '../ui/FormDialog'
import { PasswordField } from '../ui/PasswordField'
import { words } from './messages'

export function PasswordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { form, ...sent } = useApiForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text ? null : kit.required(words.newPassword)) },
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
    <FormDialog title={words.setPassword} submit={words.savePassword} form={sent} onClose={onClose}>
      <Text fz="sm">{words.setPasswordHint}</Text>
      <PasswordField
        label={words.newPassword}
        aria-required
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
