// A mock that is fetched ahead: opened and taken without a network, handed in when there is one again.

import type { Call } from './api.ts'
import { phone } from './browser.ts'
import { expect, test } from './fixtures.ts'
import { faultsInBothSchemes } from './look.ts'
import { eventually } from './patience.ts'
import { signIn } from './steps.ts'

const name = 'JAMB UTME, Mock'

/** The student's results of mocks that were taken offline. */
async function taken(call: Call) {
  const { user } = await call('/me')
  const { quizes } = await call(`/get-results/${user._id}?page=1&limit=100`)
  return quizes.filter(({ takenOffline }) => takenOffline)
}

test('a mock is fetched, taken without a network and handed in once', async ({
  server,
  network,
  visit,
}) => {
  const call = await server.api('student@sabi.test')
  const { page } = await visit({ server: network, viewport: phone })
  await signIn(page, { at: '/offline' })
  await page
    .getByRole('region', { name: 'JAMB UTME', exact: true })
    .getByRole('button', { name: 'Get a mock' })
    .click()
  await page.getByRole('heading', { name: 'Your mock for later' }).waitFor()
  await page.getByText('The app is on this device.').waitFor()
  expect(await faultsInBothSchemes(page)).toEqual([])
  // Elsewhere it is named, and leads back here.
  await page.goto('/dashboard')
  await page.getByText(/^Saved for later\. Open it by /).waitFor()
  await page.getByRole('button', { name: `Continue ${name}` }).click()
  await page.waitForURL('**/offline')
  await network.offline()

  await page.goto('/offline')
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await page.getByRole('button', { name: 'Open and start' }).click()
  const question = (number: number) =>
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
    expect(await page.getByRole('radio').nth(2).isChecked(), 'the answer is gone').toBe(true),
  )
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.waitForURL('**/offline')
  await page.getByText(/^Your answers are on this device\./).waitFor()
  expect(await taken(call), 'nothing has reached the server').toStrictEqual([])

  await network.online()
  await page.goto('/dashboard')
  await eventually(async () => expect((await taken(call)).length).toBe(1))
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [result] = await taken(call)
  expect(result.correctCount + result.wrongCount).toBe(2)
  await page.goto(`/practice-results/${result._id}`)
  await page.getByText('Taken offline').waitFor()
  await page.getByText('Sabi has received this test.').waitFor()
  expect((await taken(call)).length).toBe(1)
})
