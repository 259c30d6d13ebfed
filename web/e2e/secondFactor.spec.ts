// The second factor of an administrator: set up, asked for at the door, proved again, removed; and
// sessions that are ended one by one.
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, clean, press, title, toast } from './backOffice.ts'
import { expect, type Page, test } from './fixtures.ts'
import { signIn } from './steps.ts'

const STEP = 30_000

/** The code of a step of 30 seconds (RFC 6238, RFC 4226 §5.3). */
function codeAt(secret: string, step: number) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret.replace(/[^A-Z2-7]/g, '')]
    .map((one) => letters.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const value = mac.readUInt32BE(mac[19] & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}

/** The steps whose codes were given: none counts twice, nor one before it. */
let last = 0
/**
 * The code of the present step, or of the next one if that was given. The server takes a code until the
 * step after its own is over, so this one counts for half a minute at least, however slow the page is.
 */
async function nextCode(secret: string) {
  const now = () => Math.floor(Date.now() / STEP)
  const step = Math.max(last + 1, now())
  while (step > now()) await sleep(500)
  last = step
  return codeAt(secret, step)
}

const section = (page: Page, name: string) => page.getByRole('region', { name })
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const logOut = async (page: Page) => {
  await press(page, 'Logout')
  await page.waitForURL(/\/admin\/login$/)
}
async function giveEmail(page: Page) {
  await page.getByRole('textbox', { name: 'Email' }).fill(admin)
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7-battery')
  await press(page, 'Login')
  await code(page).waitFor()
}

test('an administrator sets it up, is asked for it, proves again and removes it', async ({
  admin: page,
}) => {
  await page.goto('/admin/account')
  await page.getByText('This device').waitFor()
  await clean(page, 'account')
  await press(page, 'Set it up')
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await clean(page, 'set-up')
  const secret = await page.getByLabel('Key', { exact: true }).innerText()
  await code(page).fill('000000')
  await press(page, 'Turn on')
  await page.getByText(/^This code is wrong/).waitFor()
  await code(page).fill(await nextCode(secret))
  await press(page, 'Turn on')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const kept = await codes.allInnerTexts()
  expect(new Set(kept).size).toBe(10)
  await clean(page, 'recovery codes')
  await press(page, 'Done')
  await page.getByText(/^Please save the codes first/).waitFor()
  await page.getByLabel('I have saved them').check()
  await press(page, 'Done')
  await section(page, 'Second factor').getByText('On since').waitFor()
  await clean(page, 'second factor on')

  // A code at the login, after a wrong one was refused.
  await logOut(page)
  await giveEmail(page)
  await clean(page, 'code at the door')
  await code(page).fill('000000')
  await press(page, 'Login')
  await page.getByText(/^This code is wrong/).waitFor()
  await code(page).fill(await nextCode(secret))
  await press(page, 'Login')
  // On the page where they logged out.
  await title(page, 'Your account').waitFor()

  // A recovery code.
  await logOut(page)
  await giveEmail(page)
  await press(page, 'Use a recovery code')
  await page.getByLabel('Recovery code', { exact: true }).fill(kept[0])
  await press(page, 'Login')
  await title(page, 'Your account').waitFor()

  // A call refused for lack of a proof is made again after it.
  await page.goto('/admin/account')
  let refusals = 0
  await page.route('**/api/v1/me/recovery-codes', async (route) => {
    refusals += 1
    if (refusals > 1) return route.continue()
    const body = { success: false, reason: 'prove-code', errMessage: 'Please enter a code.' }
    return route.fulfill({ status: 403, json: body })
  })
  await press(page, 'New recovery codes')
  await code(page).fill(kept[1])
  await press(page, 'Make new codes')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.waitFor()
  await clean(page, 'proving')
  expect(
    await dialog
      .getByLabel('Code', { exact: true })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true)
  const proved = page.waitForResponse(/\/me\/prove$/)
  await dialog.getByLabel('Code', { exact: true }).fill(kept[2])
  await page.keyboard.press('Enter')
  expect((await proved).status()).toBe(200)
  await codes.first().waitFor()
  const renewed = await codes.allInnerTexts()
  expect(refusals).toBe(2)
  expect(renewed.includes(kept[3])).toBe(false)
  await page.getByLabel('I have saved them').check()
  await press(page, 'Done')

  await press(page, 'Remove')
  await code(page).fill(kept[3])
  await press(page, 'Remove it')
  await page.getByText(/^This code is wrong/).waitFor()
  await code(page).fill(renewed[0])
  await press(page, 'Remove it')
  await toast(page, 'Your second factor was removed.')
  await section(page, 'Second factor').getByText('Off').waitFor()
})

test('sessions are ended one by one', async ({ page, context, server, visit }) => {
  const student = 'student@sabi.test'
  const [here, there] = [await visit(), await visit()]
  await signIn(there.page)
  await signIn(here.page, { at: '/account-setting' })
  const list = section(here.page, 'Where you are logged in')
  await list.getByText('This device').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
  const other = list.getByRole('listitem').filter({ hasNotText: 'This device' })
  await other.getByRole('button', { name: /^Log out: / }).click()
  await other.waitFor({ state: 'detached' })
  await there.page.goto('/account-setting')
  await there.page.waitForURL(/\/login$/)
  await signIn(there.page)

  // By an administrator, on the page of the person.
  const owner = 'owner@sabi.test'
  const call = await server.api(owner)
  const { customers } = await call(`/admin/customers?q=${student}`)
  await signIn(page, { as: owner, at: `/admin/students/${customers[0]._id}?tab=sessions` })
  const theirs = section(page, 'Where they are logged in')
  await theirs.getByRole('listitem').nth(1).waitFor()
  await clean(page, 'sessions of a student')
  await theirs
    .getByRole('button', { name: /^Log out: / })
    .first()
    .click()
  await theirs.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
  await there.page.goto('/account-setting')
  await there.page.waitForURL(/\/login$/)

  await here.page.reload()
  await list.getByRole('button', { name: /^Log out: / }).click()
  const ask = here.page.getByRole('dialog', { name: 'Log out on this device?' })
  await ask.getByRole('button', { name: 'Log out here' }).click()
  await here.page.waitForURL(/\/login$/)
  for (const one of [here, there, { context }]) await one.context.close()
})
