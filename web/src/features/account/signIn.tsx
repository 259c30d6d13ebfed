// What the screens before login share: where they lead, how they check and answer, and their
// password input.

import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ApiError } from '@/shared/api/errors'
import { formatMinutes } from '@/shared/i18n/format'
import { isAdminPath, paths } from '@/shared/paths'
import { loginTexts } from './messages'

/** The navigation state that the login screens share. */
interface LoginState {
  /** Where the visitor was going when the guard redirected them to the login. */
  from?: unknown
  /** The exam whose page or questions the visitor came from. */
  exam?: string
  /** What the visitor got right of the questions to try, to be kept in the account. */
  score?: string
  /** The address that was just registered and needs activation. */
  registered?: string
  /** The address typed on the previous screen. */
  email?: string
}

export const useLoginState = (): LoginState => (useLocation().state ?? {}) as LoginState

const loginPaths = /^(\/admin)?\/(login|forgot-password|reset-password)\b/

/** The first page of a new session: where the visitor was going, if the role may go there. */
export function landing(role: string, from: unknown): string {
  const admin = role !== 'user'
  // Login pages are not valid targets.
  const isLoginPath = typeof from === 'string' && loginPaths.test(from)
  const own =
    !isLoginPath && typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  if (own && isAdminPath(from.split('?')[0] ?? '') === admin) return from
  return admin ? paths.admin : paths.dashboard
}

/** The server's message; after too many attempts, when to try again. */
export function failureWords({ errMessage, status, retryAfter }: ApiError): string {
  if (status !== 429 || !retryAfter) return errMessage
  return loginTexts.tryAgainIn(formatMinutes(Math.ceil(retryAfter / 60)))
}

/** Validates an address before the server is asked (spec 1 §5). */
export function checkEmail(text: string): string | null {
  const email = text.trim()
  if (!email) return loginTexts.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : loginTexts.emailInvalid
}

/** Validates a new password's length as the server does; its other rules are the server's alone. */
export function checkPassword(text: string): string | null {
  if (!text) return loginTexts.passwordRequired
  const { length } = [...text.normalize('NFKC')]
  return length < 8 || length > 128 ? loginTexts.passwordLength : null
}

/** A password input that can show its text. */
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
