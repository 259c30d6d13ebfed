// A password input that can show its text, and the length of new passwords.
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { loginTexts } from './messages'

/** Validates a new password's length as the server does; its other rules are the server's alone. */
export function checkPassword(text: string): string | null {
  if (!text) return loginTexts.passwordRequired
  const { length } = [...text.normalize('NFKC')]
  return length < 8 || length > 128 ? loginTexts.passwordLength : null
}

export function PasswordField(props: TextInputProps) {
  const [shown, setShown] = useState(false)
  const { show, showCharacters, hide, hideCharacters } = loginTexts
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
