// The texts of the contact form.
import { common } from '@/shared/i18n/common'

const contact = {
  contactUs: 'Contact Us',
  contactLead:
    'Do you have a question or a problem? Do you want Sabi for your school? Write to us. A real person reads every message.',
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
  byMailText: 'We reply to the email address you enter here, so please check it.',
}

export const messages = { common, contact }
