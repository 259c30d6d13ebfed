// The public site as visitors have it: every page looked at in both widths and colours, the ways
// from the home page, the carousel, the phone's menu, the forms, the pictures here and on the
// screens of students, and what makes it an app.
import { setTimeout as sleep } from 'node:timers/promises'
import { startedTest, submittedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { look, settled, title } from './look.ts'
import { eventually } from './patience.ts'
import { signIn } from './steps.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('every page is fit to be seen', async ({ page }) => {
  for (const [path, name] of [
    ['/', 'Latest News'],
    ['/try/jamb-utme', 'Try JAMB UTME'],
    ['/news', 'News'],
    ['/faqs', 'Frequently Asked Questions'],
    ['/pages/about-us', 'About Us'],
    ['/pages/terms-conditions', 'Terms and Conditions'],
    ['/pages/privacy-policy', 'Privacy Policy'],
    ['/contact-us', 'Contact Us'],
  ]) {
    await page.goto(path)
    await look(path, page, heading(page, name))
  }
  await page.goto('/contact-us')
  await page.getByRole('button', { name: 'Send message' }).click()
  await look('contact with errors', page, page.getByText('Message is required'))
  await page.goto('/news')
  await page.getByRole('link', { name: /^Read More about Mocks show/ }).click()
  await look('one piece of news', page, title(page, 'Mocks show the scale of the board'))
  expect(await page.title()).toBe('Mocks show the scale of the board · Sabi')
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await look('menu', page, page.getByRole('navigation', { name: 'Main' }))
})

test('a banner at a time, round and round, and exams by width', async ({ visit }) => {
  const { page } = await visit({ reducedMotion: 'reduce' })
  await page.goto('/')
  const banners = page.getByRole('group', { name: 'Highlights' })
  const [first, second] = ['Be ready before exam day.', 'Sit a whole mock']
  await seen(page, first)
  for (const [way, name] of [
    ['Next slide', second],
    ['Next slide', first],
    ['Previous slide', second],
  ]) {
    await banners.getByRole('button', { name: way }).click()
    await seen(page, name)
  }
  const exams = page.getByRole('region', { name: 'Exam Categories' }).getByRole('listitem')
  await exams.first().waitFor()
  for (const [width, most] of [
    [1000, 4],
    [999, 2],
    [600, 2],
    [599, 1],
  ]) {
    await page.setViewportSize({ width, height: 800 })
    const [one, list] = await Promise.all([
      exams.first().evaluate((card) => card.getBoundingClientRect().width),
      exams.first().evaluate((card) => card.parentElement?.clientWidth ?? 0),
    ])
    expect(Math.round(list / one), `${most} exams at ${width} px`).toBe(most)
  }
})

/** Waits until this heading is within the sides of the window. */
const seen = (page: Page, name: string) =>
  page.waitForFunction((text) => {
    const one = [...document.querySelectorAll('h2')].find((h2) => h2.textContent === text)
    const { left, right } = one?.getBoundingClientRect() ?? { left: -1, right: 0 }
    return left >= 0 && right <= window.innerWidth
  }, name)

test('questions are there at their own address', async ({ page }) => {
  for (const visits of [1, 2]) {
    await page.goto('/faqs')
    const asked = heading(page, 'How much data does a test take?')
    await asked.waitFor().catch((cause) => {
      throw new Error(`visit ${visits}`, { cause })
    })
  }
  await page.getByText('How much data does a test take?').click()
  await page.getByText('each answer is a few bytes').waitFor()
})

test('a card leads a visitor by the page of the exam to an account', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'WASSCE (WAEC)' }).click()
  await look('the page of an exam', page, title(page, 'WASSCE (WAEC)'))
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await page.waitForURL('**/login')
  const main = page.getByRole('main')
  await main.getByText('Create a free account to start WASSCE (WAEC), or log in.').waitFor()
  expect(await main.getByRole('link').first().textContent()).toBe('Register')
  const kept = await page.evaluate(() =>
    Object.fromEntries(
      ['examSlug', 'examName', 'maximumSubjects'].map((key) => [key, localStorage.getItem(key)]),
    ),
  )
  expect(kept).toStrictEqual({
    examSlug: '"wassce-waec-ssce"',
    examName: '"WASSCE (WAEC)"',
    maximumSubjects: '9',
  })
})

test('a signed-in user gets the dashboard without waiting', async ({ student: page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard')
})

test('a step goes to the top and to the heading, and back to where one was', async ({ page }) => {
  await page.goto('/')
  const more = page.getByRole('link', { name: /^Read More about / }).first()
  await more.waitFor()
  // Nothing above it may grow after it was scrolled to.
  await settled(page)
  await more.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  expect(left, `scrolled to ${left}`).toBeGreaterThan(500)
  await more.click()
  await page.locator('h1:focus').waitFor()
  await page.waitForFunction(() => window.scrollY === 0)
  await page.goBack()
  await heading(page, 'Latest News').waitFor()
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 200, left)
})

test('the forms arrive', async ({ server, visit }) => {
  const { page } = await visit({ viewport: phone })
  await page.goto('/contact-us')
  const form = page.getByRole('main')
  await form.getByLabel('First name').fill('Ada')
  await form.getByLabel('Last name').fill('Obi')
  await form.getByRole('textbox', { name: 'Email' }).fill('ada@obi.test')
  await form.getByLabel('Mobile number').fill('08030000000')
  await form.getByLabel('Subject').fill('A fault')
  await form.getByLabel('Message').fill('The light went.')
  // Another page and back: nothing typed is lost.
  await page.getByRole('contentinfo').getByRole('link', { name: 'News' }).click()
  await title(page, 'News').waitFor()
  await page.goBack()
  const message = form.getByLabel('Message')
  await expect(message).toHaveValue('The light went.')
  await form.getByRole('button', { name: 'Send message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Us Success' })
  await dialog.getByText('Thanks for contacting us, we will get back to you soon.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(await message.inputValue()).toBe('')

  const foot = page.getByRole('contentinfo')
  await foot.getByRole('textbox', { name: 'Email' }).fill('ada@obi.test')
  await foot.getByRole('button', { name: 'Subscribe' }).click()
  await foot.getByText('Thanks for subscribing our newsletter.').waitFor()

  const admin = await server.api('admin@sabi.test')
  const { data } = await admin('/admin/contactus')
  expect(JSON.stringify(data).includes('The light went.')).toBe(true)
  const letters = await admin('/admin/subscribenewsletter')
  expect(JSON.stringify(letters).includes('ada@obi.test')).toBe(true)
})

test('a call that fails leaves a sentence and a way on', async ({ page }) => {
  const calls = ['banners', 'home-setting', 'exam-types', 'get-testimonials', 'get-news-list']
  const broken = new RegExp(`/api/v1/(admin/)?(${calls.join('|')})`)
  await page.route(broken, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/')
  await heading(page, 'Be ready before exam day.').waitFor()
  await heading(page, 'Why Choose Us').waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.nth(1).waitFor()
  expect(await again.count()).toBe(2)
  await page.unroute(broken)
  await again.first().click()
  await page.getByRole('link', { name: 'JAMB UTME' }).waitFor()
})

test('phones do not fetch the drawings that they have no room for', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await heading(page, 'Latest News').waitFor()
  await page.waitForLoadState('networkidle')
  expect(pictures.filter((path) => !path.includes('favicon'))).toStrictEqual([])
})

test('pictures come into places that are kept for them, and no wider than those', async ({
  server,
  visit,
}) => {
  const quizId = await submittedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  const running = await startedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  const { data } = await running.call('/get-news-list')
  // So tall that every picture is near enough to be loaded; requests served by a worker do not
  // reach the route.
  const viewport = { width: phone.width, height: 6000 }
  const { page, context } = await visit({ viewport, serviceWorkers: 'block' })
  await signIn(page)
  let release = () => {}
  let late = Promise.resolve()
  await context.route('**/wide.svg*', async (route) => {
    await late
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="200"/>'
    await route.fulfill({ contentType: 'image/svg+xml', body })
  })
  // Everything that can have a picture has this one.
  await context.route('**/api/v1/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const illustrated = (key: string, value: unknown) =>
      /^(logo|image)$/.test(key) ? '/uploads/wide.svg' : value
    const json = JSON.parse(await response.text(), illustrated)
    await route.fulfill({ response, json })
  })
  for (const [path, name] of [
    ['/', 'Latest News'],
    ['/news', 'News'],
    [`/news/${data[0]._id}`, data[0].title],
    ['/dashboard', 'Dashboard'],
    [running.path, /^Question 1 of/],
    [`/practice-results-view/${quizId}`, /^Corrections/],
  ] as const) {
    late = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.goto(path)
    await page.getByRole('heading', { name }).first().waitFor()
    await page.locator('main img').first().waitFor({ state: 'attached' })
    const before = await atRest(page)
    release()
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('main img')?.naturalWidth ?? 0) > 0,
    )
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(places), `something moved on ${path}`).toStrictEqual(before)
    expect(await page.evaluate(unfit, phone.height), path).toStrictEqual([])
  }
})

/** The places of everything once all but the pictures has come. */
async function atRest(page: Page) {
  let last: string[] | undefined
  return eventually(async () => {
    const now = await page.evaluate(places)
    const before = last
    last = now
    await sleep(500)
    expect(now, 'the page does not come to rest').toStrictEqual(before)
    return now
  })
}

/** In the page: where everything begins and how high it is. */
function places() {
  return [...document.querySelectorAll('main *')].map((one) => {
    const { top, height } = one.getBoundingClientRect()
    return `${one.tagName} ${one.className}: ${Math.round(top)} ${Math.round(height)}`
  })
}

/** In the page: pictures that are wider than what holds them, or fetched long before they are seen. */
function unfit(fold: number) {
  return [...document.querySelectorAll<HTMLImageElement>('main img')]
    .filter((one) => {
      const { top, right, width } = one.getBoundingClientRect()
      const box = (one.parentElement ?? one).getBoundingClientRect()
      const waits = one.loading === 'lazy' && one.decoding === 'async'
      return width === 0 || right > box.right + 0.5 || (top > fold && !waits)
    })
    .map((one) => one.outerHTML)
}

test('the browser takes it for an app', async ({ page, context, server }) => {
  await page.goto('/')
  const session = await context.newCDPSession(page)
  const { url, errors, data } = await session.send('Page.getAppManifest')
  expect(url).toMatch(/\/manifest\.webmanifest$/)
  expect(errors).toStrictEqual([])
  const { start_url, icons } = JSON.parse(data ?? '')
  for (const path of [start_url, ...icons.map(({ src }: { src: string }) => src)]) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
  }
  const { headers } = await fetch(`${server.url}/manifest.webmanifest`)
  expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/)
})
