// A super admin sets somebody's password; it ends their sessions.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { setPassword } from '@/shared/api/queries/backOffice'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { messages as kit } from '../resource/messages'
import { PasswordField } from '../ui/PasswordField'
import { words } from './messages'

export function PasswordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { form, props, sending } = useApiForm({
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
    <Modal
      opened
      onClose={sending ? () => undefined : onClose}
      title={<Text fw={650}>{words.setPassword}</Text>}
      centered
      withCloseButton={false}
    >
      <form {...props}>
        <Stack>
          <Text fz="sm">{words.setPasswordHint}</Text>
          <PasswordField
            label={words.newPassword}
            aria-required
            autoComplete="new-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={sending} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={sending}>
              {words.savePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
