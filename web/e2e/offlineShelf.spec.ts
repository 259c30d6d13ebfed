// Practise without internet: a student downloads questions, and everything opens without a network.

import { expect, onPhone, type Page, test } from './fixtures.ts'
import { look } from './look.ts'
import { eventually } from './patience.ts'
import { downloadAll, studentOn } from './people.ts'

/** In the page: the packs that are stored for the account, by the number of their bytes. */
const packs = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const request = indexedDB.open('sabi-offline')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const database = request.result
          const all = database.transaction('packs').objectStore('packs').getAll()
          all.onsuccess = () => {
            database.close()
            resolve(all.result.map((bytes) => bytes.byteLength))
          }
        }
      }),
  )

test(
  'the shelf says what is there and what more costs, and looks right',
  onPhone,
  async ({ network, visit }) => {
    const { page } = await studentOn(network, visit)
    await page.goto('/offline')
    const all = page.getByRole('button', { name: /^Download all my subjects: / }).first()
    await all.waitFor()
    expect(await all.innerText()).toMatch(/: [\d.]+ (KB|MB), about ₦\d/)
    await page.getByText(/^The app itself: 0\.\d MB, once/).waitFor()
    await look('the shelf', page, all)
    if (process.env.SABI_SHOTS)
      await page.screenshot({ path: `${process.env.SABI_SHOTS}/shelf.png` })
  },
)

test(
  'what was downloaded opens without a network, after a restart too',
  onPhone,
  async ({ network, visit }) => {
    const { page, context } = await studentOn(network, visit)
    await page.goto('/results')
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await downloadAll(page)
    const stored = await packs(page)
    expect(stored.length, 'no pack is stored').toBeGreaterThan(0)
    // What was read from now on is kept; these were read before the device was set up.
    await page.goto('/dashboard')
    await page.getByText('Select Exam Type').waitFor()
    await page.goto('/results')
    await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
    await network.offline()
    await page.close()
    const next = await context.newPage()
    await next.goto('/offline')
    await next
      .getByText(/years on this device \(/)
      .first()
      .waitFor()
    await next.getByText(/^You're offline\./).waitFor()
    await next.goto('/dashboard')
    await next.getByText('Select Exam Type').waitFor()
    await next.goto('/calculator')
    await next.getByRole('heading', { name: 'Calculator', level: 1 }).waitFor()
    await next.goto('/mock-score')
    await next.getByText(/you have not opened this on this device before/).waitFor()
    expect(await packs(next)).toStrictEqual(stored)

    await network.online()
    await next.goto('/dashboard')
    await next.getByText(/^You're offline\./).waitFor({ state: 'detached' })
  },
)

test('a slow server does not keep the app from opening', onPhone, async ({ network, visit }) => {
  const { page } = await studentOn(network, visit)
  await downloadAll(page)
  const opening = async () => {
    const begun = Date.now()
    await page.goto('/offline')
    await page
      .getByText(/years on this device \(/)
      .first()
      .waitFor()
    return Date.now() - begun
  }
  // How long it takes on this machine with a server that answers.
  const usual = await opening()
  network.fallSilent()
  const took = await opening()
  expect(took, `it waited for the silent server: ${took} ms`).toBeLessThan(30_000 + 2 * usual)
})

test(
  'logging out says first what it deletes, and deletes it',
  onPhone,
  async ({ network, visit }) => {
    const { page } = await studentOn(network, visit)
    await downloadAll(page)
    await page.goto('/account-setting')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Logging out deletes \d+ years? of questions/).waitFor()
    await dialog.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.waitForURL(/\/login/)
    await eventually(async () => expect(await packs(page)).toStrictEqual([]))
  },
)

test(
  'packs that the browser deleted are named and offered again',
  onPhone,
  async ({ network, visit }) => {
    const { page } = await studentOn(network, visit)
    await downloadAll(page)
    const before = await packs(page)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.deleteDatabase('sabi-offline')
          request.onsuccess = resolve
        }),
    )
    await page.reload()
    await page.getByText(/^Your browser deleted \d+ years? to make room:/).waitFor()
    await page.getByRole('button', { name: 'Download again' }).click()
    await eventually(async () => expect((await packs(page)).length).toStrictEqual(before.length))
  },
)
