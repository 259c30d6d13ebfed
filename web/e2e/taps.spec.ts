// A robot that counts the taps from the login screen to the first question. A tap is a press on a
// control; typing into a field counts as one, as the press that leads into it. The browser counts them, so
// that no press is left out. New students are at most 9 taps away, returning ones 4.

import { findIn } from './api.ts'
import { startedTest, submittedTest } from './attempts.ts'
import { expect, type Locator, onPhone, test, type Visit } from './fixtures.ts'
import type { Server } from './server.ts'
import { appStarted, testWindow } from './steps.ts'

const MOST_NEW = 9
const MOST_RETURNING = 4
const password = 'Correct-horse-7-battery'

declare global {
  interface Window {
    sabiTapped: (what: string) => void
  }
}

/** A phone's browser in which each press is counted, at the login screen. */
async function robot(visit: Visit) {
  const { page, context } = await visit({ hasTouch: true })
  const taps: string[] = []
  await context.exposeFunction('sabiTapped', (what: string) => taps.push(what))
  await context.addInitScript(() => {
    window.addEventListener(
      'pointerdown',
      ({ isTrusted, target: pressed }) => {
        const target = pressed as HTMLElement
        const control = target.closest<HTMLInputElement>(
          'a, button, label, summary, input, select, textarea',
        )
        const words = control?.innerText || control?.getAttribute('aria-label') || control?.name
        if (isTrusted) window.sabiTapped(`${location.pathname}: ${words || target.tagName}`)
      },
      true,
    )
  })
  await page.goto('/login')
  await appStarted(page)
  const tap = (target: Locator) => target.tap()
  // Other files may have left tests of the same name open: the first is the newest.
  const press = (name: string | RegExp) => tap(page.getByRole('button', { name }).first())
  const open = (name: string) => tap(page.getByRole('link', { name, exact: true }))
  /** The label of a radio, which is what a finger meets. */
  const pick = (name: string) => tap(page.locator('label').filter({ hasText: name }).first())
  const type = async (field: Locator, text: string) => {
    await tap(field)
    await page.keyboard.insertText(text)
  }
  return {
    page,
    taps,
    press,
    open,
    pick,
    async signIn(email: string) {
      await type(page.getByRole('textbox', { name: 'Email' }), email)
      await type(page.getByLabel('Password', { exact: true }), password)
      await press('Login')
      await page.waitForURL(/\/dashboard$/)
    },
    /** Waits for the first question, and holds the taps against what is allowed. */
    async arrives(name: RegExp, most: number) {
      const window = await testWindow(page, () => press(name))
      await window.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
      const told = taps.map((tap, i) => `${i + 1}. ${tap}`).join('\n')
      test.info().annotations.push({ type: `${taps.length} taps`, description: told })
      expect(taps.length, `${taps.length} taps, of at most ${most}:\n${told}`).toBeLessThanOrEqual(
        most,
      )
    },
  }
}

/** Adds a student who holds nothing. */
async function newStudent(server: Server, name: string) {
  const call = await server.api('admin@sabi.test')
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
] as const) {
  test(
    `a new student of ${exam} is at the first question in ${MOST_NEW} taps`,
    onPhone,
    async ({ server, visit }) => {
      const email = await newStudent(server, name)
      const { page, press, open, pick, signIn, arrives } = await robot(visit)
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
      const call = await server.api(email)
      const { data } = await call('/me/exams')
      const held = findIn(data, ({ title }) => title === exam)
      expect(held.subscriptions.map(({ planName, price }) => [planName, price])).toStrictEqual([
        ['Trial', 0],
      ])
      expect(held.registration?.subjectsProcessed.length).toBeGreaterThan(0)
      expect(held.registration?.course?.title ?? null).toBe(course)
    },
  )
}

test(
  `a returning student is at the first question of the next test in ${MOST_RETURNING} taps`,
  onPhone,
  async ({ server, visit }) => {
    await submittedTest(server, { exam: 'jamb-utme', mode: 'study' })
    const { page, signIn, arrives } = await robot(visit)
    await signIn('student@sabi.test')
    await page.getByRole('region', { name: 'Your next test' }).waitFor()
    await arrives(/^Start$/, MOST_RETURNING)
  },
)

test(
  `a returning student is in a test that was left open in ${MOST_RETURNING} taps`,
  onPhone,
  async ({ server, visit }) => {
    await startedTest(server, { exam: 'jamb-utme', mode: 'study' })
    const { page, signIn, arrives } = await robot(visit)
    await signIn('student@sabi.test')
    await page.getByRole('region', { name: 'Continue your test' }).waitFor()
    await arrives(/^Continue JAMB UTME, Study/, MOST_RETURNING)
  },
)
