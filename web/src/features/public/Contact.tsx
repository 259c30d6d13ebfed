// /contact-us: the way to the people behind the site (spec 1 §2).
import { Alert, Button } from '@mantine/core'
import { LifeBuoy, MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '@/shared/api/errors'
import { useFormKey } from '@/shared/api/ids'
import { sendContact } from '@/shared/api/queries/site'
import { textsOf, tryStorage } from '@/shared/device/tryStorage'
import { useApiForm } from '@/shared/forms/useApiForm'
import { paths } from '@/shared/paths'
import { lazyPart } from '@/shared/ui/lazyPart'
import { PlainField } from '@/shared/ui/PlainField'
import type { ContactSentProps } from './ContactSent'
import { SitePage } from './SitePage'
import styles from './site.module.css'

export const contactTexts = {
  contactUs: 'Contact Us',
  contactLead:
    'Have a question or a problem? Want Sabi for your school? Write to us. A real person reads every message.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobileNo: 'Mobile number',
  subject: 'Subject',
  message: 'Message',
  send: 'Send message',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  mobileRequired: 'Mobile no is required',
  mobileShort: 'Mobile no must be at least 10 digits',
  subjectRequired: 'Subject is required',
  messageRequired: 'Message is required',
  notSent: 'Your message was not sent.',
  contactSuccess: 'Contact Us Success',
  contactThanks: 'Thanks for contacting us, we will get back to you soon.',
  close: 'Close',
  quickAnswers: 'Quick answers',
  quickAnswersText: 'We have answered the questions that students ask most.',
  readFaqs: 'Read the FAQs',
  byMail: 'We answer by email',
  byMailText: 'We reply to the email address you enter here, so make sure it is correct.',
}

export function Contact() {
  return (
    <SitePage title={contactTexts.contactUs} lead={contactTexts.contactLead} wide>
      <div className={styles.contact}>
        <ContactForm />
        <aside>
          <div>
            <LifeBuoy size={24} aria-hidden />
            <div>
              <h2>{contactTexts.quickAnswers}</h2>
              <p>{contactTexts.quickAnswersText}</p>
              <Button component={Link} to={paths.faqs} variant="default" size="xs">
                {contactTexts.readFaqs}
              </Button>
            </div>
          </div>
          <div>
            <MailCheck size={24} aria-hidden />
            <div>
              <h2>{contactTexts.byMail}</h2>
              <p>{contactTexts.byMailText}</p>
            </div>
          </div>
        </aside>
      </div>
    </SitePage>
  )
}

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

/** The contact form (spec 1 §5). What is typed stays in this tab until it is sent. */
function ContactForm() {
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

  const problem = failure && whyNot(failure, contact.unplaced)
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
      {problem && (
        <Alert color="red" role="alert" title={contactTexts.notSent} mb="md">
          {problem}
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

// A message that is being written, kept for this tab alone: on a shared phone it goes with it.

const key = 'sabi.contact'

const empty = { firstName: '', lastName: '', email: '', mobileNo: '', subject: '', message: '' }

type ContactValues = typeof empty

/** What was typed and not sent. */
function readDraft(): ContactValues {
  const text = tryStorage(() => sessionStorage.getItem(key))
  return { ...empty, ...textsOf(text) }
}

function keepDraft(values: ContactValues): void {
  const isEmpty = Object.values(values).every((text) => text === '')
  tryStorage(() =>
    isEmpty ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(values)),
  )
}

/** It was sent: an empty form stands there again. */
function forgetDraft(): ContactValues {
  keepDraft(empty)
  return empty
}
