// Every text that the specification quotes for mistakes and messages (sections 5 and 8 of the three
// documents, with the texts of sections 2, 4 and 9 to which they refer) is spelt exactly so in one
// of our catalogues, in the declaration of an entity or in a message of the server, under a name
// that is used.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { resources } from '@/features/admin/resources'

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
  '3 §2': [
    'Send Email',
    'Profile',
    'Logout',
    '© 2020–{year}…',
    'Confirm to submit',
    'Are you sure to do this.',
    'Yes',
    'No',
    'No data deleted',
    'Page Not Found',
    'Home',
    'Active',
    'InActive',
    'Question',
    'Answer',
    'Status',
    'Action',
    'Edit…',
    'Delete…',
    '+ Add FAQ',
    'No records found',
    'Select All',
    'Subject',
    'Icon',
    'Exam',
    'University',
    'There are no data to be displayed',
    'Sr No',
    'Year',
    'Total Questions',
    'Topic and Sections',
    'View',
    'Sr',
    'Linked',
    'Yes - {group}',
    'Add Question',
    'Import Questions',
    'Download Import Sample',
    'Detailed Answer',
    'No Update Request',
  ],
  '3 §4': [
    'Maximum mandetory subjects limit exceeded',
    'You are not allowed to login here.',
    'Your account is not active or blocked.',
  ],
  '3 §5': [
    'Please select valid image.',
    'Please select valid logo.',
    'Please select at least 1 course',
    'select university image',
    'Please select atleast one correct answer.',
    'Invalid file type. Please upload an Excel file.',
    'Please enter required fields:…',
    'Title',
    'Please enter reply message.',
    'Please select at least one subject.',
    'You have reached maximun limit ({n}) subject for this exam',
    'Question field is required',
    'Question cannot exceed 500 characters',
    'Answer field is required',
    'Please fix the validation errors',
  ],
  '3 §8': [
    'Entered email already exist, please try another.',
    'Unauthorised access',
    'Banner successfully added.',
    'Banner updated successfully',
    'Banner deleted successfully',
    'User successfully added.',
    'User updated successfully',
    'User deleted successfully',
    'Student successfully added.',
    'Student updated successfully',
    'Student deleted successfully',
    'Home content updated successfully',
    'Page updated successfully',
    'Email template updated successfully',
    'Category successfully added.',
    'Category updated successfully',
    'Category deleted successfully',
    'Exam successfully added.',
    'Exam updated successfully',
    'university successfully added.',
    'university updated successfully',
    'University deleted successfully',
    'Subscription successfully added.',
    'Subscription updated successfully',
    'Subscription deleted successfully',
    'Assessment successfully added.',
    'Assessment updated successfully',
    'Course successfully added.',
    'Course updated successfully',
    'Course deleted successfully',
    'Subject successfully added.',
    'Subject updated successfully',
    'Subject deleted successfully',
    'Topic successfully added.',
    'Topic updated successfully',
    'Topic deleted successfully',
    'Question Subject successfully added.',
    'Subject year successfully update.',
    'Topic section deleted successfully',
    'Question successfully added.',
    'Question updated successfully',
    'Question deleted successfully',
    'Question imported successfully',
    'Theory successfully added.',
    'Theory updated successfully',
    'Theory deleted successfully',
    'News successfully added.',
    'News updated successfully',
    'News deleted successfully',
    'Advice successfully added.',
    'Advice updated successfully',
    'Advice deleted successfully',
    'Instruction successfully added.',
    'Instruction updated successfully',
    'Message replied successfully.',
    'Contact us deleted successfully',
    'Subscribe Newsletter deleted successfully',
    'Testimonial successfully added',
    'Testimonial updated successfully',
    'Testimonial deleted successfully',
    'FAQ successfully added.',
    'FAQ was successfully updated.',
    'FAQ deleted successfully',
    'Logout successfully.',
  ],
}

const modules = import.meta.glob<Record<string, unknown>>('/src/**/*.{ts,tsx}')

/** Texts that stand in the file of the component which shows them. */
const textObjects = /^export const \w+Texts = \{$[\s\S]*?^\}/gm

const texts = [...(await catalogued()), ...declared(), ...ofTheServer()].map(alike)
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

/** Placeholders all get the same name. */
function alike(text: string): string {
  return text.replace(/\{[^{}]*\}/g, '{}')
}

/** The texts of the web app whose names are used somewhere else too. */
async function catalogued(): Promise<string[]> {
  const files = sources('src', /(?<!\.test)\.tsx?$/)
  const isCatalogue = ({ name }: Source) => /essages\.ts$|i18n\/common\.ts$/.test(name)
  const others = files.filter((file) => !isCatalogue(file))
  const used = wordsOf(
    others.map(({ name, source }) => ({ name, source: source.replace(textObjects, '') })),
  )
  const texts = (named: RegExp, of: Source[]) =>
    of.map(async ({ name }) =>
      Object.entries((await modules[`/${name}`]?.()) ?? {})
        .filter(([key, one]) => named.test(key) && typeof one === 'object')
        .flatMap(([, words]) => textsOf(words, used)),
    )
  const all = await Promise.all([
    ...texts(/./, files.filter(isCatalogue)),
    ...texts(
      /Texts$/,
      others.filter(({ source }) => source.match(textObjects)),
    ),
  ])
  return all.flat()
}

/**
 * The texts of a catalogue, or of a part of it; texts that only one of its lists uses belong to
 * that list.
 */
function textsOf(words: unknown, used: Set<string>): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return [words(...Array(words.length).fill('{}'))]
  return Object.entries(words as object).flatMap(([name, more]) =>
    // Keys that differ only in a number are named by their common part.
    Array.isArray(words) || used.has(name) || used.has(name.replace(/\d+$/, ''))
      ? textsOf(more, used)
      : [],
  )
}

/** The texts of the declared entities, all of which are shown by the generic screens. */
function declared(): string[] {
  return resources
    .flatMap(({ texts, columns, fields }) => [
      ...Object.values<string | undefined>({ ...texts }),
      ...columns.map(({ title }) => title),
      ...Object.values(fields).flatMap((field) => [
        field.label,
        field.missing,
        'invalid' in field ? field.invalid : undefined,
      ]),
    ])
    .filter((text) => text !== undefined)
}

/** All texts between quotes in the server's source, but for its tests and the messages that nothing names. */
function ofTheServer(): string[] {
  const all = ['../core/src', '../api/src'].flatMap((folder) => sources(folder, /\.rs$/))
  const ours = all.filter(({ name }) => !/\btests\b/.test(name))
  const used = wordsOf(ours.filter(({ name }) => !name.endsWith('/messages.rs')))
  return ours.flatMap(({ name, source }) => {
    const code = source.split('#[cfg(test)]\nmod ')[0] ?? ''
    if (!name.endsWith('/messages.rs')) return literals(code)
    const items = code.split(/^pub (?=const|fn)/m)
    return items.flatMap((item) =>
      used.has(/^(?:const|fn) (\w+)/.exec(item)?.[1] ?? '') ? literals(item) : [],
    )
  })
}

interface Source {
  name: string
  source: string
}

function sources(folder: string, named: RegExp): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => named.test(name))
    .map((name) => ({
      name: path.join(folder, name),
      source: readFileSync(path.join(folder, name), 'utf8'),
    }))
}

/** The string literals of a program. */
function wordsOf(files: Source[]): Set<string> {
  return new Set(files.flatMap(({ source }) => source.match(/\w+/g) ?? []))
}

function literals(source: string): string[] {
  // Comments, characters and raw strings are skipped: they contain quotes too.
  const tokens = /\/\/.*|'(?:\\.|[^\\'])'|r(#+)"[\s\S]*?"\1|"((?:[^"\\]|\\[\s\S])*)"/g
  return [...source.matchAll(tokens)].flatMap(([, , text]) =>
    text === undefined ? [] : [text.replace(/\\\r?\n\s*/g, '').replace(/\\(["'\\])/g, '$1')],
  )
}
