// Everyday problems: no connection, a connection without answers, code that does not load, a
// session that ends or becomes somebody else's, a logout too early. No answer may be lost.
import { type Choices, type Started, startedTest } from './attempts.ts'
import { type BrowserContext, test as base, expect, type Page } from './fixtures.ts'
import { faults } from './look.ts'
import { eventually } from './patience.ts'
import { pickExam, signIn, signInByForm } from './steps.ts'

const phone = { width: 390, height: 844 }
const shots = process.env.SABI_SHOTS

async function look(page: Page, name: string) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
  expect(await faults(page), name).toStrictEqual([])
}

const practice: Choices = { exam: 'jamb-utme', mode: 'practice' }
const status = (page: Page, text: string | RegExp) =>
  page.locator('[data-status]').filter({ hasText: text }).waitFor()
const saved = (page: Page) => status(page, /^Saved \d\d:\d\d$/)
const question = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`^Question ${number} of`) }).waitFor()
const kept = (page: Page) => status(page, 'Offline: kept on this device')

/** The ids of the options chosen, by question, as the server holds them. */
async function held({ call, attempt }: Pick<Started, 'call' | 'attempt'>) {
  const { attempt: now } = await call(`/attempts/${attempt._id}`)
  return Object.fromEntries(now.answers.map(({ question, answer }) => [question, answer]))
}
const option = ({ paper }: Pick<Started, 'paper'>, number: number, index: number) =>
  paper.subjects[0].questions[number - 1].options[index]._id
const stem = ({ paper }: Pick<Started, 'paper'>, number: number) =>
  paper.subjects[0].questions[number - 1]._id

type Sitting = Started & { page: Page; context: BrowserContext }

const test = base.extend<{ sitting: (network?: { url: string }) => Promise<Sitting> }>({
  /** Opens a practice of the demo student's own, which is ended after the test. */
  sitting: async ({ server, visit }, use) => {
    const opened: Started[] = []
    await use(async (network = server) => {
      const started = await startedTest(server, practice)
      opened.push(started)
      const { page, context } = await visit({ server: network })
      await signIn(page, { at: started.path })
      await question(page, 1)
      return { ...started, page, context }
    })
    for (const { call, attempt } of opened) {
      await call(`/attempts/${attempt._id}/cancel`, { method: 'POST' }).catch(() => undefined)
    }
  },
})

/** In the page: whether the service worker is there, and the window with all that it loaded. */
async function isKept() {
  const kept = new Set()
  for (const { url } of await (await caches.open('sabi-test')).keys())
    kept.add(new URL(url).pathname)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = ['/', ...loaded.filter((path) => path.startsWith('/assets/'))]
  return navigator.serviceWorker.controller !== null && files.every((file) => kept.has(file))
}

test('a calculator that does not arrive takes no test along', async ({ server, visit }) => {
  const started = await startedTest(server, practice)
  // Requests of a worker cannot be blocked by a route here.
  const { page } = await visit({ serviceWorkers: 'block' })
  await signIn(page)
  // Until the page is reloaded, as needed in browsers that cache a failed import.
  let lost = true
  await page.route(/\/assets\/CalculatorDialog-[^/]*\.js/, (route) =>
    lost ? route.abort() : route.continue(),
  )
  await page.goto(started.path)
  await question(page, 1)
  await page.keyboard.press('a')
  await saved(page)
  await page.getByRole('button', { name: 'Calculator', exact: true }).click()
  await page.getByText('The calculator could not be loaded.').waitFor()
  await look(page, 'calculator-lost')
  let asked = 0
  page.on('dialog', () => {
    asked += 1
  })
  // A change of the address alone is no such load.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) lost = false
  })
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ])
  await question(page, 1)
  expect(asked).toBe(0)
  await page.getByRole('button', { name: 'Calculator', exact: true }).click()
  await page.getByRole('textbox', { name: 'Expression' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await question(page, 2)
  expect(await held(started)).toStrictEqual({ [stem(started, 1)]: option(started, 1, 0) })
  await started.call(`/attempts/${started.attempt._id}/cancel`, { method: 'POST' })
})

test('a step that does not arrive leaves the page standing', async ({ visit }) => {
  // Requests of a worker, which may start again and take over at any time, do not reach the route.
  const { page } = await visit({ serviceWorkers: 'block' })
  await signIn(page)
  const lost = /\/assets\/AssessmentStep-[^/]*\.js/
  await page.route(lost, (route) => route.abort())
  await pickExam(page, 'JAMB UTME')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('This page could not be loaded.').waitFor()
  await page.getByRole('link', { name: 'Results' }).waitFor()
  await look(page, 'step-lost')
  await page.unroute(lost)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Mode of Assessment' }).waitFor()
})

test('nothing asked for while offline starts by itself afterwards', async ({
  student: page,
  server,
}) => {
  const context = page.context()
  const choose = (name: string) => page.getByText(name, { exact: true }).click()
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  await pickExam(page, 'JAMB UTME')
  await next()
  await page.getByRole('heading', { name: 'Mode of Assessment', level: 1 }).waitFor()
  await choose('Study')
  await next()
  await page.getByRole('heading', { name: 'Registered Subjects', level: 1 }).waitFor()
  await choose('Mathematics')
  await page.getByRole('button', { name: '2019', exact: true }).click()
  await next()
  await page.getByRole('heading', { name: 'Select Topics' }).waitFor()
  await next()
  await page.getByRole('heading', { name: 'Start Exam', level: 1 }).waitFor()
  const read = await server.api('student@sabi.test')
  const running = async () => (await read('/attempts?state=running')).data.length
  const before = await running()
  await context.setOffline(true)
  await page.getByText("You're offline.").waitFor()
  await look(page, 'offline')
  await page.getByRole('button', { name: 'Start Exam' }).click()
  await page.getByText('Sabi is not responding.').waitFor()
  expect(context.pages(), 'a window of the browser’s error is open').toEqual([page])
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await context.setOffline(false)
  await page.getByText("You're offline.").waitFor({ state: 'detached' })
  // One more call reaches the server and is answered.
  await page.getByRole('link', { name: 'Results' }).click()
  await page.getByRole('heading', { name: 'Results' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(sent).toStrictEqual([])
  expect(await running()).toBe(before)
})

test('a reload on a line that says nothing opens the test from its copy', async ({
  network,
  sitting,
}) => {
  const { page } = await sitting(network)
  await page.keyboard.press('b')
  await saved(page)
  await eventually(async () =>
    expect(await page.evaluate(isKept), 'the window of the test is not kept').toBeTruthy(),
  )
  network.fallSilent()
  await page.reload({ waitUntil: 'commit' })
  await question(page, 1)
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await kept(page)
})

test('a session that ended holds nothing up but a sign-in', async ({ sitting }) => {
  const { page, context, ...started } = await sitting()
  await page.keyboard.press('a')
  await saved(page)
  await context.clearCookies()
  await page.keyboard.press('n')
  await page.keyboard.press('d')
  await status(page, 'Logged out: kept on this device')
  await look(page, 'signed-out')
  await page.getByRole('button', { name: 'View Answer' }).click()
  await page.getByText('Log in again to view the answer.').waitFor()
  await look(page, 'signed-out-view')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Log in again to submit them.').waitFor()
  await look(page, 'signed-out-submit')
  await dialog.getByRole('link', { name: 'Log in again' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('student@sabi.test')
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7-battery')
  await page.getByRole('button', { name: 'Login' }).click()
  await question(page, 2)
  await saved(page)
  expect(await held(started)).toStrictEqual({
    [stem(started, 1)]: option(started, 1, 0),
    [stem(started, 2)]: option(started, 2, 3),
  })
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.waitForURL(/\/practice-results\//)
})

test('another account in another tab gets nothing of this one', async ({ sitting }) => {
  const { page, context, ...started } = await sitting()
  await page.keyboard.press('a')
  await saved(page)
  const dashboard = await context.newPage()
  await dashboard.goto('/dashboard')
  await dashboard.getByText('Select Exam Type').waitFor()
  const elsewhere = await context.newPage()
  await elsewhere.goto('/dashboard')
  // Calls while nobody is logged in must not end the next session.
  let swapped = Promise.resolve()
  await dashboard.route('**/api/**', (route) => swapped.then(() => route.continue()))
  swapped = context
    .clearCookies()
    .then(() => signInByForm(elsewhere, 'admin@sabi.test', '/admin/login'))
  await swapped

  await dashboard.getByRole('heading', { name: /is logged in now$/ }).waitFor()
  expect(await dashboard.getByText('Select Exam Type').count()).toBe(0)
  await look(dashboard, 'another-account')
  await page.getByText(/has logged in from another tab/).waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await page.keyboard.press('n')
  await page.keyboard.press('b')
  await status(page, 'Logged out: kept on this device')
  await look(page, 'another-account-test')
  expect(sent, 'nothing is sent as somebody else').toStrictEqual([])

  await context.clearCookies()
  await signInByForm(elsewhere)
  await saved(page)
  expect(await held(started)).toStrictEqual({
    [stem(started, 1)]: option(started, 1, 0),
    [stem(started, 2)]: option(started, 2, 1),
  })
})

test('answers that came too late are listed before they are deleted', async ({ sitting }) => {
  const { page, context, ...started } = await sitting()
  await page.keyboard.press('a')
  await saved(page)
  await context.setOffline(true)
  await page.keyboard.press('n')
  await page.keyboard.press('b')
  await kept(page)
  await started.call('/submit-result', {
    method: 'POST',
    json: { attemptId: started.attempt._id, answered: [] },
  })
  await context.setOffline(false)
  await page.getByText('1 answer could not be sent in time').waitFor()
  await page.getByText('Your answer: B').waitFor()
  await look(page, 'too-late')
  // It was not dismissed: it is shown again, on the dashboard too.
  await page.goto('/dashboard')
  await page.getByRole('region', { name: 'Answers kept on this device' }).waitFor()
  await look(page, 'kept-dashboard')
  await page.getByRole('link', { name: /^Open JAMB UTME/ }).click()
  await page.getByRole('button', { name: 'I have read this. Continue' }).click()
  await page.waitForURL(/\/practice-results\//)
  await page.goto('/dashboard')
  await page.getByText('Select Exam Type').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText('Answers kept on this device').count()).toBe(0)
})

test('a logout sends what waits on the device first', async ({ sitting }) => {
  const { page, context, ...started } = await sitting()
  await page.keyboard.press('a')
  await saved(page)
  const dashboard = await context.newPage()
  await dashboard.goto('/dashboard')
  await dashboard.getByText('Select Exam Type').waitFor()
  await context.setOffline(true)
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await kept(page)
  await page.close()
  await context.setOffline(false)

  await dashboard.getByRole('button', { name: 'Log Out' }).click()
  await dashboard.getByRole('dialog', { name: '1 answer not sent' }).waitFor()
  await look(dashboard, 'logout')
  await dashboard.getByRole('button', { name: 'Send now and log out' }).click()
  await dashboard.waitForURL(/\/login$/)
  // A logout ends the session of its browser alone: not that of the calls past it.
  expect((await held(started))[stem(started, 2)]).toBe(option(started, 2, 2))
  const left = await dashboard.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('sabi.attempt.')),
  )
  expect(left).toStrictEqual([])
})

test('a phone sorts, and rows that are on their way out do nothing', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await signIn(page, { as: 'admin@sabi.test', at: '/admin/question-subjects' })
  await page.getByRole('link', { name: 'View Mathematics' }).first().click()
  await page.getByRole('link', { name: /topics and sections of 2019/ }).click()
  await page.getByRole('link', { name: 'View all questions', exact: true }).click()
  const row = page.locator('tbody tr').first()
  await row.waitFor()
  const first = await row.innerText()
  await page.getByLabel('Sort by').selectOption('Question, descending')
  await page.waitForFunction(
    (text) => document.querySelector<HTMLElement>('tbody tr')?.innerText !== text,
    first,
  )
  await look(page, 'questions')
  await page.setViewportSize(phone)

  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/page=2/, async (route) => {
    await late
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.locator('table[aria-busy=true]').waitFor()
  expect(await row.innerText()).toMatch(/^1\s/)
  expect(await row.getByRole('button', { name: /^Delete/ }).isDisabled()).toBe(true)
  if (shots) await page.screenshot({ path: `${shots}/questions-busy.png` })
  arrive()
  await page.locator('table:not([aria-busy])').waitFor()
  expect(await row.innerText()).toMatch(/^11\s/)
})
