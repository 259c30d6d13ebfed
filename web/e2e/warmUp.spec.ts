// Before a first mock: five easy questions in the test window, by touch and by keys.

import { phone } from './browser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { look } from './look.ts'
import { signIn } from './steps.ts'

const question = (page: Page, number: number) =>
  page.getByRole('heading', { name: `Question ${number} of 5` }).waitFor()

test('a student warms up with five questions before a mock', async ({ student: page }) => {
  const sent: string[] = []
  await page.goto('/warm-up')
  await question(page, 1)
  page.on('request', (request) => sent.push(request.url()))
  await look('a question of the warm-up', page, page.getByRole('region', { name: 'What to try' }))
  await page.getByRole('radio').nth(2).click()
  await page.getByText('That is how you choose.').waitFor()
  await page.keyboard.press('n')
  await question(page, 2)
  await page.keyboard.press('b')
  await page.getByText('The keys choose an option.').waitFor()
  for (const key of ['n', 'p', 'n']) await page.keyboard.press(key)
  await page.getByText('You can go back at any time.').waitFor()
  for (const key of ['d', 'n', 'a', 'n']) await page.keyboard.press(key)
  await question(page, 5)
  await page.keyboard.press('b')
  await page.keyboard.press('s')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('y')
  await page.getByRole('heading', { name: 'You are ready' }).waitFor()
  await page.getByText('You got 5 of 5 right.').waitFor()
  expect(
    sent.filter((url) => url.includes('/api/v1/attempts') || url.includes('submit-result')),
  ).toStrictEqual([])
  await look('the end of the warm-up', page, page.getByRole('heading', { name: 'You are ready' }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/practise')
})

test('on a phone the guide and the question fit the width, and skipping leads back', async ({
  visit,
}) => {
  const { page } = await visit({ viewport: phone, hasTouch: true })
  await signIn(page, { at: '/warm-up' })
  await question(page, 1)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, `${wide} pixels`).toBeLessThanOrEqual(phone.width)
  await page.getByRole('radio').nth(2).tap()
  await page.getByText('That is how you choose.').waitFor()
  await page.getByRole('button', { name: 'Skip the warm-up' }).tap()
  await page.waitForURL('**/practise')
})
