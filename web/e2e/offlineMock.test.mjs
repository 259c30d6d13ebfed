// A mock that is fetched ahead: opened and taken without a network, handed in when there is one again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, PATIENCE, phone, signIn, together, visit } from './harness.mjs'
import { silentLine } from './line.mjs'
import { axeFaults } from './look.mjs'

const house = together()
const name = 'JAMB UTME, Mock'

/** The student's results of mocks that were taken offline. */
async function taken(call) {
  const { user } = await call('/me')
  const { quizes } = await call(`/get-results/${user._id}?page=1&limit=100`)
  return quizes.filter(({ takenOffline }) => takenOffline)
}

test('a mock is fetched, taken without a network and handed in once', {
  timeout: 15 * PATIENCE,
}, async (t) => {
  const call = await house.server.api('student@sabi.test')
  const line = await silentLine(house.server)
  t.after(() => line.close())
  const { page, context } = await visit(
    { ...house, server: { url: line.url } },
    { viewport: phone },
  )
  t.after(() => context.close())
  await signIn(page)
  await page.goto('/offline')
  await page
    .getByRole('region', { name: 'JAMB UTME', exact: true })
    .getByRole('button', { name: 'Get a mock' })
    .click()
  await page.getByRole('heading', { name: 'Your mock for later' }).waitFor()
  await page.getByText('The app is on this device.').waitFor()
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFaults(page), [], colorScheme)
  }
  // Elsewhere it is named, and leads back here.
  await page.goto('/dashboard')
  await page.getByText(/^Fetched for later\. Open it by /).waitFor()
  await page.getByRole('button', { name: `Resume ${name}` }).click()
  await page.waitForURL('**/offline')
  await line.close()

  await page.goto('/offline')
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await page.getByRole('button', { name: 'Open and start' }).click()
  const question = (number) =>
    page.getByRole('heading', { name: new RegExp(`^Question ${number} of`) }).waitFor()
  await question(1)
  await page.getByRole('timer').first().waitFor()
  await page.keyboard.press('b')
  await page.keyboard.press('n')
  await question(2)
  await page.keyboard.press('c')
  await page.getByText(/^Saved on this device \d\d:\d\d$/).waitFor()
  await page.reload()
  await question(2)
  await eventually(async () =>
    assert.equal(await page.getByRole('radio').nth(2).isChecked(), true, 'the answer is gone'),
  )
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.waitForURL('**/offline')
  await page.getByText(/^Your answers are on this device\./).waitFor()
  assert.deepEqual(await taken(call), [], 'nothing has reached the server')

  await line.open()
  await page.goto('/dashboard')
  await eventually(async () => assert.equal((await taken(call)).length, 1))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [result] = await taken(call)
  assert.equal(result.correctCount + result.wrongCount, 2)
  await page.goto(`/practice-results/${result._id}`)
  await page.getByText('Taken offline').waitFor()
  await page.getByText('Sabi has received this test.').waitFor()
  assert.equal((await taken(call)).length, 1)
})
