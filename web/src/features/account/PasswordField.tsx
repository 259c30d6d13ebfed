// A password input that can show its text.
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { messages } from './messages'

export function PasswordField(props: TextInputProps) {
  const [shown, setShown] = useState(false)
  const { show, showCharacters, hide, hideCharacters } = messages.account
  return (
    <TextInput
      size="md"
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      aria-required
      autoCapitalize="off"
      rightSectionWidth={72}
      rightSection={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={shown ? hideCharacters : showCharacters}
          onClick={() => setShown(!shown)}
        >
          {shown ? hide : show}
        </Button>
      }
      {...props}
    />
  )
}
