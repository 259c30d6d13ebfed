// Three days in a village: a student downloads questions, practises without a network, reloads in between,
// and comes back. Each test is handed in once, with its result, also while no page is open.

import { offlineResults, startedTest, submittedTest } from './attempts.ts'
import {
  type BrowserContext,
  expect,
  type Network,
  type Page,
  test,
  type Visit,
} from './fixtures.ts'
import { faultsInBothSchemes } from './look.ts'
import { eventually } from './patience.ts'
import { downloadAll, studentOn } from './people.ts'
import { pickCard } from './steps.ts'

const DAY = 86_400_000
const exam = 'JAMB UTME'

/** A student who has downloaded everything. */
async function student(network: Network, visit: Visit) {
  const found = await studentOn(network, visit)
  await downloadAll(found.page)
  return found
}

const question = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`^Question ${number} of`) }).waitFor()

/** Answers the first `count` questions with B. */
async function answer(page: Page, count: number) {
  for (let number = 1; number <= count; number += 1) {
    await question(page, number)
    await page.keyboard.press('b')
    if (number < count) await page.keyboard.press('n')
  }
  await page.getByText(/^Saved on this device \d\d:\d\d$/).waitFor()
}

/** Ends the test; gives the id of its result on the device. */
async function submit(page: Page) {
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.waitForURL(/\/practice-results\/offline-/)
  await page.getByText('Practised offline').waitFor()
  await page.getByText(/^Waiting to be sent\./).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1)
}

/** In the page: how many mocks keep questions shut. */
const countLocks = () =>
  new Promise((done) => {
    const opening = indexedDB.open('sabi-offline')
    opening.onsuccess = () => {
      const counting = opening.result.transaction('locks').objectStore('locks').count()
      counting.onsuccess = () => {
        opening.result.close()
        done(counting.result)
      }
    }
  })

/** Moves the device's clock ahead by this number of days. */
const inDays = (context: BrowserContext, days: number) =>
  context.clock.setSystemTime(Date.now() + days * DAY)

test('three days without a network are handed in once', async ({ server, network, visit }) => {
  // So that there is something to repeat.
  await submittedTest(server, { exam: 'jamb-utme', mode: 'practice', questions: 30 })
  const { page, context } = await student(network, visit)
  const call = await server.api('student@sabi.test')
  const before = await offlineResults(call)
  await network.offline()

  // The first day: what Today asks, with a reload in the middle.
  await inDays(context, 0)
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today, offline' })
  await today
    .getByText(/questions? to repeat$/)
    .first()
    .waitFor()
  expect(await faultsInBothSchemes(page)).toEqual([])
  await today.getByRole('button', { name: `Start today’s questions for ${exam} offline` }).click()
  await answer(page, 3)
  await page.reload()
  await question(page, 3)
  await eventually(async () =>
    expect(await page.getByRole('radio').nth(1).isChecked(), 'the answer is gone').toBe(true),
  )
  const first = await submit(page)
  await page.getByRole('link', { name: 'View Corrections' }).click()
  await page.getByRole('heading', { name: 'Question 1', exact: true }).waitFor()
  await page.goto('/dashboard')
  await today.getByText('Done for today. Well done!').first().waitFor()

  // The second day: the mistakes, and the app is killed before the end.
  await inDays(context, 1)
  await page.goto('/practise?offline=mistakes')
  await page.getByRole('button', { name: 'Start offline' }).click()
  await answer(page, 2)
  await page.close()
  const again = await context.newPage()
  await again.goto('/dashboard')
  await again
    .getByRole('link', { name: `Continue ${exam}, Study` })
    .or(again.getByRole('link', { name: `Continue ${exam}, Practice` }))
    .first()
    .click()
  await question(again, 2)
  const second = await submit(again)

  // The third day: practice of a year, with a clock.
  await inDays(context, 2)
  await again.goto('/practise')
  await pickCard(again, 'Practice')
  await again.getByRole('button', { name: 'Start offline' }).click()
  await again.getByRole('timer').first().waitFor()
  await answer(again, 2)
  const third = await submit(again)
  expect(new Set([first, second, third]).size).toBe(3)

  // Nothing has reached the server so far.
  expect((await offlineResults(call)).length).toBe(before.length)
  await network.online()
  await again.goto('/dashboard')
  await eventually(async () => expect((await offlineResults(call)).length).toBe(before.length + 3))
  // Again and again changes nothing.
  await again.goto('/offline')
  await again.getByRole('heading', { level: 1 }).waitFor()
  await again.reload()
  await again.goto(`/practice-results/${third}`)
  await again.waitForURL((url) => !url.pathname.includes('offline-'))
  await again.getByText('Practised offline').waitFor()
  await again.getByText('Sabi has received this test.').waitFor()
  const results = await offlineResults(call)
  expect(results.length).toBe(before.length + 3)
  expect(new Set(results.map(({ _id }) => _id)).size).toBe(results.length)
})

/**
 * Starts the service worker anew and fires its `sync` event twice, as a browser may that has a network again.
 * Only what a page of the context may see is reached, so an empty one stays open until the test ends.
 */
async function dispatchSync(context: BrowserContext, origin: string) {
  const devTools = await context.newCDPSession(await context.newPage())
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted,
      )
      if (own) resolve(own.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devTools.send('ServiceWorker.stopAllWorkers')
  const event = { origin, registrationId, tag: 'hand-in', lastChance: false }
  const fire = () => devTools.send('ServiceWorker.dispatchSyncEvent', event)
  await Promise.all([fire(), fire()])
}

/** In the page: what the browser is to do once there is a network. */
const syncTags = async () => {
  const registration = await navigator.serviceWorker.ready
  // Only Chromium has it.
  const { sync } = registration as unknown as { sync: { getTags: () => Promise<string[]> } }
  return sync.getTags()
}

test('a test is sent after the last page was closed, and the next page says so', async ({
  server,
  network,
  visit,
}) => {
  const { page, context } = await student(network, visit)
  const call = await server.api('student@sabi.test')
  const before = await offlineResults(call)
  await network.offline()
  await page.goto('/practise?offline=bank')
  await page.getByRole('button', { name: 'Start offline' }).click()
  await answer(page, 2)
  const id = await submit(page)
  await eventually(async () => expect(await page.evaluate(syncTags)).toStrictEqual(['hand-in']))
  await page.close()

  await network.online()
  expect((await offlineResults(call)).length, 'it was sent before the event').toBe(before.length)
  await dispatchSync(context, network.url)
  await eventually(async () => expect((await offlineResults(call)).length).toBe(before.length + 1))

  const next = await context.newPage()
  await next.goto('/dashboard')
  await next.getByText('The test you took offline has been sent.').waitFor()
  await next.goto(`/practice-results/${id}`)
  await next.waitForURL((url) => !url.pathname.includes('offline-'))
  await next.getByText('Sabi has received this test.').waitFor()
  const results = await offlineResults(call)
  expect(results.length).toBe(before.length + 1)
  expect(results.some(({ _id }) => next.url().endsWith(_id))).toBe(true)
})

test('a mock shuts the questions of its subjects until it is over', async ({
  server,
  network,
  visit,
}) => {
  const { page, context } = await student(network, visit)
  const { call, attempt } = await startedTest(server, { exam: 'jamb-utme', mode: 'mock' })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Continue your test' }).waitFor()
  await eventually(async () => expect(await page.evaluate(countLocks)).toBe(1))
  await context.setOffline(true)
  await page.goto('/practise')
  await page.getByText('closed until your mock result is out').first().waitFor()
  await context.setOffline(false)
  await call('/submit-result', { method: 'POST', json: { attemptId: attempt._id, answered: [] } })
  await page.goto('/dashboard')
  await eventually(async () => expect(await page.evaluate(countLocks)).toBe(0))
  await page.goto('/practise?offline=bank')
  await page.getByRole('button', { name: 'Start offline' }).waitFor()
  expect(await page.getByText('closed until your mock result is out').count()).toBe(0)
})
