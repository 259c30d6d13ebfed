// The pages that visits begin with, before and while their scripts come.

import { phone } from './browser.ts'
import { expect, onPhone, type Page, test, type Visit } from './fixtures.ts'
import { countShifts, shifts, signIn } from './steps.ts'

/** Fonts and pictures may come; scripts do not. */
const withoutScripts = (page: Page) => page.route(/\.js$/, () => undefined)

async function at(visit: Visit, path: string, { scripts = false, signedIn = false } = {}) {
  const { page } = await visit()
  if (signedIn) await signIn(page)
  if (!scripts) await withoutScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

test(
  'the home page shows what Sabi is and the ways in without a script',
  onPhone,
  async ({ visit }) => {
    const page = await at(visit, '/')
    await page.getByText('Be ready before exam day.').first().waitFor()
    const register = page.getByRole('link', { name: 'Register' }).first()
    await register.waitFor()
    await page.getByRole('link', { name: 'Login' }).first().waitFor()
    const { width } = phone
    expect(
      await page.evaluate((most) => document.documentElement.scrollWidth <= most, width),
    ).toBeTruthy()
    // Its links work already.
    await register.evaluate((link: HTMLElement) => link.click())
    await page.waitForURL('**/register', { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Register' }).waitFor()
  },
)

test('a question to try is read without a script', onPhone, async ({ server, visit }) => {
  const stem = async (path: string) => {
    const response = await fetch(`${server.url}/api/v1${path}`)
    return (await response.json()).data.questions[0].question
  }
  for (const [path, api] of [
    ['/', '/try'],
    ['/try/jamb-utme', '/try/jamb-utme'],
  ]) {
    const page = await at(visit, path)
    await page.getByText('Question 1 of 5').waitFor()
    const text = await page.evaluate(
      (html) => {
        const { body } = new DOMParser().parseFromString(html, 'text/html')
        return body.textContent.trim()
      },
      await stem(api),
    )
    await page.getByText(text).waitFor()
    const { width } = phone
    const fits = await page.evaluate((most) => document.documentElement.scrollWidth <= most, width)
    expect(fits, `${path} is wider than the phone`).toBeTruthy()
  }
  const page = await at(visit, '/')
  const options = page.getByRole('group').getByRole('button')
  expect(await options.count()).toBeGreaterThanOrEqual(4)
  // Not before the app can mark it.
  expect(await options.first().isDisabled()).toBe(true)
})

test('a form takes nothing that would be lost', onPhone, async ({ visit }) => {
  const page = await at(visit, '/login')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  const email = page.getByRole('textbox', { name: 'Email' })
  expect(await email.isEditable()).toBe(false)
  expect(await page.getByRole('button', { name: 'Login' }).isEnabled()).toBe(false)
  await email.press('a')
  await email.press('Enter')
  expect(await email.inputValue()).toBe('')
  expect(new URL(page.url()).search).toBe('')
})

test(
  'a student who comes back sees the dashboard, and a visitor does not',
  onPhone,
  async ({ visit }) => {
    const page = await at(visit, '/dashboard', { signedIn: true })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const visitor = await at(visit, '/dashboard')
    const root = visitor.locator('#root')
    await root.waitFor({ state: 'attached' })
    expect(await root.innerHTML()).toBe('')
  },
)

test('pages of text are read without a script', onPhone, async ({ visit }) => {
  for (const [path, heading, words] of [
    ['/faqs', 'Frequently Asked Questions', 'phone'],
    ['/news', 'News', '20'],
    ['/pages/about-us', 'About Us', 'Sabi'],
    ['/exams/jamb-utme', 'JAMB UTME', 'Start free'],
  ]) {
    const page = await at(visit, path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await page.getByRole('main').getByText(words).first().waitFor()
    const { width } = phone
    const fits = await page.evaluate((most) => document.documentElement.scrollWidth <= most, width)
    expect(fits, `${path} is wider than the phone`).toBeTruthy()
  }
})

test('a text stays until the app can show the same', onPhone, async ({ visit }) => {
  const page = await at(visit, 'about:blank', { scripts: true })
  let go = () => {}
  const answered = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/v1/faqs', async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/v1/faqs')
  await page.goto('/faqs', { waitUntil: 'commit' })
  await asked
  expect(await page.locator('#root[data-first=text]').count()).toBe(1)
  go()
  await page.locator('#root:not([data-first]) details').first().waitFor()
})

for (const path of ['/', '/login', '/register', '/faqs', '/exams/jamb-utme', '/try/jamb-utme']) {
  test(`nothing moves when the app takes over ${path}`, onPhone, async ({ visit }) => {
    const page = await at(visit, 'about:blank', { scripts: true })
    await countShifts(page)
    // The first screen is painted before the first script comes.
    let go = () => {}
    const painted = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route(/\.js$/, async (route) => {
      await painted
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0])
    go()
    await page.waitForFunction(() => !document.querySelector('#root[data-first]'))
    await page.waitForLoadState('networkidle')
    const shift = await shifts(page)
    expect(shift, `moved by ${shift}`).toBeLessThanOrEqual(0.02)
  })
}
