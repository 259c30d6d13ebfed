// Password recovery: requesting the mail, and choosing a new password through its link (spec 1 §2).
// Both screens return to the login page of students or of administrators. And the activation of an
// account through the link in its mail.
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import {
  type Area,
  activationQuery,
  forgotPassword,
  resendActivation,
  resetLinkQuery,
  resetPassword,
} from '@/shared/api/queries/registration'
import { useApiForm } from '@/shared/forms/useApiForm'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { loadSession, startSession } from '@/shared/session/session'
import { getSession } from '@/shared/session/useSession'
import { takeFocus } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Loader } from '@/shared/ui/states'
import styles from './account.module.css'
import { loginTexts } from './messages'
import {
  checkEmail,
  checkPassword,
  failureWords,
  landing,
  PasswordField,
  useLoginState,
} from './signIn'

export const recoveryTexts = {
  forgotTitle: 'Forgot Password',
  forgotIntro: 'Enter your email and we will send you a link to choose a new password.',
  sendEmail: 'Send Email',
  sentMore:
    'It works for 30 minutes. If it does not arrive in a few minutes, check your spam folder.',
  resetTitle: 'Reset Password',
  resetIntro: 'Choose a new password. All your devices will be logged out.',
  checking: 'Checking your link…',
  deadIntro: 'A link works once, for 30 minutes. Only the newest one we sent you works.',
  update: 'Update Password',
  newLink: 'Ask for a new link',
}

/** The texts of account activation. */
export const activationTexts = {
  title: 'Account Activation',
  waiting: 'Please wait while your account is being activated.',
  failed: 'An error occurred while activating your account.',
  used: 'You can use this link once, within 7 days. If you have already used it, your account is active. Just log in.',
  send: 'Send a new link',
}

export const ForgotPassword = () => <Forgot area={undefined} />
export const AdminForgotPassword = () => <Forgot area="admin" />
export const ResetPassword = () => <Reset area={undefined} />
export const AdminResetPassword = () => <Reset area="admin" />

const loginAt = (area: Area) => (area === 'admin' ? paths.adminLogin : paths.login)
const forgotAt = (area: Area) =>
  area === 'admin' ? paths.adminForgotPassword : paths.forgotPassword

function Forgot({ area }: { area: Area }) {
  const { from, email = '' } = useLoginState()
  const [sent, setSent] = useState<string | null>(null)
  const { form, props, sending } = useApiForm({
    initialValues: { email },
    validate: { email: checkEmail },
    send: (values) => forgotPassword(values.email.trim(), area),
    onDone: ({ message }) => setSent(message),
    onFailed: (error) => {
      setSent(null)
      form.setErrors({ email: error.fields.email ?? failureWords(error) })
    },
  })
  return (
    <form {...props}>
      <Screen title={recoveryTexts.forgotTitle} intro={recoveryTexts.forgotIntro}>
        <div role="status">
          {sent && !sending && (
            // The surrounding element announces it.
            <Alert title={sent} mb={0} role="none">
              {recoveryTexts.sentMore}
            </Alert>
          )}
        </div>
        <TextInput
          label={loginTexts.email}
          aria-required
          type="email"
          autoComplete="username"
          inputMode="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={sending}>
          {recoveryTexts.sendEmail}
        </Button>
        <Anchor
          component={Link}
          to={loginAt(area)}
          state={{ from, email: form.values.email.trim() }}
          fz="sm"
        >
          {loginTexts.backToLogin}
        </Anchor>
      </Screen>
    </form>
  )
}

function Reset({ area }: { area: Area }) {
  const { token = '' } = useParams()
  const link = useQuery(resetLinkQuery(token))
  if (link.isPending) {
    return (
      <Screen title={recoveryTexts.resetTitle} intro={recoveryTexts.checking}>
        <Loader />
      </Screen>
    )
  }
  // Other errors do not mean that the link is invalid; the form will find out.
  const dead = link.isError ? toApiError(link.error).fields.token : undefined
  return dead ? <DeadLink why={dead} area={area} /> : <NewPassword token={token} area={area} />
}

function DeadLink({ why, area }: { why: string; area: Area }) {
  return (
    <Screen title={recoveryTexts.resetTitle} intro={recoveryTexts.deadIntro}>
      <Alert color="red" role="alert">
        {why}
      </Alert>
      <Button component={Link} to={forgotAt(area)} size="md">
        {recoveryTexts.newLink}
      </Button>
      <Anchor component={Link} to={loginAt(area)} fz="sm">
        {loginTexts.backToLogin}
      </Anchor>
    </Screen>
  )
}

function NewPassword({ token, area }: { token: string; area: Area }) {
  const navigate = useNavigate()
  const { form, props, sending, failure, unplaced } = useApiForm({
    initialValues: { password: '', confirm_password: '' },
    validate: {
      password: checkPassword,
      confirm_password: (text, { password }) =>
        text === password ? null : loginTexts.passwordsDiffer,
    },
    send: (values) => resetPassword(token, values, area),
    onDone: async ({ message }) => {
      notify.success(message)
      // The account's sessions have ended, possibly including this browser's.
      if (getSession().is === 'in') await loadSession()
      return navigate(loginAt(area), { replace: true })
    },
  })
  // An invalid link is an error of the token, which has no input.
  const [dead] = unplaced
  const other = failure && Object.keys(failure.fields).length === 0 ? failureWords(failure) : null
  return (
    <form {...props}>
      <Screen title={recoveryTexts.resetTitle} intro={recoveryTexts.resetIntro}>
        {(dead ?? other) && (
          <Alert color="red" role="alert">
            {dead ?? other}{' '}
            {dead && (
              <Anchor component={Link} to={forgotAt(area)} inherit underline="always">
                {recoveryTexts.newLink}
              </Anchor>
            )}
          </Alert>
        )}
        <PasswordField
          label={loginTexts.newPassword}
          description={loginTexts.passwordRules}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={loginTexts.confirmPassword}
          autoComplete="new-password"
          {...form.getInputProps('confirm_password')}
        />
        <Button type="submit" size="md" loading={sending}>
          {recoveryTexts.update}
        </Button>
        <Anchor component={Link} to={loginAt(area)} fz="sm">
          {loginTexts.backToLogin}
        </Anchor>
      </Screen>
    </form>
  )
}

function Screen({ title, intro, children }: ScreenProps) {
  return (
    <Stack gap="md">
      <title>{`${title} · Sabi`}</title>
      <div>
        <Title order={1} tabIndex={-1} ref={takeFocus}>
          {title}
        </Title>
        <Text c="dimmed">{intro}</Text>
      </div>
      {children}
    </Stack>
  )
}

interface ScreenProps {
  title: string
  intro: string
  children: ReactNode
}

/**
 * The target of the activation mail's link (spec 1 §2): uses it up. The browser that registered is
 * logged in by it; any other continues at the login.
 */
export function ActivateAccount() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  // Starting the session empties the query cache; the link must not be requested again then.
  const [isDone, setDone] = useState(false)
  const call = useQuery({ ...activationQuery(id), enabled: !isDone })
  const { data: done } = call
  if (done !== undefined && !isDone) setDone(true)

  useEffect(() => {
    if (done === undefined) return
    notify.success(done.message)
    if (done.user) {
      startSession(done.user)
      void navigate(landing(done.user.role, undefined), { replace: true })
    } else {
      void navigate(paths.login, { replace: true, state: { email: done.email } })
    }
  }, [done, navigate])

  const error = call.isError ? toApiError(call.error) : null
  return (
    <Stack gap="md">
      <title>{`${activationTexts.title} · Sabi`}</title>
      <div className={styles.banner}>
        <MailCheck size={28} aria-hidden />
        <Title order={1} tabIndex={-1} ref={takeFocus}>
          {activationTexts.title}
        </Title>
      </div>
      {error === null || call.isFetching ? (
        <Loader label={activationTexts.waiting} />
      ) : (
        <Failed error={error} again={() => void call.refetch()} />
      )}
      <Anchor component={Link} to={paths.login} fz="sm">
        {loginTexts.backToLogin}
      </Anchor>
    </Stack>
  )
}

function Failed({ error, again }: { error: ApiError; again: () => void }) {
  const dead = error.fields.token
  // A failed request can be retried; an invalid link cannot.
  return (
    <>
      <Alert color="red" role="alert">
        {dead ?? failed(error)}
      </Alert>
      {dead === undefined ? <Button onClick={again}>{common.retry}</Button> : <NewLink />}
    </>
  )
}

function failed(error: ApiError): string {
  const wordless = ['unknown', 'unexpected'].includes(error.reason)
  return wordless ? activationTexts.failed : failureWords(error)
}

function NewLink() {
  const [sent, setSent] = useState<string | null>(null)
  const { form, props, sending } = useApiForm({
    initialValues: { email: '' },
    validate: { email: checkEmail },
    send: ({ email }) => resendActivation(email.trim()),
    onDone: ({ message }) => {
      setSent(message)
      form.reset()
    },
    onFailed: (error) => {
      setSent(null)
      form.setErrors({ email: error.fields.email ?? failureWords(error) })
    },
  })
  return (
    <form {...props}>
      <Stack gap="md">
        <Text>{activationTexts.used}</Text>
        <TextInput
          label={loginTexts.email}
          aria-required
          type="email"
          autoComplete="email"
          inputMode="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={sending}>
          {activationTexts.send}
        </Button>
        <Text role="status">{sent}</Text>
      </Stack>
    </form>
  )
}
