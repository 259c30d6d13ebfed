// Without a connection: the app says what can be done, and a stored test continues, with the fonts
// of its formulas, until the answers are sent by themselves.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startedTest } from './attempts.mjs'
import { eventually, figures, phone, signIn, together, visit } from './harness.mjs'
import { silentLine } from './line.mjs'
import { axeFaults } from './look.mjs'

const house = together()

/** In the page: whether the page for no connection is kept, and the window with its fonts. */
async function isKept() {
  const all = await navigator.serviceWorker.getRegistrations()
  const names = all.map(({ active }) => active && new URL(active.scriptURL).pathname)
  if (!names.includes('/sw.js') || !names.includes('/test-sw.js')) return false
  const kept = (await (await caches.open('sabi-test')).keys()).map(({ url }) => url)
  const has = (part) => kept.some((url) => url.includes(part))
  return has('KaTeX_Math') && has('maths') && has('/?attempt=')
}

test('opened without a connection it leads on with the test that is kept', async (t) => {
  const started = await startedTest(house.server, { exam: 'jamb-utme', mode: 'practice' })
  const line = await silentLine(house.server)
  t.after(() => line.close())
  const { page, context } = await visit(
    { ...house, server: { url: line.url } },
    { viewport: phone },
  )
  t.after(() => context.close())
  await signIn(page)
  await page.getByText('Select Exam Type').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(started.path)
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  await eventually(async () =>
    assert.ok(await page.evaluate(isKept), 'the window of the test is not kept with its fonts'),
  )

  await line.close()
  await page.goto('/dashboard')
  const goOn = page.getByRole('link', { name: 'Continue: JAMB UTME, Practice, 2019' })
  await goOn.waitFor()
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFaults(page), [], colorScheme)
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.scrollingElement.scrollWidth,
    clientWidth: document.scrollingElement.clientWidth,
  }))
  assert.equal(scrollWidth, clientWidth, 'it scrolls sideways')
  if (process.env.SABI_SHOTS)
    await page.screenshot({ path: `${process.env.SABI_SHOTS}/offline.png` })
  await goOn.click()
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  await page.keyboard.press('b')
  await page.locator('[data-status=offline]').waitFor()
  await page.getByRole('tab', { name: 'Mathematics' }).click()
  await page.locator('.katex').first().waitFor()
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => /KaTeX_Math/.test(family) && status === 'loaded',
    ),
  )

  await line.open()
  await page.locator('[data-status=saved]').waitFor()
  const { attempt } = await started.call(`/attempts/${started.attempt._id}`)
  assert.equal(attempt.answers.length, 1)
  await page.goto('/dashboard')
  await page.getByText('Select Exam Type').waitFor()
})

test('a result says what its test has used', async (t) => {
  const { path } = await startedTest(house.server, { exam: 'jamb-utme', mode: 'practice' })
  const { page, context } = await visit(house)
  t.after(() => context.close())
  await signIn(page)
  await page.goto(path)
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  await page.keyboard.press('a')
  await page.locator('[data-status=saved]').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await figures(page).click()
  const used = await page.getByText(/^This test used \d+ KB of data\.$/).innerText()
  const kilobytes = Number(/\d+/.exec(used)[0])
  assert.ok(kilobytes >= 3 && kilobytes < 1000, used)
})
