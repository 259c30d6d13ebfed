// A robot that counts the taps from the sign-in screen to the first question. A tap is a press on a
// control; typing into a field counts as one, as the press that leads into it. The browser counts them, so
// that no press is left out. New students are at most 9 taps away, returning ones 4.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startedTest, submittedTest } from './attempts.mjs'
import { appStarted, phone, testWindow, together, visit } from './harness.mjs'

const MOST_NEW = 9
const MOST_RETURNING = 4
const password = 'Correct-horse-7-battery'
const house = together()

/** A phone's browser in which each press is counted, at the sign-in screen. */
async function robot(t) {
  const { page, context } = await visit(house, { viewport: phone, hasTouch: true })
  t.after(() => context.close())
  const taps = []
  await context.exposeFunction('sabiTapped', (what) => taps.push(what))
  await context.addInitScript(() => {
    window.addEventListener(
      'pointerdown',
      ({ isTrusted, target }) => {
        const control = target.closest('a, button, label, summary, input, select, textarea')
        const words = control?.innerText || control?.getAttribute('aria-label') || control?.name
        if (isTrusted) window.sabiTapped(`${location.pathname}: ${words || target.tagName}`)
      },
      true,
    )
  })
  await page.goto('/login')
  await appStarted(page)
  const tap = (target) => target.tap()
  // Other files may have left tests of the same name open: the first is the newest.
  const press = (name) => tap(page.getByRole('button', { name }).first())
  const open = (name) => tap(page.getByRole('link', { name, exact: true }))
  /** The label of a radio, which is what a finger meets. */
  const pick = (name) => tap(page.locator('label').filter({ hasText: name }).first())
  const type = async (field, text) => {
    await tap(field)
    await page.keyboard.insertText(text)
  }
  return {
    page,
    taps,
    press,
    open,
    pick,
    async signIn(email) {
      await type(page.getByRole('textbox', { name: 'Email' }), email)
      await type(page.getByLabel('Password', { exact: true }), password)
      await press('Login')
      await page.waitForURL(/\/dashboard$/)
    },
    /** Waits for the first question, and holds the taps against what is allowed. */
    async arrives(name, most) {
      const window = await testWindow(page, () => press(name))
      await window.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
      const told = taps.map((tap, i) => `${i + 1}. ${tap}`).join('\n')
      t.diagnostic(`${taps.length} taps:\n${told}`)
      assert.ok(taps.length <= most, `${taps.length} taps, of at most ${most}:\n${told}`)
    },
  }
}

/** Adds a student who holds nothing. */
async function newStudent(name) {
  const call = await house.server.api('admin@sabi.test')
  const email = `${name.toLowerCase()}@sabi.test`
  const json = {
    ...{ first_name: name, last_name: 'Eze', email, accountStatus: 'Active' },
    ...{ password, confirm_password: password },
  }
  await call('/admin/customers/add', { method: 'POST', json })
  return email
}

for (const [exam, name, course] of [
  ['JAMB UTME', 'Amaka', 'Computer Science'],
  ['WASSCE (WAEC)', 'Kofi', 'Microbiology'],
  ['POST UTME', 'Bisi', 'Civil Engineering'],
  ['JSCE (BECE)', 'Chike', null],
]) {
  test(`a new student of ${exam} is at the first question in ${MOST_NEW} taps`, async (t) => {
    const email = await newStudent(name)
    const { page, press, open, pick, signIn, arrives } = await robot(t)
    await signIn(email)
    await page.getByRole('heading', { name: `Welcome, ${name}`, level: 1 }).waitFor()
    await open('Choose your exam')
    await page.waitForURL(/\/practise/)
    await pick(exam)
    if (course) {
      await pick('Sciences')
      await pick(course)
    }
    await page.getByText(/^Your free trial runs for/).waitFor()
    await press(/^Start free with/)
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor()
    await arrives(/^Start$/, MOST_NEW)
    // The trial is a subscription, and the subjects are registered: what the screen said is true.
    const call = await house.server.api(email)
    const { data } = await call('/me/exams')
    const held = data.find(({ title }) => title === exam)
    assert.deepEqual(
      held.subscriptions.map(({ planName, price }) => [planName, price]),
      [['Trial', 0]],
    )
    assert.ok(held.registration.subjectsProcessed.length > 0)
    assert.equal(held.registration.course?.title ?? null, course)
  })
}

test(`a returning student is at the first question of the next test in ${MOST_RETURNING} taps`, async (t) => {
  await submittedTest(house.server, { exam: 'jamb-utme', mode: 'study' })
  const { page, signIn, arrives } = await robot(t)
  await signIn('student@sabi.test')
  await page.getByRole('region', { name: 'Your next test' }).waitFor()
  await arrives(/^Start$/, MOST_RETURNING)
})

test(`a returning student is in a test that was left open in ${MOST_RETURNING} taps`, async (t) => {
  await startedTest(house.server, { exam: 'jamb-utme', mode: 'study' })
  const { page, signIn, arrives } = await robot(t)
  await signIn('student@sabi.test')
  await page.getByRole('region', { name: 'Resume your test' }).waitFor()
  await arrives(/^Resume JAMB UTME, Study/, MOST_RETURNING)
})
