// Login, with two pages: students at /login, administrators at /admin/login.
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { login } from '@/shared/api/queries/account'
import { resendActivation } from '@/shared/api/queries/registration'
import { keepOfflinePage } from '@/shared/device/install'
import { useFlow } from '@/shared/flow/useFlow'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { preloadScreen } from '@/shared/lazy/lazyScreen'
import { paths } from '@/shared/paths'
import { startSession } from '@/shared/session/session'
import { hasEndedUnasked } from '@/shared/session/state'
import { useSession } from '@/shared/session/useSession'
import { CodeField, codeTexts } from '@/shared/ui/CodeField'
import { focusNow, takeFocus } from '@/shared/ui/focus'
import { loginTexts } from './messages'
import { checkEmail, failureWords, landing, PasswordField, useLoginState } from './signIn'

const preloadDashboard = () => preloadScreen(paths.dashboard)

export function StudentLogin() {
  const state = useLoginState()
  const exam = useExam()
  const forExam = exam !== undefined
  return (
    <LoginForm
      title={loginTexts.logIn}
      intro={forExam ? loginTexts.forExam(exam) : loginTexts.logInIntro}
      forgot={paths.forgotPassword}
      // Most who come from an exam have no account yet.
      first={
        forExam && (
          <Button component={Link} to={paths.register} state={state} size="md">
            {loginTexts.register}
          </Button>
        )
      }
    >
      {!forExam && (
        <Text fz="sm">
          {loginTexts.newHere}{' '}
          <Anchor component={Link} inherit underline="always" to={paths.register} state={state}>
            {loginTexts.register}
          </Anchor>
        </Text>
      )}
    </LoginForm>
  )
}

/** The exam that a visitor chose on the way here. */
function useExam(): string | undefined {
  const { exam, registered } = useLoginState()
  const chosen = useFlow(({ ofVisitor, examName }) => (ofVisitor ? examName : undefined))
  // Whoever has just registered only logs in now.
  return registered === undefined ? (exam ?? chosen) : undefined
}

export function AdminLogin() {
  return (
    <LoginForm
      title={loginTexts.adminLogin}
      intro={loginTexts.adminIntro}
      forgot={paths.adminForgotPassword}
      area="admin"
    >
      <Text fz="sm" c="dimmed">
        {loginTexts.student}{' '}
        <Anchor component={Link} inherit underline="always" to={paths.login}>
          {loginTexts.logInHere}
        </Anchor>
      </Text>
    </LoginForm>
  )
}

/** Marks a redirect after a login: an unknown address below /admin then leads to the dashboard. */
const landed = { landed: true }

function LoginForm({ title, intro, forgot, area, first, children }: LoginFormProps) {
  const session = useSession((store) => store.session)
  const { from, registered, email = registered } = useLoginState()
  // Whether the password was correct and a code is required; null after returning from the code.
  const [codeAsked, setCodeAsked] = useState<boolean | null>(false)
  const signIn = useApiForm({
    initialValues: { email: email ?? '', password: '', otp: '' },
    validate: {
      email: checkEmail,
      password: (text) => (text ? null : loginTexts.passwordRequired),
      otp: (text) => (codeAsked && !text.trim() ? codeTexts.required : null),
    },
    send: ({ email, password, otp }) =>
      login({ email: email.trim(), password, ...(codeAsked && { otp: otp.trim() }), door: area }),
    onDone: startSession,
    onFailed: ({ reason, errMessage }) => {
      if (reason === 'second-factor') setCodeAsked(true)
      if (reason === 'wrong-code') form.setFieldError('otp', errMessage)
      if (reason === 'bad-credentials') setCodeAsked(false)
    },
  })
  const { form } = signIn
  useEffect(keepOfflinePage, [])

  if (session.is === 'in') {
    return <Navigate to={landing(session.user.role, from)} state={landed} replace />
  }

  const useAnother = () => {
    signIn.reset()
    form.setValues({ password: '', otp: '' })
    setCodeAsked(null)
  }
  const failure = signIn.failure && wordsFor(signIn.failure, area)
  const typed = form.values.email.trim()
  return (
    <form {...signIn.props} onFocus={area === undefined ? preloadDashboard : undefined}>
      <title>{`${title} · Sabi`}</title>
      <Stack gap="md">
        <div>
          <Title order={1} tabIndex={-1} ref={takeFocus}>
            {title}
          </Title>
          <Text c="dimmed">{codeAsked ? codeTexts.intro(typed) : intro}</Text>
        </div>
        {!codeAsked && first}
        {failure && (
          <Alert color="red" title={loginTexts.loginFailedTitle} role="alert">
            {failure}
            {['blocked', 'suspended'].includes(signIn.failure?.reason ?? '') && (
              <>
                {' '}
                <Anchor component={Link} to={paths.contactUs} inherit underline="always">
                  {loginTexts.contactUs}
                </Anchor>
              </>
            )}
          </Alert>
        )}
        {/* Beside the alert: its own announcements would be read twice inside. */}
        {failure && signIn.failure?.reason === 'inactive' && area === undefined && (
          <ResendActivation email={typed} key={typed} />
        )}
        {!failure && registered && (
          <>
            <Alert title={loginTexts.lookIntoMail}>{loginTexts.linkSentTo(registered)}</Alert>
            <ResendActivation email={registered} />
          </>
        )}
        {!failure && !registered && hasEndedUnasked(session) && (
          <Alert color="sun" role="status">
            {common.expired}
          </Alert>
        )}
        {codeAsked ? (
          <CodeField size="md" autoFocus {...form.getInputProps('otp')} />
        ) : (
          <>
            <TextInput
              label={loginTexts.email}
              aria-required
              type="email"
              autoComplete="username"
              inputMode="email"
              size="md"
              // Focused after returning from the code.
              ref={codeAsked === null ? focusNow : undefined}
              {...form.getInputProps('email')}
            />
            <PasswordField
              label={loginTexts.password}
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
            <Anchor component={Link} to={forgot} state={{ from, email: typed }} fz="sm">
              {loginTexts.forgot}
            </Anchor>
          </>
        )}
        <Button
          type="submit"
          size="md"
          variant={first && !codeAsked ? 'default' : 'filled'}
          loading={signIn.sending}
        >
          {loginTexts.submit}
        </Button>
        {codeAsked ? (
          <Button variant="subtle" disabled={signIn.sending} onClick={useAnother}>
            {codeTexts.another}
          </Button>
        ) : (
          children
        )}
      </Stack>
    </form>
  )
}

interface LoginFormProps {
  title: string
  intro: string
  /** The path of the password recovery. */
  forgot: string
  area?: 'admin'
  /** What stands above the form, and is likelier. */
  first?: React.ReactNode
  children: React.ReactNode
}

/** The text of the alert (spec 1 §4 and §8); null if the inputs already show the error. */
export function wordsFor(error: ApiError, area?: 'admin'): string | null {
  if (area === 'admin' && ['inactive', 'blocked', 'suspended'].includes(error.reason)) {
    return loginTexts.adminNotActive
  }
  switch (error.reason) {
    case 'inactive':
      return loginTexts.inactive
    case 'blocked':
      return loginTexts.blocked
    case 'suspended':
      return loginTexts.suspended
    case 'not-allowed':
      return loginTexts.notAllowed
    // The code's field shows it.
    case 'second-factor':
    case 'wrong-code':
      return null
  }
  // The server's message for anonymous callers does not explain a failed login (spec 1 §8).
  if (error.status === 401) return loginTexts.loginFailed
  if (error.status === 422 && Object.keys(error.fields).length > 0) return null
  return failureWords(error) || loginTexts.loginFailed
}

/** Requests the activation mail again for a known address. */
function ResendActivation({ email }: { email: string }) {
  const call = useMutationOnce({ mutationFn: () => resendActivation(email) })
  const message = call.isError ? failureWords(toApiError(call.error)) : call.data?.message
  return (
    <div>
      <Text fz="sm" role="status">
        {message}
      </Text>
      {!call.isSuccess && (
        <Button variant="default" size="xs" loading={call.isPending} onClick={() => call.mutate()}>
          {loginTexts.resend}
        </Button>
      )}
    </div>
  )
}
