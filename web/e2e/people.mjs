// People, as far as the browser tests share them: somebody new, with the form of registration and the links
// of the mails in the server's outbox folder; and a student who practises without internet.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE, phone, signIn, visit } from './harness.mjs'
import { silentLine } from './line.mjs'

/** The address in the newest mail to this person that leads to such a page, but for an older one. */
export async function linkTo(server, page, to, older = undefined) {
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

export const button = (page, name) => page.getByRole('button', { name, exact: true })
export const toast = (page, words) =>
  page.locator('.mantine-Notification-root').getByText(words).first().waitFor()
export const field = (page, name) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })
export const password = (page, name) => page.getByLabel(new RegExp(`^${name}`))

/** Chooses the first country that this text finds, by mouse and keyboard. */
export async function chooseCountry(page, label, text) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  const dialog = page.getByRole('dialog', { name: label })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByRole('combobox').fill(text)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

export async function logIn(page, email, secret) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Login').click()
}

/** A signed-in student on a phone, over a line that can be cut, until the test `t` ends. */
export async function studentOnLine(t, { browser, server }) {
  const line = await silentLine(server)
  t.after(() => line.close())
  const { page, context } = await visit({ browser, server: line }, { viewport: phone })
  t.after(() => context.close())
  await signIn(page)
  return { page, context, line }
}

/** Downloads everything that is offered for practice without internet, with the app; waits until it is there. */
export async function downloadAll(page) {
  await page.goto('/offline')
  await page
    .getByRole('button', { name: /^Download all my subjects: / })
    .first()
    .click()
  await page.getByText('The app is on this device.').waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
}
