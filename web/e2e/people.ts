// People, as far as the browser tests share them: somebody new, with the form of registration and the links
// of the mails in the server's outbox folder; and a student who practises without internet.

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { phone } from './browser.ts'
import type { Network, Visit } from './fixtures.ts'
import { PATIENCE } from './patience.ts'
import type { Server } from './server.ts'
import { signIn } from './steps.ts'

/** The address in the newest mail to this person that leads to such a page, but for an older one. */
export async function linkTo(server: Server, page: string, to: string, older?: string) {
  const outbox = path.join(server.data, 'outbox')
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await sleep(100)) {
    const names = await readdir(outbox).catch(() => [])
    for (const name of names
      .filter((one) => one.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = (await readFile(path.join(outbox, name), 'utf8')).replace(/=\r?\n/g, '')
      const [found] = mail.match(new RegExp(`/${page}/[0-9a-f]{64}`)) ?? []
      if (found && found !== older && mail.includes(`To: ${to}`)) return found
    }
  }
  throw new Error(`no mail to ${to} leads to ${page}`)
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
export const toast = (page: Page, words: string | RegExp) =>
  page.locator('.mantine-Notification-root').getByText(words).first().waitFor()
export const field = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}`) })
export const password = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}`))

/** Chooses the first country that this text finds, by mouse and keyboard. */
export async function chooseCountry(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  const dialog = page.getByRole('dialog', { name: label })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

export async function logIn(page: Page, email: string, secret: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Login').click()
}

/** Signs a student in on a phone, at a network that can be cut. */
export async function studentOn(network: Network, visit: Visit) {
  const { page, context } = await visit({ server: network, viewport: phone })
  await signIn(page)
  return { page, context }
}

/** Downloads all questions of an exam for practice without internet, with the app; waits until they are there. */
export async function downloadAll(page: Page, exam = 'JAMB UTME') {
  await page.goto('/offline')
  await page
    // Each exam of the student has a panel, and the lists arrive in any order.
    .getByRole('region', { name: exam, exact: true })
    .getByRole('button', { name: /^Download all my subjects: / })
    .click()
  await page.getByText('The app is on this device.').waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
}
