// An account from the form of registration to its end, with real clicks, on a phone; what the
// mails hold is read from the outbox folder. A toast is waited for before the page that it comes with: it goes
// after five seconds, and that page may take longer.
import { readFile } from 'node:fs/promises'
import { desktop, phone } from './browser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { look, title } from './look.ts'
import { button, chooseCountry, field, linkTo, logIn, password, toast } from './people.ts'
import type { Server } from './server.ts'

const email = 'ngozi@sabi.test'
const [first, second, third] = ['Kano-mango-41', 'Enugu-river-52', 'Jos-plateau-63']

const mailed = (server: Server, page: string, to = email, older?: string) =>
  linkTo(server, page, to, older)
const logInAs = (page: Page, secret: string) => logIn(page, email, secret)

async function logOut(page: Page) {
  const menu = button(page, 'Open menu')
  if (await menu.isVisible()) await menu.click()
  await button(page, 'Logout').click()
  await page.waitForURL(/\/login$/)
}

test('from registration to a new password from the mail', async ({ visit, server }) => {
  const { page } = await visit({ viewport: phone })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await title(page, 'Register').waitFor()
  await button(page, 'Register').click()
  await look('registration with errors', page, page.getByText('Please accept terms and condtion'))
  await page.setViewportSize(phone)

  await field(page, 'First name').fill('Ngozi')
  await field(page, 'Last name').fill('Eze')
  await field(page, 'Email').fill(email)
  await page.getByText('Add more (optional)').click()
  await page.getByRole('combobox', { name: /^Country/ }).click()
  // Few enough for axe to look through.
  await page.getByRole('dialog').getByRole('combobox').fill('ni')
  await look('countries', page, page.getByRole('option', { name: /^Nigeria/ }))
  await page.setViewportSize(phone)
  await page.keyboard.press('Escape')
  await chooseCountry(page, 'Country', 'gha')
  await chooseCountry(page, 'Dial code', '234')
  await field(page, 'Mobile number').fill('0803 000 0000')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByRole('textbox', { name: /^Date of birth/ }).fill('03/04/2005')
  await password(page, 'Password').fill('password1')
  await password(page, 'Confirm password').fill('password1')
  await page.getByRole('checkbox').check()
  await button(page, 'Register').click()
  await page.getByText('This password is too common').waitFor()
  await password(page, 'Password').fill(first)
  await password(page, 'Confirm password').fill(first)
  await button(page, 'Register').click()
  await toast(page, /^Your account has been created/)
  await page.waitForURL(/\/login$/)
  await page.getByText(`We sent a link to ${email}`).waitFor()

  await logInAs(page, first)
  await page.getByText('Your account is not yet activated').waitFor()
  const before = await mailed(server, 'activate-account')
  await button(page, 'Send the link again').click()
  await page.getByText('If this address has an account').waitFor()
  await look('not activated yet', page, page.getByText('Your account is not yet activated'))
  await page.setViewportSize(phone)

  // The newer link has taken the older one's place.
  const link = await mailed(server, 'activate-account', email, before)
  await page.goto(before)
  await look('a dead link', page, page.getByText(/^This link is no longer valid/))
  await page.setViewportSize(phone)
  // This browser registered the account, so it is logged in.
  await page.goto(link, { waitUntil: 'commit' })
  await toast(page, 'Account activated successfully')
  await page.waitForURL(/\/dashboard$/)

  // After the login, the user gets the page that they had asked for.
  await page.context().clearCookies()
  await page.goto('/profile')
  await page.waitForURL(/\/login$/)
  await logInAs(page, first)
  await page.waitForURL(/\/profile$/)
  await page.getByText('+234 08030000000').waitFor()
  await page.getByText('03/04/2005').waitFor()
  await look('profile', page, page.getByText('Ngozi Eze'))

  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await field(page, 'Last name').fill('Eze-Obi')
  await chooseCountry(page, 'Country', 'nige')
  await look('profile form', page, button(page, 'Update Profile'))
  await button(page, 'Update Profile').click()
  await toast(page, 'Profile updated successfully')
  await page.waitForURL(/\/profile$/)
  await page.getByText('Ngozi Eze-Obi').waitFor()
  await page.reload()
  await page.getByText('Ngozi Eze-Obi').waitFor()
  await page.getByText('Niger', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Account Setting' }).click()
  await look('account setting', page, title(page, 'Account Setting'))
  await password(page, 'Old password').fill('not-this-one')
  await password(page, 'New password').fill(second)
  await password(page, 'Confirm password').fill(second)
  await button(page, 'Update Password').click()
  await page.getByText('Old password is incorrect.').waitFor()
  await password(page, 'Old password').fill(first)
  await button(page, 'Update Password').click()
  await toast(page, 'Password updated successfully')
  await page.waitForURL(/\/profile$/)

  await logOut(page)
  await logInAs(page, first)
  await page.getByText('Invalid email or password').waitFor()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await title(page, 'Forgot Password').waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
  await button(page, 'Send Email').click()
  await look('forgot password', page, page.getByText('If this address has an account'))
  await page.goto(await mailed(server, 'password/reset'))
  await password(page, 'New password').fill(third)
  await password(page, 'Confirm password').fill(third)
  await look('reset password', page, title(page, 'Reset Password'))
  await button(page, 'Update Password').click()
  await toast(page, 'Password updated successfully')
  await page.waitForURL(/\/login$/)
  await logInAs(page, third)
  await page.waitForURL(/\/dashboard$/)
})

test('one’s own data, and the end of an account', async ({ visit }) => {
  const { page } = await visit({ viewport: desktop })
  await page.goto('/login')
  await logInAs(page, third)
  await page.waitForURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Account Setting' }).click()
  const download = page.waitForEvent('download')
  await button(page, 'Download my data').click()
  const held = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(held.account.email).toBe(email)

  await button(page, 'Delete my account').click()
  await look('erasing', page, page.getByText('Do you really want to delete your account?'))
  await page.getByLabel('Your password').fill(first)
  await button(page, 'Delete for good').click()
  await page.getByText('Password is incorrect.').waitFor()
  await page.getByLabel('Your password').fill(third)
  await button(page, 'Delete for good').click()
  await toast(page, 'The account has been erased.')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/login')
  await logInAs(page, third)
  await page.getByText('Invalid email or password').waitFor()
})

test('an administrator’s forgotten password', async ({ visit, server }) => {
  const { page } = await visit({ viewport: desktop })
  await page.goto('/admin/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The login page has a field of this name too, and stays until the new screen has loaded.
  await title(page, 'Forgot Password').waitFor()
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@sabi.test')
  await button(page, 'Send Email').click()
  const sent = page.getByText('If this address has an account')
  await look('forgot password of an administrator', page, sent)
  await page.goto(await mailed(server, 'admin/reset-password', 'admin@sabi.test'))
  await password(page, 'New password').fill(third)
  await password(page, 'Confirm password').fill(third)
  await look('reset password of an administrator', page, title(page, 'Reset Password'))
  await button(page, 'Update Password').click()
  await page.waitForURL(/\/admin\/login$/)
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@sabi.test')
  await page.getByLabel('Password', { exact: true }).fill(third)
  await button(page, 'Login').click()
  await page.waitForURL(/\/admin$/)
})
