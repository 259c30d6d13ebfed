// A password, which can be looked at while it is typed.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { messages } from '../messages'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': messages.admin.showPassword }}
    // By itself the input says to nobody that it is wrong, and the cursor does not find it.
    aria-invalid={props.error ? true : undefined}
    {...props}
  />
)
