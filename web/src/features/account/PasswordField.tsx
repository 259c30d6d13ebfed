// A password, which can be looked at while it is typed.
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { messages } from './messages'

export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': messages.account.showCharacters, tabIndex: 0 }}
      {...props}
    />
  )
}
