// A visitor on a phone: how many taps it takes to the first marked question, what stands on the first
// screens, what the page of an exam says without scripts, and the score that is kept for an account.

import { phone } from './browser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { look, title } from './look.ts'
import { eventually } from './patience.ts'
import { appStarted, boxOf, signInByForm } from './steps.ts'

/** The taps on a page, counted by the page itself. */
const countTaps = (page: Page) =>
  page.addInitScript(() => {
    addEventListener(
      'click',
      () => sessionStorage.setItem('taps', String(1 + Number(sessionStorage.getItem('taps')))),
      true,
    )
  })

const taps = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('taps')))

/** The options of the question that is shown. */
const options = (page: Page) =>
  page.getByRole('region', { name: /^Try / }).getByRole('group').getByRole('button')

test('a visitor has a question marked with at most two taps, from the home page and from a card', async ({
  visit,
}) => {
  const start: [string, ((page: Page) => Promise<void>)[]][] = [
    ['home page', []],
    ['card of an exam', [(page) => page.getByRole('link', { name: 'JAMB UTME' }).first().tap()]],
  ]
  for (const [name, ways] of start) {
    const { page, context } = await visit({ viewport: phone, hasTouch: true })
    const written: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(`${request.method()} ${request.url()}`)
    })
    await countTaps(page)
    await page.goto('/')
    for (const way of ways) await way(page)
    // The home page has a question too, which is seen until the page of the exam is there.
    if (ways.length > 0) await page.waitForURL('**/exams/jamb-utme')
    await options(page).first().tap()
    await page.getByText(/^(Correct!|Not quite\.)/).waitFor()
    expect(await taps(page), `${await taps(page)} taps from the ${name}`).toBeLessThanOrEqual(2)
    expect(await options(page).and(page.locator('[data-mark=right]')).count()).toBe(1)
    await look(`a marked question by the ${name}`, page, page.getByText(/^(Correct!|Not quite)/))
    // Nothing is written on the server by a visitor.
    expect(written).toStrictEqual([])
    await context.close()
  }
})

test('a phone shows both ways in, a question in the hero, and the exams within two screens', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: phone })
  await page.goto('/')
  await appStarted(page)
  await options(page).first().waitFor()
  const bar = page.getByRole('banner')
  for (const name of ['Register', 'Login']) {
    const box = await boxOf(bar.getByRole('link', { name, exact: true }))
    expect(box.x, name).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width, name).toBeLessThanOrEqual(phone.width)
  }
  const exams = page.getByRole('region', { name: 'Exam Categories' })
  for (const name of ['JAMB UTME', 'WASSCE (WAEC)', 'POST UTME', 'JSCE (BECE)']) {
    const way = exams.getByRole('link', { name }).first()
    await way.waitFor()
    const { x, y, width, height } = await boxOf(way)
    expect(y + height, `${name} ends at ${y + height} px`).toBeLessThan(2 * phone.height)
    expect(x, `${name} is at ${x} px`).toBeGreaterThanOrEqual(0)
    expect(x + width, `${name} is at ${x} px`).toBeLessThanOrEqual(phone.width)
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `the page is ${wide} px wide`).toBeLessThanOrEqual(phone.width)
})

test('the page of an exam has its numbers without scripts', async ({ visit }) => {
  const { page } = await visit({ javaScriptEnabled: false })
  const response = await page.goto('/exams/jamb-utme')
  expect(response?.status()).toBe(200)
  await title(page, 'JAMB UTME').waitFor()
  const text = await page.locator('#root').innerText()
  for (const said of [
    /Use of English: 2019, \d+ questions/,
    /Yearly: ₦5,000 for 365 days/,
    /works on any phone/,
  ])
    expect(text).toMatch(said)
  const missing = await page.goto('/exams/none')
  expect(missing?.status()).toBe(404)
})

test('five answers, and their score comes along into an account', async ({ server, visit }) => {
  const call = await server.api('admin@sabi.test')
  const password = 'Correct-horse-7-battery'
  const person = {
    first_name: 'Ife',
    last_name: 'Ojo',
    email: 'ife@sabi.test',
    accountStatus: 'Active',
  }
  const json = { ...person, password, confirm_password: password }
  await call('/admin/customers/add', { method: 'POST', json })
  const { page } = await visit({ viewport: phone })
  await page.goto('/try/jamb-utme')
  let right = 0
  for (const n of [1, 2, 3, 4, 5]) {
    await page.getByRole('heading', { name: `Question ${n} of 5` }).waitFor()
    await options(page).first().click()
    await page.getByText(/^(Correct!|Not quite\.)/).waitFor()
    right += await page.getByText('Correct!').count()
    await page.getByRole('button', { name: n < 5 ? 'Next question' : 'See your score' }).click()
  }
  await page.getByRole('heading', { name: `You got ${right} of 5 right.` }).waitFor()
  await page.getByRole('link', { name: 'I have an account' }).click()
  await page.waitForURL('**/login')
  await page.getByText('Create a free account to start JAMB UTME, or log in.').waitFor()
  await signInByForm(page, 'ife@sabi.test', page.url())
  const said = page.getByText(`JAMB UTME: ${right} of 5 right.`)
  await said.waitFor()
  await page.goto('/profile')
  await said.waitFor()
  const student = await server.api('ife@sabi.test', password)
  await eventually(async () => {
    const { data } = await student('/me/visitor-scores')
    expect(data.map(({ exam, correct, total }) => [exam.slug, correct, total])).toStrictEqual([
      ['jamb-utme', right, 5],
    ])
  })
  // Apart from results.
  const { user } = await student('/me')
  expect((await student(`/get-results/${user._id}`)).total).toBe(0)
})
