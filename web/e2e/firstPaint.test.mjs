// The pages that visits begin with, before and while their scripts come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phone, signIn, together, visit } from './harness.mjs'

const house = together()

/** Fonts and pictures may come; scripts do not. */
const withoutScripts = (page) => page.route(/\.js$/, () => undefined)

async function at(t, path, { scripts = false, signedIn = false } = {}) {
  const { page, context } = await visit(house, { viewport: phone })
  t.after(() => context.close())
  if (signedIn) await signIn(page)
  if (!scripts) await withoutScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  return page
}

test('the home page shows what Sabi is and the ways in without a script', async (t) => {
  const page = await at(t, '/')
  await page.getByText('Be ready before exam day.').first().waitFor()
  const register = page.getByRole('link', { name: 'Register' }).first()
  await register.waitFor()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  const { width } = phone
  assert.ok(await page.evaluate((most) => document.documentElement.scrollWidth <= most, width))
  // Its links work already.
  await register.evaluate((link) => link.click())
  await page.waitForURL('**/register', { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Register' }).waitFor()
})

test('a question to try is read without a script', async (t) => {
  const stem = async (path) => {
    const response = await fetch(`${house.server.url}/api/v1${path}`)
    return (await response.json()).data.questions[0].question
  }
  for (const [path, api] of [
    ['/', '/try'],
    ['/try/jamb-utme', '/try/jamb-utme'],
  ]) {
    const page = await at(t, path)
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
    assert.ok(fits, `${path} is wider than the phone`)
  }
  const page = await at(t, '/')
  const options = page.getByRole('group').getByRole('button')
  assert.ok((await options.count()) >= 4)
  // Not before the app can mark it.
  assert.equal(await options.first().isDisabled(), true)
})

test('a form takes nothing that would be lost', async (t) => {
  const page = await at(t, '/login')
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  const email = page.getByRole('textbox', { name: 'Email' })
  assert.equal(await email.isEditable(), false)
  assert.equal(await page.getByRole('button', { name: 'Login' }).isEnabled(), false)
  await email.press('a')
  await email.press('Enter')
  assert.equal(await email.inputValue(), '')
  assert.equal(new URL(page.url()).search, '')
})

test('a student who comes back sees the dashboard, and a visitor does not', async (t) => {
  const page = await at(t, '/dashboard', { signedIn: true })
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const visitor = await at(t, '/dashboard')
  const root = visitor.locator('#root')
  await root.waitFor({ state: 'attached' })
  assert.equal(await root.innerHTML(), '')
})

test('pages of text are read without a script', async (t) => {
  for (const [path, heading, words] of [
    ['/faqs', 'Frequently Asked Questions', 'phone'],
    ['/news', 'News', '20'],
    ['/pages/about-us', 'About Us', 'Sabi'],
    ['/exams/jamb-utme', 'JAMB UTME', 'Start free'],
  ]) {
    const page = await at(t, path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await page.getByRole('main').getByText(words).first().waitFor()
    const { width } = phone
    const fits = await page.evaluate((most) => document.documentElement.scrollWidth <= most, width)
    assert.ok(fits, `${path} is wider than the phone`)
  }
})

test('a text stays until the app can show the same', async (t) => {
  const page = await at(t, 'about:blank', { scripts: true })
  let go
  const answered = new Promise((resolve) => {
    go = resolve
  })
  await page.route('**/api/v1/faqs', async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/v1/faqs')
  await page.goto('/faqs', { waitUntil: 'commit' })
  await asked
  assert.equal(await page.locator('#root[data-first=text]').count(), 1)
  go()
  await page.locator('#root:not([data-first]) details').first().waitFor()
})

for (const path of ['/', '/login', '/register', '/faqs', '/exams/jamb-utme', '/try/jamb-utme']) {
  test(`nothing moves when the app takes over ${path}`, async (t) => {
    const page = await at(t, 'about:blank', { scripts: true })
    await page.addInitScript(() => {
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shift += value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // The first screen is painted before the first script comes.
    let go
    const painted = new Promise((resolve) => {
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
    const shift = await page.evaluate(() => window.shift)
    assert.ok(shift <= 0.02, `moved by ${shift}`)
  })
}
