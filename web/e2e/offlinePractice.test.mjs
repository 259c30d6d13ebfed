// Three days in a village: a student downloads questions, practises without a network, reloads in between,
// and comes back. Each test is handed in once, with its result, also while no page is open.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlineResults, startedTest, submittedTest } from './attempts.mjs'
import { eventually, PATIENCE, pickCard, together } from './harness.mjs'
import { axeFaults } from './look.mjs'
import { downloadAll, studentOnLine } from './people.mjs'

const house = together()
const DAY = 86_400_000
const exam = 'JAMB UTME'

/** A student who has downloaded everything. */
async function student(t) {
  const found = await studentOnLine(t, house)
  await downloadAll(found.page)
  return found
}

const question = (page, number) =>
  page.getByRole('heading', { name: new RegExp(`^Question ${number} of`) }).waitFor()

/** Answers the first `count` questions with B. */
async function answer(page, count) {
  for (let number = 1; number <= count; number += 1) {
    await question(page, number)
    await page.keyboard.press('b')
    if (number < count) await page.keyboard.press('n')
  }
  await page.getByText(/^Saved on this device \d\d:\d\d$/).waitFor()
}

/** Ends the test; gives the id of its result on the device. */
async function submit(page) {
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

/** Turns the device's clock so many days ahead. */
const inDays = (context, days) => context.clock.setSystemTime(Date.now() + days * DAY)

test('three days without a network are handed in once', { timeout: 15 * PATIENCE }, async (t) => {
  // So that there is something to repeat.
  await submittedTest(house.server, { exam: 'jamb-utme', mode: 'practice', questions: 30 })
  const { page, context, line } = await student(t)
  const call = await house.server.api('student@sabi.test')
  const before = await offlineResults(call)
  await line.close()

  // The first day: what Today asks, with a reload in the middle.
  await inDays(context, 0)
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today, offline' })
  await today
    .getByText(/questions? to repeat$/)
    .first()
    .waitFor()
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFaults(page), [], colorScheme)
  }
  await today.getByRole('button', { name: `Start today’s questions for ${exam} offline` }).click()
  await answer(page, 3)
  await page.reload()
  await question(page, 3)
  await eventually(async () =>
    assert.equal(await page.getByRole('radio').nth(1).isChecked(), true, 'the answer is gone'),
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
  assert.equal(new Set([first, second, third]).size, 3)

  // Nothing has reached the server so far.
  assert.equal((await offlineResults(call)).length, before.length)
  await line.open()
  await again.goto('/dashboard')
  await eventually(async () => assert.equal((await offlineResults(call)).length, before.length + 3))
  // Again and again changes nothing.
  await again.goto('/offline')
  await again.getByRole('heading', { level: 1 }).waitFor()
  await again.reload()
  await again.goto(`/practice-results/${third}`)
  await again.waitForURL((url) => !url.pathname.includes('offline-'))
  await again.getByText('Practised offline').waitFor()
  await again.getByText('Sabi has received this test.').waitFor()
  const results = await offlineResults(call)
  assert.equal(results.length, before.length + 3)
  assert.equal(new Set(results.map(({ _id }) => _id)).size, results.length)
})

/**
 * Starts the service worker anew and fires its `sync` event twice, as a browser may that has a network again.
 * Only what a page of the context may see is reached, so an empty one stays open until the test ends.
 */
async function dispatchSync(context, origin) {
  const devTools = await context.newCDPSession(await context.newPage())
  const registered = new Promise((resolve) => {
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
const syncTags = async () => (await navigator.serviceWorker.ready).sync.getTags()

test('a test is sent after the last page was closed, and the next page says so', async (t) => {
  const { page, context, line } = await student(t)
  const call = await house.server.api('student@sabi.test')
  const before = await offlineResults(call)
  await line.close()
  await page.goto('/practise?offline=bank')
  await page.getByRole('button', { name: 'Start offline' }).click()
  await answer(page, 2)
  const id = await submit(page)
  await eventually(async () => assert.deepEqual(await page.evaluate(syncTags), ['hand-in']))
  await page.close()

  await line.open()
  assert.equal((await offlineResults(call)).length, before.length, 'it was sent before the event')
  await dispatchSync(context, line.url)
  await eventually(async () => assert.equal((await offlineResults(call)).length, before.length + 1))

  const next = await context.newPage()
  await next.goto('/dashboard')
  await next.getByText('The test you took offline has been sent.').waitFor()
  await next.goto(`/practice-results/${id}`)
  await next.waitForURL((url) => !url.pathname.includes('offline-'))
  await next.getByText('Sabi has received this test.').waitFor()
  const results = await offlineResults(call)
  assert.equal(results.length, before.length + 1)
  assert.ok(results.some(({ _id }) => next.url().endsWith(_id)))
})

test('a mock shuts the questions of its subjects until it is over', async (t) => {
  const { page, context } = await student(t)
  const { call, attempt } = await startedTest(house.server, { exam: 'jamb-utme', mode: 'mock' })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Resume your test' }).waitFor()
  await eventually(async () => assert.equal(await page.evaluate(countLocks), 1))
  await context.setOffline(true)
  await page.goto('/practise')
  await page.getByText('closed until your mock is over').first().waitFor()
  await context.setOffline(false)
  await call('/submit-result', { method: 'POST', json: { attemptId: attempt._id, answered: [] } })
  await page.goto('/dashboard')
  await eventually(async () => assert.equal(await page.evaluate(countLocks), 0))
  await page.goto('/practise?offline=bank')
  await page.getByRole('button', { name: 'Start offline' }).waitFor()
  assert.equal(await page.getByText('closed until your mock is over').count(), 0)
})
