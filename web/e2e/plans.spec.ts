// From the dashboard to the mode of assessment: a new student chooses a university, pays for a
// plan in the sandbox however that may end, and registers subjects; and takes the free trial.

import { type Call, findIn } from './api.ts'
import { picture } from './backOffice.ts'
import { expect, type Page, test, type Visit } from './fixtures.ts'
import { look, next, title } from './look.ts'
import type { Server } from './server.ts'
import { pickCard, pickExam, signIn } from './steps.ts'

const logo = picture('logo.png').buffer.toString('base64')
const post = (json: unknown) => ({ method: 'POST' as const, json })

let call: Call
test.beforeAll(async ({ server }) => {
  call = await server.api('admin@sabi.test')
  // The demo has subjects of JAMB UTME and WASSCE alone.
  const { data: exams } = await call('/exam-types')
  const { data } = await call('/courses')
  const course = data.map(({ _id }) => _id)
  const subjects = {
    'post-utme': ['English', 'Mathematics', 'Chemistry', 'Government', 'Economics', 'Civics'],
    'jsce-bece': ['English Studies', 'Basic Science'],
  }
  for (const [slug, titles] of Object.entries(subjects)) {
    const { _id: exam } = findIn(exams, (one) => one.slug === slug)
    for (const [i, title] of titles.entries()) {
      const mandetory = i === 0
      const subject = {
        exam,
        course,
        title,
        mandetory,
        subjectHour: 1,
        logo,
        imageName: 'logo.png',
        status: true,
      }
      await call('/admin/subjects/add', post(subject))
    }
  }
})

/** Logs in as somebody who has never been here. */
async function newStudent(server: Server, visit: Visit, email: string) {
  const password = 'Correct-horse-7-battery'
  const name = { first_name: 'Bola', last_name: 'Ade', email, accountStatus: 'Active' }
  const secret = { password, confirm_password: password }
  await call('/admin/customers/add', post({ ...name, ...secret }))
  const { page } = await visit()
  await signIn(page, { as: email })
  const own = await server.api(email)
  const { user } = await own('/me')
  const subscriptions = async () => (await own(`/user-subscription-list/${user._id}`)).data
  return { page, subscriptions }
}

const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Goes to the sandbox's page for the plan that costs so much, and ends the payment there. */
async function pay(page: Page, plan: string, price: string, outcome: string) {
  await pickCard(page, new RegExp(`^${plan}`))
  await press(page, `Pay ${price}`)
  await heading(page, 'Payment sandbox')
  await page
    .locator('dd')
    .filter({ hasText: price.slice(1) })
    .waitFor()
  await press(page, outcome)
}

test('a university, a plan that is paid for in the end, and subjects for good', async ({
  server,
  visit,
}) => {
  const { page, subscriptions } = await newStudent(server, visit, 'bola@sabi.test')
  await pickExam(page, 'POST UTME')
  await next(page)
  await title(page, 'University').waitFor()
  await next(page)
  await look('university', page, page.getByText('Please select a university to proceed.'))
  await choose(page, 'University of Lagos')
  await next(page)
  await title(page, 'Subscription plans').waitFor()
  await next(page)
  await look('plans', page, page.getByText('Please choose a subscription plan'))

  // A reload keeps what was chosen.
  await page.reload()
  await pay(page, 'Monthly', '₦1,000', 'Decline it, as a bank may')
  await heading(page, 'The payment was declined')
  await page.getByText("Payment couldn't be completed (Declined)").waitFor()
  await look('declined', page, page.getByText(/This was a sandbox payment. No money moved/))
  await page.reload()
  await heading(page, 'The payment was declined')
  expect(await subscriptions()).toStrictEqual([])

  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await pay(page, 'Monthly', '₦1,000', 'Close without paying')
  await page.getByText('You have cancelled the payment', { exact: true }).waitFor()
  expect(await subscriptions()).toStrictEqual([])

  await page.getByRole('link', { name: 'Choose a plan' }).click()
  await pickCard(page, /^Monthly/)
  await press(page, 'Pay ₦1,000')
  await heading(page, 'Payment sandbox')
  const sandbox = page.url()
  // Back in the app nothing is left hanging, and the same page can still be paid on.
  await page.goBack()
  await title(page, 'Subscription plans').waitFor()
  await pickCard(page, /^Yearly/)
  await page.getByRole('button', { name: 'Pay ₦5,000' }).and(page.locator(':enabled')).waitFor()
  await page.goto(sandbox)
  await press(page, 'Approve the payment')
  await page.getByText('Subscription plan subscribed successfully.').waitFor()
  await title(page, 'Category').waitFor()
  const [held, ...more] = await subscriptions()
  expect(held.planName).toBe('Monthly')
  expect(more).toStrictEqual([])

  // Once more on both pages: one plan, once.
  await page.goto(sandbox)
  await page.getByText('This payment is over: it is paid.').waitFor()
  await page.getByRole('link', { name: 'Back to Sabi' }).click()
  await title(page, 'Category').waitFor()
  expect(await subscriptions()).toStrictEqual([held])

  await next(page)
  await look('category', page, page.getByText('Please select a category to proceed.'))
  await choose(page, 'Sciences')
  await next(page)
  await title(page, 'Course').waitFor()
  await next(page)
  await look('course', page, page.getByText('Please select a course type to proceed.'))
  await choose(page, 'Computer Science')
  await next(page)

  await title(page, 'Course Subjects').waitFor()
  const subject = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  await subject('English').and(page.locator(':disabled:checked')).waitFor({ state: 'attached' })
  for (const name of ['Mathematics', 'Chemistry', 'Government', 'Economics']) {
    await choose(page, name)
  }
  await look('subjects', page, page.getByText(/You have reached the maximum limit \(4\)/))
  expect(await subject('Economics').isChecked()).toBe(false)
  await page.reload()
  await page.getByText('4 of 4 chosen').waitFor()
  await next(page)
  await look('confirmation', page, page.getByRole('dialog'))
  await press(page, 'No')
  await next(page)
  await press(page, 'Yes')
  await page.getByText('Subject registered successfully.').waitFor()
  await title(page, 'Registered Subjects').waitFor()
  const row = page.getByRole('row', { name: /POST UTME \(University of Lagos\)/ })
  expect(await row.getByRole('button', { name: /^Subjects Registered/ }).isDisabled()).toBe(true)
  await look('registered subjects', page, row)

  await row.getByRole('button', { name: /^Change Subjects/ }).click()
  await title(page, 'Change Subjects').waitFor()
  await press(page, 'Request change')
  await page.getByText('Please select at least one new subject to proceed.').waitFor()
  await page.getByLabel('Replace Chemistry with').selectOption({ label: 'Government' })
  await press(page, 'Request change')
  await look('change of subjects', page, page.getByText('Subject already exists'))
  await page.getByLabel('Replace Chemistry with').selectOption({ label: 'Civics' })
  await press(page, 'Request change')
  await page.getByText('Civics instead of Chemistry').waitFor()
  await press(page, 'Yes')
  await page.getByText(/Change requested: .*Civics/).waitFor()
  expect(await row.getByRole('button', { name: /^Subjects Already Changed/ }).isDisabled()).toBe(
    true,
  )

  await row.getByRole('button', { name: /^Go To Exam/ }).click()
  await title(page, 'Choose Exam Type').waitFor()
  await next(page)
  await title(page, 'Mode of Assessment').waitFor()
  await page.getByRole('link', { name: 'Prev' }).click()
  await title(page, 'Course Subjects').waitFor()

  // All are registered, so the next visit goes straight to the test.
  await page.goto('/dashboard')
  await pickExam(page, 'POST UTME')
  await next(page)
  await title(page, 'Mode of Assessment').waitFor()
  await choose(page, 'Study')
  await next(page)
  await title(page, 'Registered Subjects').waitFor()
  await page.goto('/saved-exams')
  await look('saved exams', page, page.getByRole('button', { name: /^Proceed for Test/ }))
})

test('the free trial, and the upgrade from it', async ({ server, visit }) => {
  const { page, subscriptions } = await newStudent(server, visit, 'chidi@sabi.test')
  await page.goto('/my-subscriptions')
  await look('no subscriptions', page, page.getByText(/^You have not subscribed to any exam/))
  await page.goto('/dashboard')
  await pickExam(page, 'JSCE (BECE)')
  await next(page)
  await pickCard(page, /^Trial/)
  await press(page, 'Start free')
  await title(page, 'Course Subjects').waitFor()
  await page.getByText('Basic Science', { exact: true }).waitFor()
  expect((await subscriptions()).map(({ planName }) => planName)).toStrictEqual(['Trial'])

  await page.goto('/my-subscriptions')
  await look('my subscriptions', page, page.getByText('7 days left'))
  await page.getByRole('button', { name: /^Upgrade Plan/ }).click()
  await look('plans to upgrade to', page, page.getByText('Your plan', { exact: true }))
  await pay(page, 'Yearly', '₦5,000', 'Approve the payment')
  await title(page, 'My Subscriptions').waitFor()
  await page.getByRole('row', { name: /Yearly/ }).waitFor()
  await page.getByRole('button', { name: /^Upgrade Plan/ }).click()
  await pickCard(page, /^Monthly/)
  await press(page, 'Pay ₦1,000')
  await page.getByText('You have an existing higher subscription plan.').waitFor()
  expect((await subscriptions()).map(({ planName }) => planName)).toStrictEqual(['Yearly'])
})
