// Deletes the account: what is deleted, what stays, and the password.
import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { eraseMe } from '@/shared/api/queries/registration'
import { forgetAllOf } from '@/shared/attempt/keptAnswers'
import { useApiForm } from '@/shared/forms/useApiForm'
import { paths } from '@/shared/paths'
import { leaveSession } from '@/shared/session/endSession'
import { useUserId } from '@/shared/session/useSession'
import { focusNow } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { loginTexts } from '../messages'
import { failureWords, PasswordField } from '../signIn'
import { eraseTexts } from './messages'

export function EraseForm({ onCancel }: EraseFormProps) {
  const navigate = useNavigate()
  const user = useUserId()
  const title = useId()
  // Ends the session after this screen is unmounted, because its guard would redirect to the login.
  const afterwards = useRef<() => void>(undefined)
  useEffect(() => () => afterwards.current?.(), [])
  const { form, props, sending } = useApiForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text ? null : loginTexts.passwordRequired) },
    send: ({ password }) => eraseMe(password),
    onDone: async ({ message }) => {
      afterwards.current = () => {
        leaveSession()
        notify.success(message)
        if (user !== undefined) void forgetAllOf(user)
      }
      await navigate(paths.home, { replace: true })
    },
    onFailed: (error) => {
      form.setErrors({ password: error.fields.password ?? failureWords(error) })
    },
  })
  return (
    <form {...props} aria-labelledby={title}>
      <Stack gap="md">
        <Title order={3} id={title} tabIndex={-1} ref={focusNow} style={{ outline: 'none' }}>
          {eraseTexts.eraseSure}
        </Title>
        <Consequences
          title={eraseTexts.goes}
          items={[eraseTexts.goesYou, eraseTexts.goesWords, eraseTexts.goesPlans]}
        />
        <Consequences
          title={eraseTexts.stays}
          items={[eraseTexts.staysResults, eraseTexts.staysPayments]}
        />
        <Text>{eraseTexts.forEver}</Text>
        <PasswordField
          label={eraseTexts.yourPassword}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" color="red.9" loading={sending}>
          {eraseTexts.eraseNow}
        </Button>
        <Button variant="default" disabled={sending} onClick={onCancel}>
          {eraseTexts.keepAccount}
        </Button>
      </Stack>
    </form>
  )
}

export interface EraseFormProps {
  onCancel: () => void
}

function Consequences({ title, items }: { title: string; items: string[] }) {
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
