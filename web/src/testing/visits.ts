// Every screen of visitors and students as data: its address, the calls it makes when opened, and
// the calls it makes when a button is pressed.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import type { FlowChoices } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { examChoice, registration, subscription, waec } from './data'
import { jamb as jambExam } from './enrolment'
import { failure } from './fakeApi'
import { half } from './world'

type Text = string | RegExp

export interface Visit {
  path: string
  visitor?: boolean
  flow?: Partial<FlowChoices>
  /** A text on the screen once this call was answered. */
  reads?: Record<string, Text>
  /** Calls without which the screen is complete: it shows texts of its own instead. */
  beside?: string[]
  /** Answers that differ from those of the world; a function where they change. */
  world?: Record<string, unknown>
  /** What must be opened first. */
  open?: () => Promise<unknown>
  /** Stands on the screen when nothing went wrong, where no call is needed for it. */
  shows?: Text
  /** The button that asks again. */
  again?: Text
  acts?: Act[]
}

interface Act {
  /** The call that its press makes. */
  call: string
  /** Fills in what must be there. */
  fill?: () => Promise<unknown>
  /** What is pressed: a button, or whatever makes the call again. */
  press: Text | (() => Promise<unknown>)
  /** The message when it fails, if it is not the server's. */
  says?: Text
  /** Nobody waits for the answer: the action is done all the same. */
  quiet?: boolean
  /** For a quiet one, what the screen says if the server was not reached. */
  unreached?: string
  /** The typed values by label: they stay. */
  typed?: Record<string, string>
  /** Stands on the screen when it was done. */
  done: Text
}

const type = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    // The footer has its own address field.
    const [field] = await screen.findAllByLabelText(new RegExp(`^${label}`))
    await userEvent.type(field as HTMLElement, text)
  }
}
/** Presses a button once it can be: it cannot while it still waits for what it asked before. */
export async function press(name: Act['press']) {
  if (typeof name === 'function') return name()
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name }))
}
/** Chooses an option that is not chosen yet, and sends at once what would wait to be sent. */
async function choose() {
  const radios = await screen.findAllByRole('radio', { checked: false })
  await userEvent.click(radios[0] as HTMLElement)
  window.dispatchEvent(new Event('online'))
}
/** Submits the test, or again where that is still being tried. */
async function submit() {
  const back = screen.queryByRole('button', { name: 'Return to the test' })
  if (back) await userEvent.click(back)
  await press('Submit Test')
  await press('Yes, submit (Y)')
}
/** The day that the exam was given last. */
let day: string | null = null

const pick = async (name: Text) => userEvent.click(await screen.findByRole('radio', { name }))
const tick = async (name: Text) => userEvent.click(await screen.findByRole('checkbox', { name }))
/** An act of a form whose fields are filled in by their labels. */
const form = (call: string, button: Text, typed: Record<string, string>, done: Text): Act => ({
  call,
  press: button,
  typed,
  fill: () => type(typed),
  done,
})

const login = { Email: 'student@sabi.test', Password: 'Kano-mango-41' }
const newPassword = { 'New password': 'Kano-mango-41', 'Confirm password': 'Kano-mango-41' }
const exams = 'GET /me/exams'
/** A day that an exam may be on, as people type it. */
const soon = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('en-GB')
const jamb: Partial<FlowChoices> = {
  examId: 'jamb',
  examSlug: 'jamb-utme',
  examName: 'JAMB UTME',
  maximumSubjects: 3,
  examinationType: 'objective',
  examType: 'objective',
  universityId: null,
  userSubscription: 'sub-jamb',
  categoryId: 'k1',
  categoryName: 'Sciences',
  courseId: 'c1',
}
const practice: Partial<FlowChoices> = {
  ...jamb,
  assessmentId: 'm2',
  assessmentName: 'Practice',
  assessmentSlug: 'practice',
}
const set: Partial<FlowChoices> = {
  ...practice,
  RegSubjects: [{ id: 's1', title: 'Mathematics' }],
  subjectName: 'Mathematics',
  year: 2019,
  questionCount: 40,
  timeDuration: 30,
  selectedTopics: [],
}
const mock: Partial<FlowChoices> = {
  ...practice,
  assessmentId: 'm3',
  assessmentName: 'Mock',
  assessmentSlug: 'mock',
  agreedExam: 'jamb',
}
const toStart = () => screen.findByRole('button', { name: 'Start' })
const plans = {
  [exams]: 'Subscription plans',
  'GET /get-subscriptions/jamb': /Monthly/,
}

const visitors: Visit[] = [
  {
    path: '/',
    reads: { 'GET /exam-types': 'WASSCE', 'GET /get-news-list': 'The dates are out' },
    beside: [
      'GET /admin/banners',
      'GET /try',
      'GET /admin/home-setting',
      'GET /get-testimonials',
      'GET /site-links',
    ],
  },
  { path: '/exams/jamb-utme', reads: { 'GET /exam-types/jamb-utme': 'Use of English' } },
  { path: '/try/jamb-utme', reads: { 'GET /try/jamb-utme': 'Visitors are asked 0' } },
  {
    path: '/news',
    reads: { 'GET /get-news-list': 'The dates are out' },
    acts: [
      {
        call: 'POST /admin/subscribenewsletter/add',
        fill: () => type({ Email: 'ada@sabi.test' }),
        press: 'Subscribe',
        // The answer must not reveal whether the address has an account (spec 1 §8).
        quiet: true,
        done: 'Thanks for subscribing our newsletter.',
        unreached: common.offline,
      },
    ],
  },
  { path: '/news/n1', reads: { 'GET /get-news-detail/n1': /begins on Monday/ } },
  { path: '/faqs', reads: { 'GET /faqs': 'Is it free?' } },
  { path: '/pages/terms', reads: { 'GET /page/terms': 'Be fair.' } },
  {
    path: '/contact-us',
    shows: 'Quick answers',
    acts: [
      form(
        'POST /admin/contactus/add',
        'Send message',
        {
          'First name': 'Ada',
          'Last name': 'Obi',
          Email: 'ada@sabi.test',
          'Mobile number': '08030000000',
          Subject: 'WASSCE',
          Message: 'When is it?',
        },
        /get back to you soon/,
      ),
    ],
  },
  {
    path: '/login',
    shows: 'New to Sabi?',
    acts: [form('POST /login', 'Login', login, 'Dashboard')],
  },
  {
    path: '/login',
    shows: 'New to Sabi?',
    world: { 'POST /login': failure(403, 'inactive', 'Your account is InActive') },
    acts: [
      {
        call: 'POST /activate-account/resend',
        fill: async () => {
          await type(login)
          await press('Login')
        },
        press: 'Send the link again',
        done: 'Sent.',
      },
    ],
  },
  {
    path: '/admin/login',
    shows: 'Admin login',
    acts: [form('POST /login', 'Login', login, 'Dashboard')],
  },
  {
    path: '/register',
    open: async () => userEvent.click(await screen.findByRole('combobox', { name: /^Country/ })),
    reads: { 'GET /country': 'Nigeria' },
    acts: [
      {
        call: 'POST /register',
        press: 'Register',
        typed: { 'First name': 'Ada', 'Last name': 'Obi', Email: 'ada@sabi.test' },
        fill: async () => {
          await userEvent.click(await screen.findByText('Nigeria'))
          await type({ 'First name': 'Ada', 'Last name': 'Obi', Email: 'ada@sabi.test' })
          await type({ Password: 'Kano-mango-41', 'Confirm password': 'Kano-mango-41' })
          await tick(/I accept/)
        },
        done: /We sent a link to/,
      },
    ],
  },
  { path: '/activate-account/abc', reads: { 'GET /activate-account/abc': 'Account activated' } },
  {
    path: '/activate-account/abc',
    shows: 'That link is used up.',
    beside: ['GET /activate-account/abc'],
    world: {
      'GET /activate-account/abc': failure(422, 'invalid', 'Look at the form.', {
        token: 'That link is used up.',
      }),
    },
    acts: [
      form('POST /activate-account/resend', 'Send a new link', { Email: 'a@sabi.test' }, 'Sent.'),
    ],
  },
  {
    path: '/forgot-password',
    shows: 'Forgot Password',
    acts: [form('POST /password/forgot', 'Send Email', { Email: 'a@sabi.test' }, /on its way/)],
  },
  {
    path: '/admin/forgot-password',
    shows: 'Forgot Password',
    acts: [
      form('POST /admin/forgot-password', 'Send Email', { Email: 'a@sabi.test' }, /on its way/),
    ],
  },
  {
    path: '/password/reset/abc',
    shows: 'Update Password',
    beside: ['GET /password/reset/abc'],
    acts: [form('PUT /password/reset/abc', 'Update Password', newPassword, 'Password changed')],
  },
  {
    path: '/admin/reset-password/abc',
    shows: 'Update Password',
    beside: ['GET /password/reset/abc'],
    acts: [
      form('PUT /admin/reset-password/abc', 'Update Password', newPassword, 'Password changed'),
    ],
  },
]

const students: Visit[] = [
  {
    path: '/profile',
    shows: 'Adaeze Okonkwo',
    reads: { 'GET /me/progress-links': 'Mum', 'GET /me/weekly-mail': 'Send me the weekly email' },
    beside: ['GET /me/visitor-scores'],
    // A test that runs would be asked about first.
    world: { 'GET /attempts': { data: [], total: 0 } },
    acts: [
      {
        call: 'PUT /me/weekly-mail',
        press: async () =>
          userEvent.click(await screen.findByLabelText('Send me the weekly email')),
        done: 'You will get the weekly email.',
      },
      {
        call: 'POST /me/progress-links',
        fill: () => type({ 'Who is it for?': 'Papa' }),
        press: 'Create link',
        typed: { 'Who is it for?': 'Papa' },
        done: 'Link for Papa',
      },
      {
        call: 'DELETE /me/progress-links/link1',
        press: 'Revoke the link for Mum',
        done: 'The link for Mum does not work any more.',
      },
      {
        call: 'POST /logout',
        press: async () =>
          userEvent.click(
            (await screen.findAllByRole('button', { name: /^Log ?out$/i }))[0] as HTMLElement,
          ),
        done: 'Logout successfully.',
      },
    ],
  },
  {
    path: '/profile/edit',
    open: async () => userEvent.click(await screen.findByRole('combobox', { name: /^Country/ })),
    reads: { 'GET /country': 'Nigeria' },
  },
  {
    path: '/profile/edit',
    shows: 'Edit Profile',
    acts: [
      {
        ...form('PUT /me/update', 'Update Profile', { 'Last name': 'X' }, /updated successfully/),
        typed: { 'Last name': 'OkonkwoX' },
      },
    ],
  },
  {
    path: '/account-setting',
    reads: { 'GET /me/sessions': 'This device' },
    acts: [
      {
        call: 'DELETE /me/sessions/other',
        fill: () => screen.findByText('This device'),
        press: /^Log out: Firefox/,
        done: 'That device is logged out.',
      },
      form(
        'PUT /password/update',
        'Update Password',
        { 'Old password': 'old-one-1', ...newPassword },
        /updated successfully/,
      ),
      { call: 'GET /me/export', press: 'Download my data', done: /has been downloaded/ },
      {
        call: 'POST /me/erase',
        press: 'Delete for good',
        typed: { 'Your password': 'secret' },
        fill: async () => {
          await press('Delete my account')
          await type({ 'Your password': 'secret' })
        },
        done: 'The account was erased.',
      },
    ],
  },
  {
    // Without a test that runs, which comes before today's questions.
    path: '/dashboard',
    world: { 'GET /attempts': { data: [], total: 0 } },
    reads: { 'GET /me/today': '14 questions to repeat, 6 new, about 9 minutes, 8 KB' },
    beside: [
      exams,
      'GET /attempts',
      'GET /get-assessments',
      'GET /get-results/u1',
      'GET /me/weak-topics',
      'GET /me/forecast',
      'GET /get-saved-subjects/u1',
    ],
    acts: [{ call: 'POST /attempts', press: /^Start today/, done: /no questions/ }],
  },
  {
    path: '/dashboard',
    reads: {
      [exams]: 'Select Exam Type',
      'GET /attempts': 'Continue your test',
      'GET /get-results/u1': 'Your last tests',
      'GET /me/weak-topics': 'Algebra',
      'GET /me/forecast': 'About 62, between 54 and 70 of 100',
    },
    // The titles of subjects beside each test, and the modes, for the next step.
    beside: ['GET /get-saved-subjects/u1', 'GET /get-assessments'],
    world: {
      'GET /get-saved-subjects/u1': () => ({ data: [registration(jambExam, { examDate: day })] }),
      'PUT /me/exams/jamb/date': () => {
        day = new Date(Date.now() + 30 * 86_400_000).toLocaleDateString('en-CA')
        return { data: registration(jambExam, { examDate: day }) }
      },
    },
    acts: [
      {
        call: 'PUT /me/exams/jamb/date',
        fill: async () => {
          day = null
          await press('Set exam date for JAMB UTME')
          const field = await screen.findByLabelText('Exam date for JAMB UTME')
          fireEvent.change(field, { target: { value: soon } })
        },
        press: 'Save',
        typed: { 'Exam date for JAMB UTME': soon },
        done: '30 days',
      },
    ],
  },
  { path: '/exams', reads: { [exams]: 'JAMB UTME' } },
  {
    path: '/offline',
    reads: { [exams]: 'JAMB UTME', 'GET /me/packs': /^Download all my subjects/ },
    beside: ['GET /get-assessments'],
  },
  {
    path: '/practise',
    reads: {
      [exams]: 'Number of questions per subject',
      'GET /get-assessments': 'Number of questions per subject',
    },
    beside: ['POST /get-year-questions'],
    acts: [
      { call: 'POST /attempts', fill: toStart, press: 'Start', done: /no questions/ },
      {
        call: 'POST /save-registered-subjects',
        fill: toStart,
        press: 'Start',
        quiet: true,
        done: /no questions/,
      },
    ],
  },
  {
    path: '/practise',
    world: {
      [exams]: {
        data: [
          examChoice(jambExam, {
            subscriptions: [subscription(jambExam)],
            registration: registration(jambExam, { subjectsProcessed: ['s1'] }),
          }),
        ],
      },
    },
    open: async () => userEvent.click(await screen.findByText(/^More options/)),
    reads: { 'GET /topics/s1': 'Select all' },
    beside: [exams, 'GET /get-assessments', 'POST /get-year-questions'],
  },
  {
    path: '/practise',
    world: { [exams]: { data: [examChoice(jambExam)] } },
    open: async () => {
      await pick('Sciences')
      await pick(/^Microbiology/)
    },
    reads: { 'POST /get-course-subjects/': 'Subjects for Microbiology' },
    beside: [
      ...[exams, 'GET /get-assessments', 'GET /get-subscriptions/jamb', 'GET /get-categories'],
      ...['GET /get-courses/k1', 'GET /bank-sizes'],
    ],
    acts: [
      {
        call: 'POST /subscribe-plan',
        press: /(with|register) \d subjects?$/i,
        done: 'Subject registered successfully.',
      },
      {
        call: 'POST /save-exam-subjects',
        press: /(with|register) \d subjects?$/i,
        done: 'Subject registered successfully.',
      },
    ],
  },
  {
    path: '/university',
    flow: { ...jamb, examId: 'post', examSlug: 'post-utme' },
    reads: { [exams]: 'University of Lagos', 'GET /universities': 'University of Lagos' },
    beside: ['GET /bank-sizes'],
  },
  {
    path: '/subscription',
    flow: jamb,
    reads: plans,
    beside: ['GET /payments/open'],
    acts: [
      {
        call: 'POST /payments/initialize',
        fill: () => pick(/Monthly/),
        press: 'Pay ₦1,000',
        done: 'Opening the payment page…',
      },
      {
        call: 'POST /subscribe-plan',
        fill: () => pick(/Trial/),
        press: 'Start free',
        done: 'What do you want to study?',
      },
    ],
  },
  {
    path: '/subscription?reference=sabi-1',
    reads: { 'POST /subscribe-plan': 'What do you want to study?' },
    beside: [exams, 'GET /get-categories'],
    again: 'Check again',
  },
  { path: '/subscription-plans', flow: jamb, reads: plans, beside: ['GET /payments/open'] },
  {
    path: '/my-subscriptions',
    reads: { 'GET /user-subscription-list/u1': 'Gold' },
    beside: ['GET /payments/open'],
  },
  {
    path: '/categories',
    flow: jamb,
    reads: { [exams]: 'Sciences', 'GET /get-categories': 'Sciences' },
  },
  {
    path: '/category-courses',
    flow: jamb,
    reads: { [exams]: 'Microbiology', 'GET /get-courses/k1': 'Microbiology' },
    beside: ['GET /bank-sizes'],
  },
  {
    path: '/course-subjects',
    flow: { ...jamb, subjects: [{ id: 's3', title: 'Biology' }] },
    world: half,
    reads: { [exams]: 'Biology', 'POST /get-course-subjects/': 'Biology' },
    acts: [
      {
        call: 'POST /save-exam-subjects',
        fill: () => press('Next'),
        press: 'Yes',
        done: 'Your registered subjects, by subscription.',
      },
    ],
  },
  { path: '/saved-subjects', reads: { [exams]: 'JAMB UTME' } },
  {
    path: '/saved-subjects-update',
    flow: jamb,
    reads: {
      [exams]: 'Replace Mathematics with',
      'POST /get-course-subjects/': 'Replace Mathematics with',
    },
    acts: [
      {
        call: 'POST /save-exam-subjects',
        fill: async () => {
          const field = await screen.findByLabelText('Replace Mathematics with')
          await userEvent.selectOptions(field, 'Biology')
          await press('Request change')
        },
        press: 'Yes',
        done: 'Your registered subjects, by subscription.',
      },
    ],
  },
  { path: '/saved-exams', reads: { [exams]: 'JAMB UTME' } },
  { path: '/exam-type', flow: jamb, reads: { [exams]: 'Multiple choice, marked at once.' } },
  {
    path: '/mode-of-assessment',
    flow: jamb,
    reads: { [exams]: 'Practice', 'GET /get-assessments': 'Practice' },
    acts: [
      {
        call: 'POST /save-registered-subjects',
        fill: () => pick(/^Study/),
        press: 'Next',
        quiet: true,
        done: 'Registered Subjects',
      },
    ],
  },
  {
    path: '/registered-subjects',
    flow: practice,
    reads: { [exams]: 'Mathematics' },
  },
  {
    path: '/registered-subjects',
    flow: set,
    reads: { 'POST /get-year-questions': 'Mathematics: 40 questions' },
    beside: [exams],
    acts: [{ call: 'POST /get-year-questions', press: 'Next', done: 'Select Topics' }],
  },
  {
    path: '/registered-subjects',
    flow: {
      ...mock,
      examId: waec._id,
      examSlug: waec.slug,
      examName: waec.title,
      userSubscription: `sub-${waec._id}`,
      RegSubjects: [{ id: 's1', title: 'Mathematics' }],
    },
    shows: 'Registered Subjects',
    beside: [exams],
    world: {
      [exams]: {
        data: [
          examChoice(waec, {
            subscriptions: [subscription(waec)],
            registration: registration(waec),
          }),
        ],
      },
      [`GET /get-exam-instruction/${waec._id}`]: {
        data: { examInstructions: '<p>Be calm.</p>', minutes: 120 },
      },
    },
    acts: [{ call: 'POST /get-mock-questions', press: 'Next', done: 'Instruction for Candidates' }],
  },
  {
    path: '/select-subject-topic',
    flow: set,
    reads: { 'GET /topics/s1': 'All topics' },
  },
  {
    path: '/instructions',
    flow: mock,
    reads: { [exams]: 'Be calm.', 'GET /get-exam-instruction/jamb': 'Be calm.' },
    beside: ['POST /get-mock-questions'],
  },
  {
    path: '/start-exam',
    flow: set,
    shows: 'Mathematics',
    acts: [{ call: 'POST /attempts', press: 'Start Exam', done: /no questions/ }],
  },
  {
    path: '/start-mock/jamb',
    flow: mock,
    reads: { [exams]: /Use of English/ },
    beside: ['POST /get-mock-questions'],
    acts: [{ call: 'POST /attempts', press: 'Start Mock', done: /no questions/ }],
  },
  { path: '/calculator', shows: 'Calculator' },
  { path: '/warm-up', shows: 'Question 1 of 5' },
  {
    path: '/results',
    reads: { 'GET /get-results/u1': '65%' },
  },
  {
    path: '/practice-results/quiz1',
    reads: { 'GET /get-result-data/quiz1': 'Algebra', 'GET /get-result-data-view/quiz1': 'Stem 1' },
    beside: ['GET /me/weekly-mail'],
    acts: [
      { call: 'GET /get-assessments', press: 'Same test again', done: 'Start Exam' },
      { call: 'PUT /me/weekly-mail', press: 'Email me', done: /first email comes on Sunday/ },
    ],
  },
  {
    path: '/practice-results-view/quiz1',
    reads: { 'GET /get-result-data/quiz1': 'Stem 1', 'GET /get-result-data-view/quiz1': 'Stem 1' },
    acts: [
      {
        call: 'POST /reports',
        press: 'Send report',
        typed: { 'In your own words': 'It is D.' },
        fill: async () => {
          await press('Report this question')
          const field = await screen.findByLabelText(/^What is wrong/)
          await userEvent.selectOptions(field, 'wrong-key')
          await type({ 'In your own words': 'It is D.' })
        },
        done: 'You have reported this question.',
      },
    ],
  },
  { path: '/to-learn/jamb', reads: { 'GET /me/to-learn': 'Stem 1' } },
  {
    path: '/theories-grade/quiz2',
    reads: { 'GET /get-result-data-view/quiz2': 'Explain it.' },
    acts: [
      {
        call: 'PUT /submit-grade-result',
        fill: () => pick(/^50%/),
        press: 'Submit grades',
        done: /Submitted. Waiting for grades|average/i,
      },
    ],
  },
  {
    path: '/theories-results/quiz2',
    reads: { 'GET /get-result-data/quiz2': 'Submitted. Waiting for grades' },
    beside: ['GET /me/weak-topics', 'GET /me/weekly-mail'],
  },
  {
    path: '/theories-results-view/quiz2',
    reads: {
      'GET /get-result-data/quiz2': 'Explain it.',
      'GET /get-result-data-view/quiz2': 'Explain it.',
    },
  },
  {
    path: '/mock-score',
    reads: { 'GET /get-mock-results-analytics/u1': /no mock/i },
    beside: ['GET /me/weak-topics'],
  },
  {
    path: '/objective-questions',
    reads: { 'GET /attempts': 'Stem of e1' },
    beside: ['GET /attempts/at1', 'PUT /attempts/at1/answers'],
  },
  {
    path: '/objective-questions?attempt=at1',
    reads: { 'GET /attempts/at1': 'Stem of e1' },
    beside: ['PUT /attempts/at1/answers'],
    acts: [
      { call: 'POST /attempts/at1/reveal', press: 'View Answer', done: 'Because.' },
      {
        call: 'PUT /attempts/at1/answers',
        press: choose,
        says: 'Offline: kept on this device',
        done: /^Saved \d\d:\d\d$/,
      },
      {
        call: 'POST /submit-result',
        fill: async () => {
          await choose()
          await screen.findByText(/^Saved \d\d:\d\d$/)
        },
        press: submit,
        says: /^You are offline\. Your answers are kept/,
        done: 'Algebra',
      },
    ],
  },
  { path: '/my-reports', reads: { 'GET /me/reports': /./ } },
]

export const visits: Visit[] = [
  ...visitors.map((visit) => ({ ...visit, visitor: true })),
  ...students,
]
