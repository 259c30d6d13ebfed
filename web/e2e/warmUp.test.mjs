// Before a first mock: five easy questions in the test window, by touch and by keys.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phone, signIn, together, visit } from './harness.mjs'
import { look } from './look.mjs'

const house = together()
const question = (page, number) =>
  page.getByRole('heading', { name: `Question ${number} of 5` }).waitFor()

test('a student warms up with five questions before a mock', async (t) => {
  const { page, context } = await visit(house)
  t.after(() => context.close())
  await signIn(page)
  const sent = []
  await page.goto('/warm-up')
  await question(page, 1)
  page.on('request', (request) => sent.push(request.url()))
  await look(
    t,
    'a question of the warm-up',
    page,
    page.getByRole('region', { name: 'What to try' }),
  )
  await page.getByRole('radio').nth(2).click()
  await page.getByText('That is how you choose.').waitFor()
  await page.keyboard.press('n')
  await question(page, 2)
  await page.keyboard.press('b')
  await page.getByText('The letters choose.').waitFor()
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
  assert.deepEqual(
    sent.filter((url) => url.includes('/api/v1/attempts') || url.includes('submit-result')),
    [],
  )
  await look(
    t,
    'the end of the warm-up',
    page,
    page.getByRole('heading', { name: 'You are ready' }),
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/practise')
})

test('on a phone the guide and the question fit the width, and skipping leads back', async (t) => {
  const { page, context } = await visit(house, { viewport: phone, hasTouch: true })
  t.after(() => context.close())
  await signIn(page)
  await page.goto('/warm-up')
  await question(page, 1)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= phone.width, `${wide} pixels`)
  await page.getByRole('radio').nth(2).tap()
  await page.getByText('That is how you choose.').waitFor()
  await page.getByRole('button', { name: 'Skip the warm-up' }).tap()
  await page.waitForURL('**/practise')
})
