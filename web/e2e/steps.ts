// Steps that many tests take in the app, and the score that a result must have.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Schema } from './api.ts'
import { eventually } from './patience.ts'
import { demoPassword } from './server.ts'

/** Signs an account of the demo in and opens a page, without the form, which would be one page more to load. */
export async function signIn(page: Page, { as = 'student@sabi.test', at = '/dashboard' } = {}) {
  const data = { email: as, password: demoPassword }
  const response = await page.request.post('/api/v1/login', { data })
  expect(response.status(), await response.text()).toBe(200)
  await page.goto(at)
}

/** Logs in through the form, by mouse. */
export async function signInByForm(page: Page, email = 'student@sabi.test', door = '/login') {
  await page.goto(door)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Waits until an element has the focus: keys that are pressed before go elsewhere. */
export const hasFocus = (locator: Locator) =>
  eventually(async () =>
    expect(
      await locator.evaluate((one) => one === document.activeElement),
      `${locator} has the focus`,
    ).toBe(true),
  )

/** Waits until the app has replaced the first screen in the page's HTML, which takes no input. */
export const appStarted = (page: Page) =>
  page.locator('#root:not([data-first])').waitFor({ state: 'attached' })

/** Chooses a card once it stands still, by its label: the radio button lies invisible in it. */
export const pickCard = (page: Page, name: string | RegExp) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name }) })
    .click()

/** Chooses an exam where the dashboard, once that is opened, or the page of exams offers them. */
export async function pickExam(page: Page, name: string) {
  const exams = page.getByRole('group', { name: 'Select Exam Type' })
  const folded = page.locator('details:not([open]) > summary', { hasText: 'Select Exam Type' })
  await exams.or(folded).first().waitFor()
  if (!(await exams.isVisible())) await folded.click()
  await exams.getByText(name, { exact: true }).click()
}

/** The summary that shows and hides the figures behind a result's score. */
export const figures = (page: Page) =>
  page.locator('summary', { hasText: 'More about this result' })

/** The page that a press opens: the window of the test, or the same tab where none opens. */
export async function testWindow(page: Page, press: () => Promise<unknown>) {
  const popup = page.context().waitForEvent('page')
  const same = page.waitForURL(/attempt=/).then(() => page)
  same.catch(() => undefined)
  popup.catch(() => undefined)
  await press()
  const window = await Promise.race([popup, same])
  await window.waitForURL(/attempt=/)
  return window
}

/** A result with its corrections, as far as its score can be counted from it. */
type Corrections = { subjectResults: Schema['SubjectResult'][] }

/** The score of the corrections, counted from the chosen and right options only. */
export function recount({ subjectResults }: Corrections) {
  const subjects = subjectResults.map(({ subject, results }) => {
    const count = {
      subject: subject.title,
      questions: results.length,
      right: 0,
      wrong: 0,
      unseen: 0,
    }
    for (const { resultData } of results) {
      const { answered, correctAnswer } = resultData
      if (answered === null) count.unseen += 1
      else if (answered?._id === correctAnswer?._id) count.right += 1
      else count.wrong += 1
    }
    return count
  })
  const sum = (key: 'questions' | 'right' | 'wrong' | 'unseen') =>
    subjects.reduce((total, one) => total + one[key], 0)
  return {
    subjects,
    questions: sum('questions'),
    right: sum('right'),
    wrong: sum('wrong'),
    unseen: sum('unseen'),
  }
}

declare global {
  interface Window {
    /** How far the parts of the page have moved by themselves, as the browser scores it. */
    sabiShift: number
  }
}

/** Counts from the page's next document on how far its parts move by themselves. */
export const countShifts = (page: Page) =>
  page.addInitScript(() => {
    window.sabiShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.sabiShift += (entry as PerformanceEntry & { value: number }).value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** How far they have moved. */
export const shifts = (page: Page) => page.evaluate(() => window.sabiShift)

/** Where a visible element is, in the pixels of the window. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error(`${locator} is not seen`)
  return box
}
