// Erases an account: lists what is deleted and what stays, and asks for the email to prevent
// mistakes.
import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { erasePerson } from '@/shared/api/queries/backOffice'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { notify } from '@/shared/ui/notify'
import { words } from './messages'

export function EraseDialog({ user, onClose, onErased }: EraseDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { form, props, sending, failure } = useApiForm({
    initialValues: { email: '' },
    validate: {
      email: (text) =>
        text.trim().toLowerCase() === user.email.toLowerCase() ? null : words.eraseOther,
    },
    send: () => erasePerson(user._id),
    onDone: ({ message }) => {
      notify.success(message)
      void client.invalidateQueries()
      if (onErased) onErased()
      // From the page or the form to the list.
      else navigate(pathname.replace(/(\/edit)?\/[^/]+$/, ''))
    },
  })
  return (
    <Modal
      opened
      onClose={sending ? () => undefined : onClose}
      title={<Text fw={650}>{words.erase}</Text>}
      centered
      withCloseButton={false}
    >
      <form {...props}>
        <Stack>
          <List fz="sm" spacing="xs">
            <List.Item>{words.eraseGoes}</List.Item>
            <List.Item>{words.eraseStays}</List.Item>
          </List>
          <TextInput
            label={words.eraseType(user.email)}
            aria-required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          {failure && (
            <Alert color="red" role="alert">
              {failure.errMessage}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={sending} onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" color="red.9" loading={sending}>
              {words.eraseNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface EraseDialogProps {
  user: User
  onClose: () => void
  /** Called instead of returning to the list. */
  onErased?: () => void
}
