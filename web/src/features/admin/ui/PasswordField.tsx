// A password input that can show its text.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { adminTexts } from '../messages'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': adminTexts.showPassword }}
    // Mantine's input does not set this itself, for assistive technology and for focusing the first
    // error.
    aria-invalid={props.error ? true : undefined}
    {...props}
  />
)
