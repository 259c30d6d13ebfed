// Shared by the browser tests of the back office: logging in, tables, forms and dialogs.

import { expect, type Locator, type Page } from '@playwright/test'
import { findIn } from './api.ts'
import { faults } from './look.ts'
import type { Server } from './server.ts'

export const admin = 'admin@sabi.test'

/** A small green square, under this name. */
export const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGMQKfbAihiGlgQAK/QzwVz/+joAAAAASUVORK5CYII=',
    'base64',
  ),
})

/** To the screen of this name, by the menu. */
export async function open(page: Page, name: string) {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name, exact: true })
    .click()
  await title(page, name).waitFor()
}

/** JAMB's Biology of 2019, and a section of it that has questions. */
export async function biology(server: Server) {
  const call = await server.api(admin)
  const { data } = await call('/admin/question-subjects')
  const jamb = findIn(data, ({ examSlug }) => examSlug === 'jamb-utme')
  const subject = findIn(jamb.subjects, ({ title }) => title === 'Biology')._id
  const years = await call(`/admin/subject-years/${subject}`)
  const year = findIn(years.data, (one) => one.year === 2019)._id
  const topics = await call('/admin/question-topic-sections', {
    method: 'POST',
    json: { subjectId: subject, yearId: year },
  })
  const topic = findIn(topics.data, ({ topicSections }) =>
    topicSections.some(({ totalQuestions }) => totalQuestions > 0),
  )
  const section = findIn(topic.topicSections, ({ totalQuestions }) => totalQuestions > 0)
  return {
    call,
    subject,
    year,
    topic: topic._id,
    section: section._id,
    exam: jamb.exam,
    questions: `/admin/questions/${section._id}/${subject}/${year}/${topic._id}`,
    theories: `/admin/theories/${section._id}/${subject}/${year}`,
    read: (id: string) => call(`/admin/questions/${subject}/${year}/${id}`),
    find: (q: string) =>
      call(`/admin/questions/${subject}/all/${year}/all/all?q=${encodeURIComponent(q)}`),
  }
}

/** Goes to the list of this name. */
export async function openList(page: Page, name: string) {
  await open(page, name)
  await page.getByRole('table', { name }).waitFor()
}

export const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 })
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
export const toast = (page: Page, words: string) =>
  page.locator('.mantine-Notification-root').getByText(words, { exact: true }).first().waitFor()

/** The rows that hold this text. */
export const named = (page: Page, text: string) =>
  page.locator('tbody tr').filter({ hasText: text })

/**
 * Resolves when the address has these words and the list shows the one row that they leave. Links of
 * rows remember the address of their list as of when they were drawn.
 */
export async function narrowed(page: Page, words: string) {
  await page.waitForFunction((part) => location.search.includes(part), words)
  await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
  await page.locator('tbody tr').first().waitFor()
}

/** Whether a combobox is the browser's own, whose list is no part of the page. */
export const isNative = (field: Locator) => field.evaluate((one) => one.tagName === 'SELECT')

/** Chooses an entry of a list that opens. */
export async function choose(page: Page, label: string, option: string) {
  const field = page.getByRole('combobox', { name: label })
  if (await isNative(field)) return void (await field.selectOption({ label: option }))
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Writes into an editor, by the keyboard, in the place of what it held. */
export async function write(page: Page, scope: Page | Locator, name: string, text: string) {
  const box = scope.getByRole('textbox', { name, exact: true })
  await box.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** These words describe the input that has the cursor, which is the given one. */
export async function isWrong(page: Page, words: string, field?: Locator) {
  await page.waitForFunction((wanted) => {
    const focused = document.activeElement
    if (focused?.getAttribute('aria-invalid') !== 'true') return false
    const ids = (focused.getAttribute('aria-describedby') ?? '').split(' ')
    return ids.some((id) => document.getElementById(id)?.textContent?.includes(wanted))
  }, words)
  if (field) expect(await field.evaluate((one) => one === document.activeElement)).toBe(true)
}

/** Checks that nothing is wrong with the present screen. */
export async function clean(page: Page, where?: string) {
  // Toasts would cover the screen.
  const toasts = '.mantine-Notification-root'
  // A toast stays while the pointer rests on it.
  await page.mouse.move(0, 0)
  await page.waitForFunction((at) => document.querySelector(at) === null, toasts)
  expect(await faults(page), where).toStrictEqual([])
}

/** Asks to delete a row and answers the question; gives the dialog. */
export async function deleteRow(page: Page, name: string, answer: 'Yes' | 'No') {
  await page.getByRole('button', { name: `Delete: ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm to submit' })
  await dialog.getByText('Are you sure to do this.').waitFor()
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  return dialog
}

/** Deletes a row, which is then gone. */
export async function deleted(page: Page, name: string, words: string) {
  await deleteRow(page, name, 'Yes')
  await toast(page, words)
  await named(page, name).waitFor({ state: 'detached' })
}
