// The target of the activation mail's link (spec 1 §2): uses it up. The browser that registered is
// signed in by it; any other continues at the login.
import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { activationQuery, resendActivation } from '@/shared/api/queries/registration'
import { useApiForm } from '@/shared/forms/useApiForm'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { startSession } from '@/shared/session/session'
import { takeFocus } from '@/shared/ui/focus'
import { Loader } from '@/shared/ui/Loader'
import { notify } from '@/shared/ui/notify'
import styles from './account.module.css'
import { activationTexts } from './activationMessages'
import { loginTexts } from './messages'
import { checkEmail, failureWords, landing } from './signIn'

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
