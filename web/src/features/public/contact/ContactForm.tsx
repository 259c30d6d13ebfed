// The contact form (spec 1 §5). What is typed stays in this tab until it is sent.
import { Alert, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ApiError } from '@/shared/api/errors'
import { sendContact } from '@/shared/api/queries/site'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useFormKey } from '@/shared/forms/useFormKey'
import { lazyPart } from '@/shared/ui/lazyPart'
import { PlainField } from '@/shared/ui/PlainField'
import styles from '../site.module.css'
import type { ContactSentProps } from './ContactSent'
import { type ContactValues, forgetDraft, keepDraft, readDraft } from './draft'
import { messages } from './messages'

const words = messages.contact

const SentDialog = lazyPart<ContactSentProps>(
  () => import('./ContactSent').then((m) => m.ContactSent),
  // Without its code the words are said in the page.
  ({ title, text }) => (
    <Alert role="status" title={title} mb="md">
      {text}
    </Alert>
  ),
)

const required = (message: string) => (text: string) => (text.trim() ? null : message)

export function ContactForm() {
  const [isSent, setSent] = useState(false)
  const [initialValues] = useState(readDraft)
  const key = useFormKey()
  const contact = useApiForm<ContactValues, unknown>({
    initialValues,
    validate: {
      firstName: required(words.firstNameRequired),
      lastName: required(words.lastNameRequired),
      email: checkEmail,
      mobileNo: checkMobile,
      subject: required(words.subjectRequired),
      message: required(words.messageRequired),
    },
    send: (values) => sendContact(values, key.current()),
    onDone: () => {
      key.renew()
      form.setValues(forgetDraft())
      setSent(true)
    },
  })
  const { form, failure } = contact
  useEffect(() => keepDraft(form.values), [form.values])

  const said = failure && whyNot(failure, contact.unplaced)
  return (
    <form {...contact.props} className={styles.form}>
      {isSent && (
        <SentDialog
          title={words.contactSuccess}
          text={words.contactThanks}
          close={words.close}
          onClose={() => {
            setSent(false)
            contact.props.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
          }}
        />
      )}
      {said && (
        <Alert color="red" role="alert" title={words.notSent} mb="md">
          {said}
        </Alert>
      )}
      <div className={styles.pairs}>
        <PlainField
          label={words.firstName}
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <PlainField
          label={words.lastName}
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
        <PlainField
          label={words.email}
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PlainField
          label={words.mobileNo}
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('mobileNo')}
        />
      </div>
      <PlainField label={words.subject} {...form.getInputProps('subject')} />
      <PlainField label={words.message} lines={7} {...form.getInputProps('message')} />
      <Button type="submit" size="md" loading={contact.sending}>
        {words.send}
      </Button>
    </form>
  )
}

function checkEmail(text: string): string | null {
  const email = text.trim()
  if (!email) return words.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : words.emailInvalid
}

function checkMobile(text: string): string | null {
  const number = text.trim()
  if (!number) return words.mobileRequired
  return number.length < 10 ? words.mobileShort : null
}

/** What the inputs do not say themselves. */
function whyNot(failure: ApiError, unplaced: string[]): string | null {
  if (Object.keys(failure.fields).length > 0) return unplaced.join(' ') || null
  return failure.errMessage
}
