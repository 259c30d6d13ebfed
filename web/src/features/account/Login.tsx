// Sign-in, with its two doors: students at /login, administrators at /admin/login.
import '@mantine/core/styles/PasswordInput.layer.css'
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link, Navigate, useLocation } from 'react-router'
import type { ApiError } from '@/api/errors'
import { login } from '@/api/queries/account'
import { formatMinutes } from '@/i18n/format'
import { isAdminPath, paths } from '@/paths'
import { startSession } from '@/shell/session'
import { useApiForm } from '@/shell/useApiForm'
import { useSession } from '@/stores/session'
import { messages } from './messages'

const words = messages.account

export function StudentLogin() {
  return (
    <LoginForm title={words.logIn} intro={words.logInIntro}>
      <Text fz="sm" c="dimmed">
        {words.administrator}{' '}
        <Anchor component={Link} to={paths.adminLogin}>
          {words.logInHere}
        </Anchor>
      </Text>
    </LoginForm>
  )
}

export function AdminLogin() {
  return (
    <LoginForm title={words.adminLogin} intro={words.adminIntro} door="admin">
      <Text fz="sm" c="dimmed">
        {words.student}{' '}
        <Anchor component={Link} to={paths.login}>
          {words.logInHere}
        </Anchor>
      </Text>
    </LoginForm>
  )
}

function LoginForm({ title, intro, door, children }: LoginFormProps) {
  const { status, user, expired } = useSession()
  const from = useLocation().state?.from as unknown
  const signIn = useApiForm({
    initialValues: { email: '', password: '' },
    validate: { email: checkEmail, password: (text) => (text ? null : words.passwordRequired) },
    send: ({ email, password }) => login({ email: email.trim(), password, door }),
    onDone: startSession,
  })
  const { form } = signIn

  if (status === 'in' && user) return <Navigate to={landing(user.role, from)} replace />

  const failure = signIn.failure && wordsFor(signIn.failure, door)
  return (
    <form {...signIn.props}>
      <title>{`${title} · Sabi`}</title>
      <Stack gap="md">
        <div>
          <Title order={1}>{title}</Title>
          <Text c="dimmed">{intro}</Text>
        </div>
        {failure && (
          <Alert color="red" title={words.loginFailedTitle} role="alert">
            {failure}
          </Alert>
        )}
        {!failure && expired && (
          <Alert color="sun" role="status">
            {messages.common.expired}
          </Alert>
        )}
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': words.showCharacters, tabIndex: 0 }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={signIn.sending}>
          {words.submit}
        </Button>
        {children}
      </Stack>
    </form>
  )
}

interface LoginFormProps {
  title: string
  intro: string
  door?: 'admin'
  children: React.ReactNode
}

function checkEmail(text: string): string | null {
  const email = text.trim()
  if (!email) return words.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : words.emailInvalid
}

/** What the alert says (spec 1 §4 and §8); nothing where the inputs already say it. */
export function wordsFor(error: ApiError, door?: 'admin'): string | null {
  if (door === 'admin' && ['inactive', 'blocked', 'suspended'].includes(error.reason)) {
    return words.adminNotActive
  }
  switch (error.reason) {
    case 'inactive':
      return words.inactive
    case 'blocked':
      return words.blocked
    case 'suspended':
      return words.suspended
    case 'not-allowed':
      return words.notAllowed
  }
  // The server's word for an anonymous caller is no answer to a sign-in (spec 1 §8).
  if (error.status === 401) return words.loginFailed
  if (error.status === 422 && Object.keys(error.fields).length > 0) return null
  if (error.status === 429 && error.retryAfter) {
    return words.tryAgainIn(error.errMessage, formatMinutes(Math.ceil(error.retryAfter / 60)))
  }
  return error.errMessage || words.loginFailed
}

/** Where a new session begins: where the visitor was going, when the role may go there. */
export function landing(role: string, from: unknown): string {
  const admin = role === 'admin'
  const own = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  if (own && isAdminPath(from.split('?')[0] ?? '') === admin) return from
  return admin ? paths.admin : paths.dashboard
}
