// A visitor on a phone: how many taps it takes to the first marked question, what stands on the first
// screens, what the page of an exam says without scripts, and the score that is kept for an account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appStarted, eventually, phone, signIn, together, visit } from './harness.mjs'
import { look, title } from './look.mjs'

const house = together()

/** The taps on a page, counted by the page itself. */
const countTaps = (page) =>
  page.addInitScript(() => {
    addEventListener(
      'click',
      () => sessionStorage.setItem('taps', String(1 + Number(sessionStorage.getItem('taps')))),
      true,
    )
  })

const taps = (page) => page.evaluate(() => Number(sessionStorage.getItem('taps')))

/** The options of the question that is shown. */
const options = (page) =>
  page.getByRole('region', { name: /^Try / }).getByRole('group').getByRole('button')

test('a visitor has a question marked with at most two taps, from the home page and from a card', async (t) => {
  for (const [name, ways] of [
    ['home page', []],
    ['card of an exam', [(page) => page.getByRole('link', { name: 'JAMB UTME' }).first().tap()]],
  ]) {
    const { page, context } = await visit(house, { viewport: phone, hasTouch: true })
    const written = []
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
    assert.ok((await taps(page)) <= 2, `${await taps(page)} taps from the ${name}`)
    assert.equal(await options(page).and(page.locator('[data-mark=right]')).count(), 1)
    await look(t, `a marked question by the ${name}`, page, page.getByText(/^(Correct!|Not quite)/))
    // Nothing is written on the server by a visitor.
    assert.deepEqual(written, [])
    await context.close()
  }
})

test('a phone shows both ways in, a question in the hero, and the exams within two screens', async () => {
  const { page, context } = await visit(house, { viewport: phone })
  await page.goto('/')
  await appStarted(page)
  await options(page).first().waitFor()
  const bar = page.getByRole('banner')
  for (const name of ['Register', 'Login']) {
    const box = await bar.getByRole('link', { name, exact: true }).boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= phone.width, name)
  }
  const exams = page.getByRole('region', { name: 'Exam Categories' })
  for (const name of ['JAMB UTME', 'WASSCE (WAEC)', 'POST UTME', 'JSCE (BECE)']) {
    const way = exams.getByRole('link', { name }).first()
    await way.waitFor()
    const { x, y, width, height } = await way.boundingBox()
    assert.ok(y + height < 2 * phone.height, `${name} ends at ${y + height} px`)
    assert.ok(x >= 0 && x + width <= phone.width, `${name} is at ${x} px`)
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= phone.width, `the page is ${wide} px wide`)
  await context.close()
})

test('the page of an exam has its numbers without scripts', async () => {
  const { page, context } = await visit(house, { javaScriptEnabled: false })
  const response = await page.goto('/exams/jamb-utme')
  assert.equal(response.status(), 200)
  await title(page, 'JAMB UTME').waitFor()
  const text = await page.locator('#root').innerText()
  for (const said of [
    /Use of English: 2019, \d+ questions/,
    /Yearly: ₦5,000 for 365 days/,
    /works on any phone/,
  ])
    assert.match(text, said)
  const missing = await page.goto('/exams/none')
  assert.equal(missing.status(), 404)
  await context.close()
})

test('five answers, and their score comes along into an account', async () => {
  const call = await house.server.api('admin@sabi.test')
  const password = 'Correct-horse-7-battery'
  const person = {
    first_name: 'Ife',
    last_name: 'Ojo',
    email: 'ife@sabi.test',
    accountStatus: 'Active',
  }
  const json = { ...person, password, confirm_password: password }
  await call('/admin/customers/add', { method: 'POST', json })
  const { page, context } = await visit(house, { viewport: phone })
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
  await signIn(page, 'ife@sabi.test', page.url())
  const said = page.getByText(`JAMB UTME: ${right} of 5 right.`)
  await said.waitFor()
  await page.goto('/profile')
  await said.waitFor()
  const student = await house.server.api('ife@sabi.test', password)
  await eventually(async () => {
    const { data } = await student('/me/visitor-scores')
    assert.deepEqual(
      data.map(({ exam, correct, total }) => [exam.slug, correct, total]),
      [['jamb-utme', right, 5]],
    )
  })
  // Apart from results.
  const { user } = await student('/me')
  assert.equal((await student(`/get-results/${user._id}`)).total, 0)
  await context.close()
})
