// Registration (spec 1 §2). Everything except the passwords is kept in this tab until the account
// is created, so that visiting another page loses nothing.
import { Anchor, Button, Input, Stack, Text, TextInput, Title } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { register } from '@/shared/api/queries/registration'
import { textsOf, tryStorage } from '@/shared/device/tryStorage'
import { useApiForm } from '@/shared/forms/useApiForm'
import { fill } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useSession } from '@/shared/session/useSession'
import { Disclosure } from '@/shared/ui/Disclosure'
import { takeFocus } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import styles from './account.module.css'
import { loginTexts } from './messages'
import { checkBirth, DetailFields, emptyPerson, NameFields, profileOf } from './person/PersonFields'
import {
  checkEmail,
  checkPassword,
  failureWords,
  landing,
  PasswordField,
  useLoginState,
} from './signIn'

export const registerTexts = {
  title: 'Register',
  intro: 'Quick and free.',
  backHome: 'Back to Home',
  keepScore: 'We will keep this score.',
  needed: 'Starred fields are required.',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  countryRequired: 'Country is required',
  more: 'Add more (optional)',
  agree: 'I accept the {terms} and the {privacy}.',
  terms: 'terms and conditions',
  privacy: 'privacy policy',
  newTab: '(opens in a new tab)',
  acceptTerms: 'Please accept terms and condtion',
  taken: 'Entered email already exist, please try another.',
  submit: 'Register',
  registered: 'Already registered?',
  logIn: 'Log in',
}

// An unsent registration, kept in this tab because phones with little memory unload pages behind
// other apps. It never contains passwords.

const KEY = 'sabi.register'

const draft = {
  read: () => textsOf(tryStorage(() => sessionStorage.getItem(KEY))),
  keep: (values: Record<string, string>) =>
    tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(values))),
  forget: () => tryStorage(() => sessionStorage.removeItem(KEY)),
}

const empty = { ...emptyPerson, email: '', password: '', confirm_password: '', accepted: false }
/** The fields behind "Add more". */
const details = ['nationality', 'mobile_code', 'mobile_number', 'gender', 'dob'] as const
const needed = (message: string) => (text: string) => (text.trim() ? null : message)

export function Register() {
  const navigate = useNavigate()
  const session = useSession((store) => store.session)
  const state = useLoginState()
  const { form, props, sending } = useApiForm({
    initialValues: { ...empty, ...draft.read() },
    validate: {
      first_name: needed(registerTexts.firstNameRequired),
      last_name: needed(registerTexts.lastNameRequired),
      nationality: needed(registerTexts.countryRequired),
      email: checkEmail,
      dob: checkBirth,
      password: checkPassword,
      confirm_password: (text, { password }) =>
        text === password ? null : loginTexts.passwordsDiffer,
      accepted: (accepted) => (accepted ? null : registerTexts.acceptTerms),
    },
    send: ({ accepted: _, email, password, confirm_password, ...person }) =>
      register({ ...profileOf(person), email: email.trim(), password, confirm_password }),
    onDone: ({ message, user: made }) => {
      draft.forget()
      notify.success(message)
      return navigate(paths.login, { state: { ...state, registered: made.email } })
    },
    onFailed: (error) => {
      if (error.body.code === 11000) form.setFieldError('email', registerTexts.taken)
      else if (Object.keys(error.fields).length === 0) notify.error(failureWords(error))
    },
  })
  const { values, errors } = form
  const [isOpen, setOpen] = useState(false)
  const isWrong = details.some((name) => errors[name])

  useEffect(() => {
    const { password: _, confirm_password: _confirm, accepted: _accepted, ...kept } = values
    draft.keep(kept)
  }, [values])

  if (session.is === 'in') return <Navigate to={landing(session.user.role, state.from)} replace />

  const page = (pageUrl: string, name: string) => (
    <Anchor
      href={paths.page(pageUrl)}
      underline="always"
      target="_blank"
      aria-label={`${name} ${registerTexts.newTab}`}
    >
      {name}
    </Anchor>
  )
  return (
    <form {...props} data-wide>
      <title>{`${registerTexts.title} · Sabi`}</title>
      <Stack gap="md">
        <div>
          <Button
            component={Link}
            to={paths.home}
            variant="subtle"
            size="compact-sm"
            ml={-8}
            mb="xs"
            leftSection={<ArrowLeft size={16} aria-hidden />}
          >
            {registerTexts.backHome}
          </Button>
          <Title order={1} tabIndex={-1} ref={takeFocus}>
            {registerTexts.title}
          </Title>
          <Text c="dimmed">
            {registerTexts.intro} {registerTexts.needed}
          </Text>
          {state.score && (
            <Text fw={600} mt="xs">
              {state.score} {registerTexts.keepScore}
            </Text>
          )}
        </div>
        <NameFields field={(name) => form.getInputProps(name)} />
        <TextInput
          label={loginTexts.email}
          withAsterisk
          aria-required
          type="email"
          autoComplete="email"
          inputMode="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={loginTexts.password}
          description={loginTexts.passwordRules}
          withAsterisk
          aria-required
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={loginTexts.confirmPassword}
          withAsterisk
          aria-required
          autoComplete="new-password"
          {...form.getInputProps('confirm_password')}
        />
        <Disclosure
          name={registerTexts.more}
          open={isOpen || isWrong}
          onToggle={() => setOpen(!isOpen)}
        >
          <DetailFields
            values={values}
            field={(name) => form.getInputProps(name)}
            set={(name, value) => form.setFieldValue(name, value)}
            required
          />
        </Disclosure>
        <div>
          <label className={styles.terms}>
            <input
              type="checkbox"
              required
              aria-invalid={Boolean(errors.accepted)}
              aria-describedby={errors.accepted ? 'terms-error' : undefined}
              {...form.getInputProps('accepted', { type: 'checkbox', withError: false })}
            />
            <span>
              {fill(registerTexts.agree, {
                terms: page('terms-conditions', registerTexts.terms),
                privacy: page('privacy-policy', registerTexts.privacy),
              })}
            </span>
          </label>
          {errors.accepted && <Input.Error id="terms-error">{errors.accepted}</Input.Error>}
        </div>
        <Button type="submit" size="md" loading={sending}>
          {registerTexts.submit}
        </Button>
        <Text fz="sm">
          {registerTexts.registered}{' '}
          <Anchor
            component={Link}
            inherit
            underline="always"
            to={paths.login}
            state={{ ...state, email: values.email.trim() }}
          >
            {registerTexts.logIn}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
