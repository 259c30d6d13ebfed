// An editor works through the questions that need a look, reviews a question, and previews a file
// of two years.

import { type Call, findIn } from './api.ts'
import { admin, biology, clean, press, title, toast } from './backOffice.ts'
import { expect, onDevices, test } from './fixtures.ts'
import { eventually } from './patience.ts'

let call: Call
test.beforeAll(async ({ server }) => {
  call = await server.api(admin)
})

test(
  'one question after the other is found fine by key',
  onDevices,
  async ({ admin: page, server }) => {
    const bank = await biology(server)
    const { data } = await bank.find('')
    const one = findIn(data, ({ status }) => status)
    await call(`/admin/questions/update/${one._id}`, {
      method: 'PUT',
      json: { description: '' },
    })
    await page.goto('/admin/needs-a-look?kind=no-explanation')
    await title(page, 'Needs a look').waitFor()
    const fine = page.getByRole('button', { name: 'No problem' })
    await fine.waitFor()
    await clean(page, 'a question that needs a look')
    // While subjects are still checked, the page asks again and again, and takes no key meanwhile.
    const before = await eventually(async () => {
      const { checking, total } = await call('/admin/needs-a-look?kind=no-explanation')
      expect(checking).toBe(0)
      return total
    })
    await page.reload()
    await expect(fine).toBeEnabled()
    await page.keyboard.press('f')
    await toast(page, 'Marked as fine. It comes back if it changes.')
    const after = (await call('/admin/needs-a-look?kind=no-explanation')).total
    expect(after).toBe(before - 1)
  },
)

test('a question is checked, commented on, and an earlier version restored', async ({
  admin: page,
  server,
}) => {
  const bank = await biology(server)
  const { data } = await bank.find('')
  const [{ _id: id, subject, year, topic, question }] = data
  const stem = '<p>A stem that is about to go away</p>'
  await call(`/admin/questions/update/${id}`, { method: 'PUT', json: { question: stem } })
  await page.goto(`/admin/questions/edit/${subject._id}/${year._id}/${id}/${topic._id}`)
  await page.getByRole('tab', { name: 'Comments' }).click()
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Please look at the stem.')
  await press(page, 'Add comment')
  await toast(page, 'Comment added.')
  await clean(page, 'comments on a question')
  await page.getByRole('tab', { name: 'History' }).click()
  await page
    .getByText(/^Version \d+, replaced/)
    .first()
    .click()
  await clean(page, 'an earlier version of a question')
  await press(page, 'Restore this version')
  await toast(page, 'Version restored.')
  const { data: restored } = await call(`/admin/questions/all/all/${id}`)
  expect(restored.question).toBe(question)
  expect(restored.review).toBe('draft')
})

test('an earlier model answer of a theory question is restored', async ({ admin: page }) => {
  const { data } = await call('/admin/theories/all/all/all')
  const [{ _id: id, subject, year, detailed_answer: answer }] = data
  await call(`/admin/theories/update/${id}`, {
    method: 'PUT',
    json: { detailed_answer: '<p>An answer that is about to go away</p>' },
  })
  await page.goto(`/admin/theories/edit/${subject._id}/${year._id}/${id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  await page
    .getByText(/^Version \d+, replaced/)
    .first()
    .click()
  await clean(page, 'an earlier version of a theory question')
  await press(page, 'Restore this version')
  await toast(page, 'Version restored.')
  const { data: restored } = await call(`/admin/theory/all/all/${id}`)
  expect(restored.detailed_answer).toBe(answer)
})

test('a file of two years is previewed as students will see it', async ({ admin: page }) => {
  await page.goto('/admin/questions/import')
  await page.getByRole('combobox', { name: /^Exam/ }).selectOption({ label: 'JAMB UTME' })
  await page.getByRole('combobox', { name: /^Subject/ }).selectOption({ label: 'Biology' })
  await page.getByRole('combobox', { name: /^Format/ }).selectOption('csv')
  const csv =
    'year,question,a,b,rightAnswer\n2017,Which is a mammal?,Whale,Shark,A\n2018,Which is a fish?,Whale,Shark,B\n2018,Which is a bird?,,,A\n'
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'two-years.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await press(page, 'Preview')
  const shown = page.getByRole('region', { name: 'As students will see them' })
  await shown.getByText('Which is a mammal?').waitFor()
  await clean(page, 'the questions of an import')
  await shown.getByRole('combobox').selectOption({ index: 1 })
  await shown.getByText('Which is a fish?').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download rows as a workbook' }).first().click()
  expect((await download).suggestedFilename()).toBe('problems.xlsx')
})
