// A written answer in mathematics: the maths keys, and photographs of the working, added without a
// connection and sent later, for the student and the moderator to see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startedTest } from './attempts.mjs'
import { eventually, phone, signIn, together, visit } from './harness.mjs'
import { axeFaults } from './look.mjs'

const house = together()

/** Larger than the server takes, so that the device has to compress it. */
const photograph = fileURLToPath(new URL('../../docs/screens/console.png', import.meta.url))

/** In the page: whether the tools of written answers are kept for a start without a connection. */
async function isKept() {
  const kept = (await (await caches.open('sabi-test')).keys()).map(({ url }) => url)
  const has = (part) => kept.some((url) => url.includes(part))
  return has('EssayTools') && has('/?attempt=')
}

/** Waits until a picture is drawn; gives its width in pixels. */
async function widthOf(picture) {
  await picture.scrollIntoViewIfNeeded()
  return eventually(async () => {
    const width = await picture.evaluate((image) => image.complete && image.naturalWidth)
    assert.ok(width > 0, 'the photograph is not drawn')
    return width
  })
}

test('a working is written with keys and photographed, offline too, and reaches the moderator', async (t) => {
  const started = await startedTest(house.server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  const { page, context } = await visit(house, { viewport: phone })
  t.after(() => context.close())
  await signIn(page)
  await page.goto(started.path)
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  const answer = page.getByRole('textbox', { name: /Your answer/ })
  const press = (name) => page.getByRole('button', { name, exact: true }).click()

  await answer.fill('x = b+1')
  await answer.evaluate((field) => field.setSelectionRange(4, 7))
  await press('Square root')
  await eventually(async () => assert.equal(await answer.inputValue(), 'x = √(b+1)'))
  await page.keyboard.press('Control+z')
  await eventually(async () => assert.equal(await answer.inputValue(), 'x = b+1'))
  await press('Squared')
  await eventually(async () => assert.match(await answer.inputValue(), /²/))
  await press('Greek letters')
  await press('theta')
  const written = await answer.inputValue()
  assert.ok(written.includes('θ'), written)
  await page.locator('[data-status=saved]').waitFor()

  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFaults(page), [], colorScheme)
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.scrollingElement.scrollWidth,
    clientWidth: document.scrollingElement.clientWidth,
  }))
  assert.equal(scrollWidth, clientWidth, 'it scrolls sideways')

  await eventually(async () =>
    assert.ok(await page.evaluate(isKept), 'the tools of the answer are not kept'),
  )
  await context.setOffline(true)
  await page.getByLabel('Choose a photograph').setInputFiles(photograph)
  await page.getByText('Kept on this device. Sent when you have network.').waitFor()
  // It survives the page.
  await page.reload()
  await page.getByRole('img', { name: 'Photograph 1' }).waitFor()
  await page.getByText('Kept on this device. Sent when you have network.').waitFor()
  if (process.env.SABI_SHOTS)
    await page.screenshot({ path: `${process.env.SABI_SHOTS}/essay.png`, fullPage: true })

  await context.setOffline(false)
  await page.getByText('Sent', { exact: true }).waitFor()
  const { data } = await started.call(`/attempts/${started.attempt._id}/photographs`)
  assert.equal(data.length, 1)
  assert.ok(data[0].bytes <= 150 * 1024, `${data[0].bytes} bytes`)
  assert.ok(Math.max(data[0].width, data[0].height) <= 1280, 'it was not made smaller')

  // One more, taken away again.
  await page.getByLabel('Choose a photograph').setInputFiles(photograph)
  await page.getByRole('button', { name: 'Remove photograph 2' }).click()
  await eventually(async () => {
    const { data } = await started.call(`/attempts/${started.attempt._id}/photographs`)
    assert.equal(data.length, 1)
  })

  await page.getByRole('button', { name: 'Submit Test' }).click()
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.waitForURL(/theories-grade/)
  const own = await widthOf(page.getByRole('img', { name: 'Photograph 1' }))
  assert.equal(own, data[0].width)

  const quiz = /theories-grade\/([^/?]+)/.exec(page.url())[1]
  const { page: desk, context: office } = await visit(house)
  t.after(() => office.close())
  await signIn(desk, 'admin@sabi.test', '/admin/login')
  await desk.goto(`/admin/user-theories-exam/${quiz}`)
  await desk.getByText(written).waitFor()
  assert.equal(await widthOf(desk.getByRole('img', { name: 'Photograph 1' })), own)
})

test('nothing moves when the formulas of a question come late', async (t) => {
  const started = await startedTest(house.server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  const { page, context } = await visit(house, { viewport: phone })
  t.after(() => context.close())
  await signIn(page)
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route(/\/maths-[^/]*\.js$/, async (route) => {
    await page.getByRole('main').waitFor()
    await page.waitForTimeout(1_000)
    await route.continue()
  })
  await page.goto(started.path)
  await page.locator('.katex').first().waitFor()
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate(() => window.shift)
  assert.ok(shift <= 0.02, `moved by ${shift}`)
})
