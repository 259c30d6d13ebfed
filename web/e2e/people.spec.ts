// The people of the back office: an administrator makes accounts, a moderator grades and decides on
// reports and sees nothing else, and a visitor's message is answered.

import type { Call } from './api.ts'
import { type Choices, submittedTest } from './attempts.ts'
import { choose, clean, isWrong, named, open, press, title, toast, write } from './backOffice.ts'
import { phone } from './browser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { signIn, signInByForm } from './steps.ts'

const owner = 'owner@sabi.test'
const student = 'student@sabi.test'
const moderator = 'grader@sabi.test'
/** The one of the demo accounts. */
const password = 'Correct-horse-7-battery'

let call: Call
test.beforeAll(async ({ server }) => {
  call = await server.api(owner)
})

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The form of a new person, all but what is refused first. */
async function fill(
  page: Page,
  { first, last, email }: Record<'first' | 'last' | 'email', string>,
) {
  await field(page, 'First name').fill(first)
  await field(page, 'Last name').fill(last)
  await field(page, 'Email').fill(email)
  await field(page, 'Dial code').fill('234')
  await field(page, 'Mobile number').fill('8031234567')
  await choose(page, 'Country', 'Nigeria')
}

async function choosePassword(page: Page) {
  for (const name of [/^Password/, /^Confirm password/]) await page.getByLabel(name).fill(password)
}

test('an administrator adds a student, gives extra time, and adds a moderator', async ({
  page,
}) => {
  await signIn(page, { as: owner, at: '/admin' })
  await title(page, 'Dashboard').waitFor()
  await open(page, 'Students')
  await page.getByRole('link', { name: 'Add student' }).click()
  await field(page, 'First name').waitFor()
  await press(page, 'Add student')
  await isWrong(page, 'First name is required', field(page, 'First name'))
  await fill(page, { first: 'Chidi', last: 'Obi', email: student })
  await choosePassword(page)
  await press(page, 'Add student')
  const taken = page.getByText('Entered email already exist, please try another.').first()
  await taken.waitFor()
  await field(page, 'Email').fill('chidi@sabi.test')
  await press(page, 'Add student')
  await toast(page, 'Student successfully added.')

  await page.getByRole('link', { name: 'Chidi Obi', exact: true }).click()
  await page.getByRole('button', { name: 'Log out everywhere' }).waitFor()
  await page.getByRole('region', { name: 'Results' }).getByText('No records found').waitFor()
  await clean(page, 'a student')
  await press(page, 'Set extra time')
  await page.getByRole('textbox', { name: /^Extra time/ }).fill('25')
  await press(page, 'Save')
  await toast(page, 'Extra time saved.')
  await open(page, 'Students')
  await named(page, 'Chidi Obi').getByText('+25%').waitFor()
  const { customers } = await call('/admin/customers?q=chidi@sabi.test')
  expect(
    customers.map(({ extraTime, accountStatus, nationality }) => ({
      extraTime,
      accountStatus,
      nationality,
    })),
  ).toStrictEqual([{ extraTime: 25, accountStatus: 'Active', nationality: 'Nigeria' }])

  await open(page, 'Moderators')
  await page.getByRole('link', { name: 'Add moderator' }).first().click()
  await fill(page, { first: 'Grace', last: 'Udo', email: moderator })
  await choosePassword(page)
  await press(page, 'Add moderator')
  await toast(page, 'Moderator successfully added.')
})

test('a moderator sees theory and reports alone; claims, grades, remarks, declares', async ({
  page,
  server,
}) => {
  const quiz = await submittedTest(server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
    questions: 2,
  })
  await signInByForm(page, moderator, '/admin/login')
  await title(page, 'Theory submissions').waitFor()
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  expect(await menu.allInnerTexts()).toStrictEqual([
    'Grace Udo',
    'Theory submissions',
    'Question reports',
  ])
  await page.goto('/admin/students')
  await title(page, 'You do not have access to this page').waitFor()
  await page.goto('/admin')
  await title(page, 'Theory submissions').waitFor()

  await page.getByRole('link', { name: /^WASSCE/ }).click()
  await press(page, 'Claim')
  const answers = page.getByRole('region', { name: /^[^:]+, answer \d/ })
  await page.getByText(/yours for 1\d:\d\d/).waitFor()
  await answers.first().waitFor()
  const count = await answers.count()
  await press(page, 'Declare the result')
  await page.getByText(/not graded yet/).waitFor()
  for (let i = 0; i < count; i += 1) {
    await answers.nth(i).getByRole('radio', { name: /^75%/ }).check()
  }
  await answers.first().getByLabel('Remark to the student').fill('Show each step.')
  await page.waitForFunction(() =>
    /^Saved /.test(document.querySelector<HTMLElement>('section [role=status]')?.innerText ?? ''),
  )
  await clean(page, 'grading')

  // Grades are saved as they are given: they are still there after a reload.
  await page.reload()
  await answers.first().getByText('Show each step.').waitFor()
  expect(await answers.first().getByRole('radio', { name: /^75%/ }).isChecked()).toBe(true)
  await press(page, 'Declare the result')
  const dialog = page.getByRole('dialog', { name: 'Declare these grades?' })
  await dialog.getByText('Average').waitFor()
  await clean(page, 'declaring')
  const here = page.url()
  await dialog.getByRole('button', { name: 'Yes, declare' }).click()
  await toast(page, 'Result declared successfully.')
  // The next one opens, or the list where none is left.
  await page.waitForURL((url) => url.href !== here)
  const { data } = await call(`/grading/${quiz}`)
  expect([data.examResult, data.totalAvgGrade]).toStrictEqual(['declared', 75])
  expect(data.answers[0].remark).toBe('Show each step.')
})

test('a grade takes one key and a declaration two, and the next submission opens by itself', async ({
  page,
  server,
}) => {
  const choices: Choices = {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
    questions: 2,
  }
  for (const _ of [1, 2]) await submittedTest(server, choices)
  await signInByForm(page, moderator, '/admin/login')
  await title(page, 'Theory submissions').waitFor()
  await page
    .getByRole('link', { name: /^WASSCE/ })
    .first()
    .click()
  await press(page, 'Claim')
  const isMine = page.getByText(/yours for 1\d:\d\d/)
  await isMine.waitFor()
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  const answers = page.getByRole('region', { name: /^[^:]+, answer \d/ })
  const isGraded = (at: number, grade: RegExp) =>
    answers.nth(at).getByRole('radio', { name: grade, checked: true }).waitFor()
  await answers.first().waitFor()
  const count = await answers.count()
  for (let at = 0; at < count; at += 1) {
    await key('3')
    await isGraded(at, /^75%/)
  }
  const first = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await key('d')
  const declaring = page.getByRole('dialog', { name: 'Declare these grades?' })
  await declaring.getByText('Average').waitFor()
  await key('y')
  await toast(page, 'Result declared successfully.')
  expect(keys).toBe(count + 2)
  await page.waitForURL(
    ({ pathname }) => /user-theories-exam\/./.test(pathname) && !pathname.endsWith(first),
  )
  // The declared one, which has grades, gives way to the next.
  await page.getByRole('radio', { checked: true }).first().waitFor({ state: 'detached' })
  await isMine.waitFor()
  await key('4')
  await isGraded(0, /^100%/)
  const { data } = await call(`/grading/${first}`)
  expect([data.examResult, data.totalAvgGrade]).toStrictEqual(['declared', 75])
})

test('an administrator answers a report and a message', async ({ server, visit }) => {
  const quiz = await submittedTest(server, {
    exam: 'jamb-utme',
    mode: 'practice',
    questions: 4,
  })
  const asStudent = await server.api(student)
  const { subjectResults } = await asStudent(`/get-result-data-view/${quiz}`)
  const question = subjectResults.at(-1)?.results[0]._id
  const words = 'B is right as well.'
  await asStudent('/reports', { method: 'POST', json: { question, reason: 'wrong-key', words } })

  const visitor = await visit()
  await visitor.page.goto('/contact-us')
  const sent = await visitor.page.request.post('/api/v1/admin/contactus/add', {
    headers: { origin: server.url },
    data: {
      firstName: 'Bola',
      lastName: 'Ade',
      email: 'bola@sabi.test',
      mobileNo: '08031234567',
      subject: 'Plans',
      message: 'How long does Gold hold?',
    },
  })
  expect(sent.ok()).toBe(true)
  await visitor.context.close()

  const { page } = await visit({ viewport: phone })
  await signIn(page, { as: 'admin@sabi.test', at: '/admin' })
  await title(page, 'Dashboard').waitFor()
  await open(page, 'Question reports')
  const report = page.getByRole('region', { name: /question/i }).filter({ hasText: words })
  await report.getByText('Correct answer', { exact: true }).waitFor()
  await clean(page, 'reports')
  await report.getByLabel('Your answer to the student').fill('It has been corrected. Thank you.')
  await report.getByRole('button', { name: 'Accept', exact: true }).click()
  await report.waitFor({ state: 'detached' })
  const own = await asStudent('/me/reports')
  expect(own.data.map(({ state, answer }) => [state, answer])).toStrictEqual([
    ['accepted', 'It has been corrected. Thank you.'],
  ])

  await open(page, 'Contact messages')
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByText('No Update Request').waitFor()
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor()
  await press(page, 'Send reply')
  await page.getByText('Please enter reply message.').waitFor()
  await write(page, main(page), 'Your reply', 'A year.')
  await press(page, 'Send reply')
  await toast(page, 'Message replied successfully.')
  await page.getByRole('region', { name: 'Replies' }).getByText('A year.').waitFor()
  await clean(page, 'a message')
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await trail.getByRole('link', { name: 'Contact messages' }).click()
  await named(page, 'Plans').getByText('Answered').waitFor()
})
