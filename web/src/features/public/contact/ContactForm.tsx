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
import { contactTexts } from './messages'

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
      firstName: required(contactTexts.firstNameRequired),
      lastName: required(contactTexts.lastNameRequired),
      email: checkEmail,
      mobileNo: checkMobile,
      subject: required(contactTexts.subjectRequired),
      message: required(contactTexts.messageRequired),
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
          title={contactTexts.contactSuccess}
          text={contactTexts.contactThanks}
          close={contactTexts.close}
          onClose={() => {
            setSent(false)
            contact.props.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
          }}
        />
      )}
      {said && (
        <Alert color="red" role="alert" title={contactTexts.notSent} mb="md">
          {said}
        </Alert>
      )}
      <div className={styles.pairs}>
        <PlainField
          label={contactTexts.firstName}
          autoComplete="given-name"
          {...form.getInputProps('firstName')}
        />
        <PlainField
          label={contactTexts.lastName}
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
        <PlainField
          label={contactTexts.email}
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PlainField
          label={contactTexts.mobileNo}
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('mobileNo')}
        />
      </div>
      <PlainField label={contactTexts.subject} {...form.getInputProps('subject')} />
      <PlainField label={contactTexts.message} lines={7} {...form.getInputProps('message')} />
      <Button type="submit" size="md" loading={contact.sending}>
        {contactTexts.send}
      </Button>
    </form>
  )
}

function checkEmail(text: string): string | null {
  const email = text.trim()
  if (!email) return contactTexts.emailRequired
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : contactTexts.emailInvalid
}

function checkMobile(text: string): string | null {
  const number = text.trim()
  if (!number) return contactTexts.mobileRequired
  return number.length < 10 ? contactTexts.mobileShort : null
}

/** What the inputs do not say themselves. */
function whyNot(failure: ApiError, unplaced: string[]): string | null {
  if (Object.keys(failure.fields).length > 0) return unplaced.join(' ') || null
  return failure.errMessage
}
