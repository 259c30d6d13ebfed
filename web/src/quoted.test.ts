// Every text that the specification quotes of what people may get wrong and are told (sections 5
// and 8 of the public site and of the journey, with the texts of sections 2, 4 and 9 to which
// they refer) is spelt to the letter in a catalogue of ours or in a message of the server.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** By document and section. `{…}` is what varies; `…` at the end, that more may follow. */
const quoted: Record<string, string[]> = {
  '1 §2': [
    'Please Wait...',
    'Page Not Found',
    'Coming Soon',
    'Why Choose Us',
    'Achieve Your Goal',
    'Account Activation',
    'Account activated successfully',
    'Password updated successfully',
    'Profile updated successfully',
    'Logout successfully.',
    'Frequently Asked Questions',
    'No FAQs available at the moment.',
    'Contact Us Success',
    'Thanks for contacting us, we will get back to you soon.',
    'Select Exam Type',
    'Show Video Guide',
    'Please select exam type to proceed',
    'Mock Performance Tracker',
  ],
  '1 §4': [
    'Your account is not yet activated, please activate it from your email account or contact adminstrator.',
    'Your account is blocked.',
    'Your account is suspended.',
    'You are not allowed to login here.',
    'Your account is not active or blocked.',
  ],
  '1 §5': [
    'Email is required',
    'Email is invalid',
    'Password is required',
    'Please accept terms and condtion',
    'First name is required',
    'Last name is required',
    'Mobile no must be at least 10 digits',
    'Mobile no is required',
    'Subject is required',
    'Message is required',
    'Invalid Mathematical Equation',
  ],
  '1 §8': [
    'Login Error',
    'Invalid email or password',
    'Unauthorised access',
    'Entered email already exist, please try another.',
    'An error occurred while activating your account.',
    'Error loading user',
    'Subscribe Newsletter',
    'Thanks for subscribing our newsletter.',
    'Error fetching FAQs',
    'No records found',
  ],
  '2 §2': [
    'Choose Exam Type',
    'No exam types available',
    'Please select an exam type to proceed',
    'No universities found',
    'Please select a university to proceed',
    'No subscription plans available',
    'You have not subscribed to any exam yet',
    'Upgrade Plan',
    'Subscribe At',
    'Expiration Date',
    'No categories available',
    'Subjects not found',
    'Proceed for Test',
    'Customize Test',
    'Go To Exam',
    'Instruction for Candidates',
    'Start Mock',
    'MCQ',
    'SUBJECTIVE',
    'Mark for Review',
    'Submit Test',
    'View Answer',
    'Hide Answer',
    'View Result',
    'View Corrections',
    '{exam} Mock Performance',
  ],
  '2 §4': [
    'Subjects Registered',
    'Subjects Already Changed',
    'Time up, your exam is submitting forcefully!!!',
    'Test has been cancelled',
    'Copying is disabled!',
    'Right-click is disabled!',
    'Are you sure you want to close?',
  ],
  '2 §5': [
    'Please choose a subscription plan',
    'You have an existing higher subscription plan',
    'Please select a category to proceed',
    'Please select a course type to proceed',
    'Please select mode of assessment to proceed',
    'You have reached the maximum limit ({n}) of selected subjects…',
    'Please select at least one subject to proceed',
    'Please select subject(s) before proceeding!',
    'Please select at least one new subject to proceed',
    'Subject already exists',
    'Please select at least one subject',
    'You have reached maximun limit ({n}) subject for this exam',
    'Please agree to the terms',
    'Please select subject',
    'Question not available for year {year}',
    'Question available for subject(s) {titles} for YEAR {year}',
    'Question not available for this subject',
    'Please select time',
    'Please select at least one topic to proceed',
    'Do you really want to submit your answer. We recommend you to review your answer before submitting it',
    'You have not answered any questions, your test will be cancelled. do you really want to cancel?',
    'Please review and grade all questions to submit',
  ],
  '2 §8': [
    'Failed to fetch user subscription',
    "Payment couldn't be completed ({message})",
    'You have cancelled the payment',
    'Subscription id {id} missing',
    'Subscription plan subscribed successfully',
    'Subject registered successfully',
    'Result successfully submitted',
    'Result graded successfully',
    "Your result is under consideration, you'll receive a notification on decleration",
    'There are no data to be displayed',
  ],
  '2 §9': [
    'No Attempt / Very Poor Attempt',
    'Appropriate Methodology',
    'Moderate Work Accuracy',
    'High Work Accuracy',
    'Appropriate Methodology + Excellent Work Accuracy + Correct Final Answer',
  ],
}

const texts = [...catalogued(), ...ofTheServer()].map(alike)
const every = Object.entries(quoted).flatMap(([of, all]) =>
  all.map((text): [string, string] => [of, text]),
)

it.each(every)('%s: %s', (_, text) => {
  const wanted = alike(text.replace('…', ''))
  const found = texts.some((one) =>
    text.endsWith('…') ? one.startsWith(wanted) : one === wanted || one === `${wanted}.`,
  )
  expect(found).toBe(true)
})

/** Whatever varies is called alike. */
function alike(text: string): string {
  return text.replace(/\{[^{}]*\}/g, '{}')
}

/** All texts of the catalogues. */
function catalogued(): string[] {
  const all = import.meta.glob<Record<string, unknown>>('./**/*.en.ts', { eager: true })
  return Object.values(all).flatMap(textsOf)
}

function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return [words(...Array(words.length).fill('{}'))]
  return Object.values(words as object).flatMap(textsOf)
}

/** All texts between quotes in the server's source. */
function ofTheServer(): string[] {
  return ['../core/src', '../api/src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.rs'))
      .flatMap((name) => literals(readFileSync(path.join(folder, name), 'utf8'))),
  )
}

function literals(source: string): string[] {
  // Comments, characters and raw texts are passed over: quotes stand in those too.
  const tokens = /\/\/.*|'(?:\\.|[^\\'])'|r(#+)"[\s\S]*?"\1|"((?:[^"\\]|\\[\s\S])*)"/g
  return [...source.matchAll(tokens)].flatMap(([, , text]) =>
    text === undefined ? [] : [text.replace(/\\\r?\n\s*/g, '').replace(/\\(["'\\])/g, '$1')],
  )
}
