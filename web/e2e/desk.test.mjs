// The desk of the back office: support finds everything about a student on one page, an editor
// writes a formula and sees it as one, and a change reaches everything that matches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin, biology, clean, press, signedIn, title, toast } from './backOffice.mjs'
import { together } from './harness.mjs'

let call
const house = together(async () => {
  call = await house.server.api(admin)
})

const tabs = ['Tests', 'Payments', 'Plans', 'Subjects', 'Mails', 'Sessions', 'Audit log']

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]) {
  test(`support sees a student on one page at ${viewport.width} px`, async () => {
    const { customers } = await call('/admin/customers?q=student@sabi.test')
    const { page, context } = await signedIn(house, viewport)
    await page.goto(`/admin/students/${customers[0]._id}`)
    await page.getByRole('tab', { name: 'Tests' }).waitFor()
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click()
      await page.getByRole('tabpanel').locator('section').waitFor()
      await clean(page, `${name} of a student`)
    }
    await context.close()
  })
}

test('support adds days to a plan, which the audit log says in words', async () => {
  const { customers } = await call('/admin/customers?q=student@sabi.test')
  const [{ _id: id }] = customers
  const held = async () => (await call(`/user-subscription-list/${id}`)).data
  const before = await held()
  const { page, context } = await signedIn(house)
  await page.goto(`/admin/students/${id}?tab=plans`)
  await page
    .getByRole('button', { name: /^Add days to / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Add days' })
  await dialog.getByRole('textbox', { name: /^Days/ }).fill('5')
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('The server was down.')
  await clean(page, 'adding days')
  await dialog.getByRole('button', { name: 'Add days' }).click()
  await toast(page, 'Days added.')
  const day = 24 * 60 * 60 * 1000
  const added = (await held()).map(({ _id, expireAt }) => {
    const old = before.find((one) => one._id === _id)
    return (Date.parse(expireAt) - Date.parse(old.expireAt)) / day
  })
  assert.deepEqual(added.toSorted(), [...Array(before.length - 1).fill(0), 5])

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: /^Days added/ }).click()
  const entry = page.getByRole('dialog')
  await entry.getByText('The server was down.').waitFor()
  await entry.getByRole('link', { name: 'Everything by this person' }).click()
  await title(page, 'Audit log').waitFor()
  await page.getByRole('button', { name: /^Days added/ }).waitFor()
  await context.close()
})

test('an editor writes a formula with its structures, and sees it as a formula', async () => {
  const bank = await biology(house.server)
  const { page, context } = await signedIn(house)
  const { subject, year, section, topic } = bank
  await page.goto(`/admin/questions/add/${subject}/${year}/${section}/${topic}`)
  const question = page.getByRole('textbox', { name: 'Question', exact: true })
  await question.click()
  await page.keyboard.type('What is ')
  await page.keyboard.press('Alt+=')
  const dialog = page.getByRole('dialog', { name: 'Formula' })
  await dialog.getByRole('button', { name: 'Fraction' }).click()
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4')
  await dialog.getByRole('button', { name: 'Degrees' }).click()
  await dialog.getByRole('img', { name: 'Preview' }).locator('.katex').waitFor()
  await clean(page, 'writing a formula')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.type(' of it?')
  await page.getByRole('textbox', { name: 'Option A', exact: true }).click()
  await question.locator('.katex').first().waitFor()
  const shown = await question.innerText()
  assert.ok(!shown.includes('\\frac{3}{4') || shown.includes('of it?'), shown)
  for (const [name, text] of [
    ['Option A', 'One'],
    ['Option B', 'Two'],
  ]) {
    await page.getByRole('textbox', { name, exact: true }).click()
    await page.keyboard.type(text)
  }
  await page.getByRole('radio', { name: /A/ }).first().check()
  await press(page, 'Add question')
  await toast(page, 'Question successfully added.')
  const { data } = await bank.find('of it')
  const stems = data.map(({ question }) => question)
  assert.ok(stems.includes('<p>What is \\(\\frac{3}{4^{\\circ}}\\) of it?</p>'), stems.join('\n'))
  await context.close()
})

test('one change reaches everything that matches, with one entry', async () => {
  const bank = await biology(house.server)
  const path = `/admin/questions/all/${bank.subject}/${bank.year}/all`
  const active = async () =>
    (await call(`/admin/questions/${bank.subject}/all/${bank.year}/all/all?status=true`)).total
  const before = await active()
  const { page, context } = await signedIn(house)
  await page.goto(`${path}?status=true`)
  await press(page, before === 1 ? 'Change the only one' : `Change all ${before}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Retire' }).check()
  await clean(page, 'a change to everything')
  await dialog.getByRole('button', { name: /^Change \d+ rows?$/ }).click()
  await toast(page, before === 1 ? '1 row changed.' : `${before} rows changed.`)
  assert.equal(await active(), 0)
  const { data } = await call('/admin/audit?action=change-all')
  assert.equal(data[0].after.count, before)

  await page.goto(`${path}?status=false`)
  const first = page.getByRole('switch').first()
  await first.waitFor()
  await first.press('Space')
  await page.waitForFunction(() => document.querySelector('[role=switch]')?.checked !== false)
  assert.equal(await active(), 1)
  await context.close()
})
