// The field for a two-factor code: digits from the app, or a recovery code, for which phones must
// show letters.
import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { useRef, useState } from 'react'

export const codeTexts = {
  intro: (email: string) => `One more step for ${email}.`,
  code: 'Code',
  codeHint: 'The 6-digit code for Sabi in your authenticator app.',
  recovery: 'Recovery code',
  recoveryHint: 'One of the codes you saved. Each works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  required: 'Code is required',
  another: 'Use another account',
}

export function CodeField({ appOnly = false, ...rest }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [recovery, setRecovery] = useState(false)
  const change = () => {
    setRecovery(!recovery)
    input.current?.focus()
  }
  return (
    <div>
      <TextInput
        ref={input}
        label={recovery ? codeTexts.recovery : codeTexts.code}
        description={recovery ? codeTexts.recoveryHint : codeTexts.codeHint}
        aria-required
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="off"
        spellCheck={false}
        {...rest}
      />
      {!appOnly && (
        <Anchor component="button" type="button" fz="sm" mt={8} onClick={change}>
          {recovery ? codeTexts.useApp : codeTexts.useRecovery}
        </Anchor>
      )}
    </div>
  )
}

interface CodeFieldProps extends TextInputProps {
  /** Recovery codes are not accepted here. */
  appOnly?: boolean
}
