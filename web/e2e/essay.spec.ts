// A written answer in mathematics: the maths keys, and photographs of the working, added without a
// connection and sent later, for the student and the moderator to see.
import { fileURLToPath } from 'node:url'
import { startedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { expect, type Locator, test } from './fixtures.ts'
import { faultsInBothSchemes } from './look.ts'
import { eventually } from './patience.ts'
import { countShifts, shifts, signIn } from './steps.ts'

/** Larger than the server takes, so that the device has to compress it. */
const photograph = fileURLToPath(new URL('../../docs/screens/console.png', import.meta.url))

/** In the page: whether the tools of written answers are kept for a start without a connection. */
async function isKept() {
  const kept = (await (await caches.open('sabi-test')).keys()).map(({ url }) => url)
  const has = (part: string) => kept.some((url) => url.includes(part))
  return has('EssayTools') && has('/?attempt=')
}

/** Waits until a picture is drawn; gives its width in pixels. */
async function widthOf(picture: Locator) {
  await picture.scrollIntoViewIfNeeded()
  return eventually(async () => {
    const width = await picture.evaluate(
      (image: HTMLImageElement) => image.complete && image.naturalWidth,
    )
    expect(width, 'the photograph is not drawn').toBeGreaterThan(0)
    return width
  })
}

test('a working is written with keys and photographed, offline too, and reaches the moderator', async ({
  server,
  visit,
}) => {
  const started = await startedTest(server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  const { page, context } = await visit({ viewport: phone })
  await signIn(page, { at: started.path })
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  const answer = page.getByRole('textbox', { name: /Your answer/ })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await answer.fill('x = b+1')
  await answer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 7))
  await press('Square root')
  await expect(answer).toHaveValue('x = √(b+1)')
  await page.keyboard.press('Control+z')
  await expect(answer).toHaveValue('x = b+1')
  await press('Squared')
  await eventually(async () => expect(await answer.inputValue()).toMatch(/²/))
  await press('Greek letters')
  await press('theta')
  const written = await answer.inputValue()
  expect(written.includes('θ'), written).toBe(true)
  await page.locator('[data-status=saved]').waitFor()

  expect(await faultsInBothSchemes(page)).toEqual([])
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(scrollWidth, 'it scrolls sideways').toBe(clientWidth)

  await eventually(async () =>
    expect(await page.evaluate(isKept), 'the tools of the answer are not kept').toBeTruthy(),
  )
  await context.setOffline(true)
  await page.getByLabel('Choose a photo').setInputFiles(photograph)
  await page.getByText('Kept on this device until you are back online.').waitFor()
  // It survives the page.
  await page.reload()
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await page.getByText('Kept on this device until you are back online.').waitFor()
  if (process.env.SABI_SHOTS)
    await page.screenshot({ path: `${process.env.SABI_SHOTS}/essay.png`, fullPage: true })

  await context.setOffline(false)
  await page.getByText('Sent', { exact: true }).waitFor()
  const { data } = await started.call(`/attempts/${started.attempt._id}/photographs`)
  expect(data.length).toBe(1)
  expect(data[0].bytes, `${data[0].bytes} bytes`).toBeLessThanOrEqual(150 * 1024)
  expect(Math.max(data[0].width, data[0].height), 'it was not made smaller').toBeLessThanOrEqual(
    1280,
  )

  // One more, taken away again.
  await page.getByLabel('Choose a photo').setInputFiles(photograph)
  await expect(page.getByText('Sent', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await eventually(async () => {
    const { data } = await started.call(`/attempts/${started.attempt._id}/photographs`)
    expect(data.length).toBe(1)
  })

  await page.getByRole('button', { name: 'Submit Test' }).click()
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.waitForURL(/theories-grade/)
  const own = await widthOf(page.getByRole('img', { name: 'Photo 1' }))
  expect(own).toBe(data[0].width)

  const quiz = /theories-grade\/([^/?]+)/.exec(page.url())?.[1]
  const { page: desk } = await visit()
  await signIn(desk, { as: 'admin@sabi.test', at: `/admin/user-theories-exam/${quiz}` })
  await desk.getByText(written).waitFor()
  expect(await widthOf(desk.getByRole('img', { name: 'Photo 1' }))).toBe(own)
})

test('nothing moves when the formulas of a question come late', async ({ server, visit }) => {
  const started = await startedTest(server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  const { page } = await visit({ viewport: phone })
  await signIn(page)
  await countShifts(page)
  await page.route(/\/maths-[^/]*\.js$/, async (route) => {
    await page.getByRole('main').waitFor()
    await page.waitForTimeout(1_000)
    await route.continue()
  })
  await page.goto(started.path)
  await page.locator('.katex').first().waitFor()
  await page.waitForLoadState('networkidle')
  const shift = await shifts(page)
  expect(shift, `moved by ${shift}`).toBeLessThanOrEqual(0.02)
})
