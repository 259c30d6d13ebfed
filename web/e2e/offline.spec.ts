// Without a connection: the app says what can be done, and a stored test continues, with the fonts
// of its formulas, until the answers are sent by themselves.
import { startedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { faultsInBothSchemes } from './look.ts'
import { eventually } from './patience.ts'
import { figures, signIn } from './steps.ts'

/** In the page: whether the page for no connection is kept, and the window with its fonts. */
async function isKept() {
  const all = await navigator.serviceWorker.getRegistrations()
  const names = all.map(({ active }) => active && new URL(active.scriptURL).pathname)
  if (!names.includes('/sw.js') || !names.includes('/test-sw.js')) return false
  const kept = (await (await caches.open('sabi-test')).keys()).map(({ url }) => url)
  const has = (part: string) => kept.some((url) => url.includes(part))
  return has('KaTeX_Math') && has('maths') && has('/?attempt=')
}

test('opened without a connection it leads on with the test that is kept', async ({
  server,
  network,
  visit,
}) => {
  const started = await startedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  const { page } = await visit({ server: network, viewport: phone })
  await signIn(page)
  await page.getByText('Select Exam Type').waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(started.path)
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  await eventually(async () =>
    expect(
      await page.evaluate(isKept),
      'the window of the test is not kept with its fonts',
    ).toBeTruthy(),
  )

  await network.offline()
  await page.goto('/dashboard')
  const goOn = page.getByRole('link', { name: 'Continue: JAMB UTME, Practice, 2019' })
  await goOn.waitFor()
  expect(await faultsInBothSchemes(page)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(scrollWidth, 'it scrolls sideways').toBe(clientWidth)
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

  await network.online()
  await page.locator('[data-status=saved]').waitFor()
  const { attempt } = await started.call(`/attempts/${started.attempt._id}`)
  expect(attempt.answers.length).toBe(1)
  await page.goto('/dashboard')
  await page.getByText('Select Exam Type').waitFor()
})

test('a result says what its test has used', async ({ page, server }) => {
  const { path } = await startedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  await signIn(page, { at: path })
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  await page.keyboard.press('a')
  await page.locator('[data-status=saved]').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await figures(page).click()
  const used = await page.getByText(/^This test used \d+ KB of data\.$/).innerText()
  const kilobytes = Number(/\d+/.exec(used)?.[0])
  expect(kilobytes, used).toBeGreaterThanOrEqual(3)
  expect(kilobytes, used).toBeLessThan(1000)
})
