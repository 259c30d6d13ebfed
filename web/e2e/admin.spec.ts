// An administrator imports a workbook in the browser: a file that is not a workbook is refused,
// problems are named before anything is stored, content left out of a cell is reported, and the
// good rows are in the list. No call is aborted on the way, nor by leaving.

import { type Call, findIn } from './api.ts'
import { expect, test } from './fixtures.ts'
import { workbook, XLSX } from './workbook.ts'

const rows = [
  ['question', 'option A', 'option B', 'option C', 'option D', 'right answer', 'answerDesc'],
  [
    'Which market is in Onitsha?',
    'Main Market',
    'Balogun',
    'Kurmi',
    'Ariaria',
    'A',
    'On the Niger.<script>alert(1)</script>',
  ],
  ['Which key is out of range?', 'one', 'two', 'three', 'four', 'Z', 'None.'],
  ['What is \\(3 \\times ₦5\\)?', '₦8', '₦15', '₦35', '₦53', 'B', 'Three fives.'],
]

test('a workbook with a bad row', async ({ admin: page, server }) => {
  const broken: string[] = []
  page.on('requestfailed', (request) =>
    broken.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  )
  await page.getByRole('link', { name: 'Import questions' }).click()
  // The dashboard stays until the form is there, and some of its links have "exam" in their names.
  await page.getByRole('combobox', { name: 'Exam' }).selectOption('JAMB UTME')
  await page.getByLabel('Subject').selectOption('Biology')
  await page.getByLabel('Year').selectOption('2020')

  const file = page.getByLabel(/^Workbook/)
  const buffer = workbook(rows)
  await file.setInputFiles({ name: 'questions.txt', mimeType: 'text/plain', buffer })
  await page.getByText('Invalid file type. Please upload an Excel file.').waitFor()
  const renamed = Buffer.from('No workbook at all')
  await file.setInputFiles({ name: 'questions.xlsx', mimeType: XLSX, buffer: renamed })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Invalid file type. Please upload an Excel file.').waitFor()

  await file.setInputFiles({ name: 'questions.xlsx', mimeType: XLSX, buffer })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  const counts = () => page.locator('main dl dd').allInnerTexts()
  expect(await counts()).toStrictEqual(['2', '0', '0', '1'])
  const problem = page.getByRole('region', { name: 'Problems' }).locator('tbody tr')
  expect(await problem.count()).toBe(1)
  expect(await problem.innerText()).toMatch(/^3\s+right.?answer\s/i)
  expect(await problem.locator('li').count(), 'a row is named once').toBe(1)
  const warning = page.getByRole('region', { name: 'Warnings' }).locator('tbody tr')
  expect(await warning.count()).toBe(1)
  expect(await warning.innerText()).toMatch(
    /^2\s+answerDesc <script> could not be kept and was left out\. Check the rest of the cell\./,
  )
  const read = await server.api('admin@sabi.test')
  expect(await years(read), 'a preview stores nothing').toStrictEqual([2019])

  await page.getByRole('button', { name: 'Confirm import' }).click()
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  expect(await counts()).toStrictEqual(['2', '0', '0', '1'])
  // By the keyboard: a toast that appears under a mouse stays as long as the mouse is on it.
  await page.getByRole('link', { name: 'View questions' }).press('Enter')
  await page.getByRole('button', { name: 'Which market is in Onitsha?', exact: true }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(2)
  expect(await page.getByText('Which key is out of range?').count()).toBe(0)
  expect(await years(read)).toStrictEqual([2019, 2020])

  await page.getByRole('button', { name: 'Which market is in Onitsha?', exact: true }).click()
  await page.getByRole('dialog').getByText('On the Niger.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  // Left once it is previewed; before that, leaving breaks a preview off.
  await page.getByRole('link', { name: 'Import Questions', exact: true }).click()
  await file.setInputFiles({ name: 'questions.xlsx', mimeType: XLSX, buffer })
  await page.getByRole('button', { name: 'Preview' }).click()
  await warning.first().waitFor()
  await page.getByRole('link', { name: 'Question bank', exact: true }).first().click()
  await page.getByRole('link', { name: 'View Biology' }).first().waitFor()
  expect(broken).toStrictEqual([])
})

/** The years of JAMB's Biology, as the API lists them. */
async function years(read: Call) {
  const { data } = await read('/admin/question-subjects')
  const jamb = findIn(data, ({ examSlug }) => examSlug === 'jamb-utme')
  const { _id } = findIn(jamb.subjects, ({ title }) => title === 'Biology')
  const answer = await read(`/admin/subject-years/${_id}`)
  return answer.data.map(({ year }) => year).sort()
}

test('a student has no way in', async ({ student: page }) => {
  await page.goto('/admin/questions/import')
  await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
})
