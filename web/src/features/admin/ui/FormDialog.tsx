// The frame of a small form in a dialog, which cannot be closed while the form is being sent, and a
// password input.
import {
  Alert,
  Button,
  Group,
  Modal,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  Text,
} from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { adminTexts, resourceTexts } from '../messages'

export function FormDialog({
  title,
  submit,
  color,
  form,
  error,
  disabled = false,
  careful = false,
  onClose,
  children,
}: FormDialogProps) {
  const { props, sending } = form
  return (
    <Modal
      opened
      onClose={sending ? () => undefined : onClose}
      title={<Text fw={650}>{title}</Text>}
      centered
      withCloseButton={false}
    >
      <form noValidate {...props}>
        <Stack>
          {children}
          {error && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button
              variant="default"
              disabled={sending}
              onClick={onClose}
              {...(careful && { 'data-autofocus': true })}
            >
              {resourceTexts.cancel}
            </Button>
            <Button type="submit" color={color} disabled={disabled} loading={sending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface FormDialogProps {
  title: string
  /** The text of the button that sends the form. */
  submit: string
  /** The colour of that button. */
  color?: string | undefined
  /** The attributes of the form, and whether it is being sent; `useApiForm` gives both. */
  form: { props: ComponentProps<'form'>; sending: boolean }
  /** A failure that belongs to no field. */
  error?: string | false | undefined
  /** Whether there is nothing to send. */
  disabled?: boolean
  /** Whether the button that closes the dialog has the focus at first. */
  careful?: boolean
  onClose: () => void
  children: ReactNode
}

/** A password input that can show its text. */
export function PasswordField(props: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const toggle = shown ? adminTexts.hidePassword : adminTexts.showPassword
  return (
    <PasswordInput
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': toggle }}
      // Mantine's input does not set this itself, for assistive technology and for focusing the
      // first error.
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  )
}
