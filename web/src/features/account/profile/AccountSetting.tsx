// The student's password, data export, and account deletion (spec 1 §2).
import { Button, Stack, Text, Title } from '@mantine/core'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { changePassword, exportMe } from '@/shared/api/queries/registration'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatDay } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { focusNow } from '@/shared/ui/focus'
import { lazyPart } from '@/shared/ui/lazyPart'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { saveFile } from '@/shared/ui/share'
import { ErrorState, Loader } from '@/shared/ui/states'
import { loginTexts } from '../messages'
import { checkPassword, failureWords, PasswordField } from '../signIn'
import type { EraseFormProps } from './EraseForm'
import { accountSettingTexts } from './messages'

const EraseForm = lazyPart<EraseFormProps>(
  () => import('./EraseForm').then((m) => m.EraseForm),
  ({ again }) => <ErrorState onRetry={again} />,
)

const OwnSessions = lazyPart(
  () => import('@/shared/session/OwnSessions').then((m) => m.OwnSessions),
  ({ again }) => <ErrorState onRetry={again} />,
  () => <Loader />,
)

export function AccountSetting() {
  return (
    <Page title={accountSettingTexts.title} width={640}>
      <Stack gap="lg">
        <Section
          title={accountSettingTexts.changePassword}
          text={accountSettingTexts.changePasswordText}
        >
          <PasswordForm />
        </Section>
        <OwnSessions />
        <Section title={accountSettingTexts.yourData} text={accountSettingTexts.yourDataText}>
          <Export />
        </Section>
        <Section title={accountSettingTexts.eraseTitle} text={accountSettingTexts.eraseText}>
          <Erase />
        </Section>
      </Stack>
    </Page>
  )
}

function PasswordForm() {
  const navigate = useNavigate()
  const email = useUser()?.email
  const { form, props, sending } = useApiForm({
    initialValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
    validate: {
      newPassword: checkPassword,
      confirmPassword: (again, { newPassword }) =>
        again === newPassword ? null : loginTexts.passwordsDiffer,
    },
    send: changePassword,
    onDone: ({ message }) => {
      notify.success(message)
      return navigate(paths.profile)
    },
    onFailed: (error) => {
      if (Object.keys(error.fields).length === 0) notify.error(failureWords(error))
    },
  })
  return (
    <form {...props}>
      <Stack gap="md">
        {/* Tells the password manager which account this is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          label={accountSettingTexts.oldPassword}
          autoComplete="current-password"
          {...form.getInputProps('oldPassword')}
        />
        <PasswordField
          label={loginTexts.newPassword}
          description={loginTexts.passwordRules}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          label={loginTexts.confirmPassword}
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
        <Button type="submit" loading={sending}>
          {accountSettingTexts.update}
        </Button>
      </Stack>
    </form>
  )
}

function Export() {
  const call = useMutationOnce({
    mutationFn: exportMe,
    onSuccess: (data) => {
      const day = formatDay(new Date().toISOString())
      const text = JSON.stringify(data, null, 2)
      saveFile(`sabi-my-data-${day}.json`, new Blob([text], { type: 'application/json' }))
      notify.success(accountSettingTexts.exported)
    },
    onError: (thrown) => notify.error(failureWords(toApiError(thrown))),
  })
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={call.isPending}
      onClick={() => call.mutate()}
    >
      {accountSettingTexts.export}
    </Button>
  )
}

/** Needs two steps: opening the form, and the password. */
function Erase() {
  const [open, setOpen] = useState<boolean | null>(null)
  if (open) return <EraseForm onCancel={() => setOpen(false)} />
  return (
    <Button
      variant="light"
      color="red"
      onClick={() => setOpen(true)}
      // Focused when the form was closed.
      ref={open === false ? focusNow : undefined}
    >
      {accountSettingTexts.erase}
    </Button>
  )
}

function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text c="dimmed" mb="md">
        {text}
      </Text>
      {children}
    </Panel>
  )
}

interface SectionProps {
  title: string
  text: string
  children: React.ReactNode
}
