// The declared entities of the back-office as an administrator works with them. Each is walked
// through as its declaration says (walk.ts); what is special about categories, subjects and advice
// is done on a computer and on a phone: conflicts, unsaved changes, pictures, refusals.

import { findIn } from './api.ts'
import {
  choose,
  clean,
  deleted,
  deleteRow,
  isWrong,
  named,
  narrowed,
  openList,
  picture,
  press,
  toast,
} from './backOffice.ts'
import { declared } from './declared.ts'
import { expect, onDevices, type Page, test } from './fixtures.ts'
import type { Row } from './lists.ts'
import { hasFocus, signIn } from './steps.ts'
import { walk } from './walk.ts'

/** The list shows these rows, as soon as it does. */
const shows = (page: Page, names: string[]) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('tbody td[data-main]')]
        .map((cell) => cell.innerText.trim())
        .join() === wanted,
    names.join(),
  )

test('categories', onDevices, async ({ admin: page, device }) => {
  await openList(page, 'Categories')
  await page.getByRole('searchbox').fill('humanities')
  await page.waitForFunction(() => location.search.includes('q=humanities'))
  await shows(page, ['Arts and Humanities'])
  await press(page, 'Clear search and filters')
  await named(page, 'Sciences').first().waitFor()

  if (device === 'phone') await page.getByLabel('Sort by').selectOption('Title, descending')
  else await press(page, 'Title')
  await page.waitForURL(/sort=-title/)
  await page.waitForFunction(() =>
    /^Social/.test(document.querySelector<HTMLElement>('td[data-main]')?.innerText ?? ''),
  )
  if (device === 'desktop') {
    const heading = page.getByRole('columnheader', { name: 'Title' })
    expect(await heading.getAttribute('aria-sort')).toBe('descending')
  }

  await page.getByRole('link', { name: 'Add category' }).click()
  const field = page.getByRole('textbox', { name: 'Title' })
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.waitFor()
  await press(page, 'Add category')
  await isWrong(page, 'Title is required', field)
  await field.fill('x'.repeat(121))
  await press(page, 'Add category')
  await isWrong(page, 'Title cannot exceed 120 characters', field)

  const name = `Vocational ${device}`
  await field.fill(name)
  await text.click()
  await page.keyboard.type('Learn a trade.')
  const image = page.getByLabel(/^Image/)
  await image.setInputFiles(picture('icon.svg'))
  await toast(page, 'Please select valid image.')
  await image.setInputFiles(picture('icon.png'))
  await page.getByText('New picture: icon.png').waitFor()
  await page.getByRole('switch', { name: /^Status/ }).check({ force: true })
  await press(page, 'Add category')
  await toast(page, 'Category successfully added.')
  await page.waitForURL(/\/admin\/categories$/)
  await named(page, name).getByText('Active', { exact: true }).waitFor()
  expect(await named(page, name).locator('img').getAttribute('src')).toMatch(/^\/uploads\//)

  // Two tabs change one record.
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/admin/categories')
    await tab.getByRole('link', { name: `Edit: ${name}` }).click()
    await tab.getByRole('textbox', { name: 'Description' }).waitFor()
  }
  await other.getByRole('textbox', { name: 'Title' }).fill(`${name} theirs`)
  await press(other, 'Save')
  await toast(other, 'Category updated successfully')
  await other.close()
  await field.fill(`${name} mine`)
  await press(page, 'Save')
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this record' })
  await notice.getByText(/changed this on/).waitFor()
  const line = notice.getByRole('row', { name: /^Title/ })
  expect(await line.innerText()).toMatch(/theirs\s+Vocational \w+ mine/)
  await clean(page, 'a conflict')
  await press(page, 'Add my changes to theirs')
  await page.getByText('Merged, not saved yet').waitFor()
  await press(page, 'Save')
  await toast(page, 'Category updated successfully')
  await named(page, `${name} mine`).waitFor()

  // Typed text is not left by accident.
  await page.getByRole('link', { name: `Edit: ${name} mine` }).click()
  await field.fill('Nothing')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await press(page, 'Stay')
  expect(await field.inputValue()).toBe('Nothing')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await press(page, 'Leave')

  const refused = await deleteRow(page, 'Sciences', 'Yes')
  await refused.getByText(/cannot be deleted: .*course/).waitFor()
  await clean(page, 'a refused delete')
  await refused.getByRole('button', { name: 'No' }).click()
  await toast(page, 'No data deleted')
  await deleted(page, `${name} mine`, 'Category deleted successfully')
})

test('subjects', onDevices, async ({ admin: page, device }) => {
  await openList(page, 'Subjects')
  await choose(page, 'Exam', 'WASSCE (WAEC)')
  await page.waitForURL(/exam=/)
  await shows(page, ['Mathematics'])
  await page.reload()
  await shows(page, ['Mathematics'])
  await press(page, 'Clear search and filters')
  await named(page, 'Biology').waitFor()
  await page.getByRole('searchbox').fill('nothing is called so')
  await page.getByText('There are no data to be displayed').waitFor()
  await page.getByRole('searchbox').fill('')
  await named(page, 'Biology').waitFor()

  await page.getByRole('link', { name: 'Add subject' }).click()
  const exam = page.getByRole('combobox', { name: 'Exam' })
  await exam.waitFor()
  await press(page, 'Add subject')
  await isWrong(page, 'Exam is required', exam)
  await page.getByText('Please select at least 1 course').waitFor()
  await page.getByText('Please select valid logo.').waitFor()
  await choose(page, 'Exam', 'JAMB UTME')
  expect(await page.getByRole('main').getByText('Universities').count()).toBe(0)
  await choose(page, 'Exam', 'POST UTME')
  await page.getByRole('main').getByText('Universities', { exact: true }).waitFor()
  await press(page, 'Select All: Universities')
  await press(page, 'Select All: Courses')
  const name = `Geography ${device}`
  await page.getByRole('textbox', { name: 'Title' }).fill(name)
  await page.getByLabel(/^Icon/).setInputFiles(picture('icon.png'))
  await choose(page, 'Hours', '1')
  await page.getByRole('switch', { name: /^Status/ }).check({ force: true })
  await press(page, 'Add subject')
  await toast(page, 'Subject successfully added.')
  await page.waitForURL(/\/admin\/subjects$/)
  await page.getByRole('searchbox').fill(name)
  await narrowed(page, 'q=Geography')
  await named(page, 'University of Lagos').waitFor()

  await page.getByRole('link', { name: `Edit: ${name}, POST UTME` }).click()
  await page.getByRole('textbox', { name: 'Mock questions' }).fill('900')
  await press(page, 'Save')
  const mock = page.getByRole('textbox', { name: 'Mock questions' })
  await isWrong(page, 'Mock questions must be from 1 to 200.', mock)
  await mock.fill('50')
  await press(page, 'Save')
  await toast(page, 'Subject updated successfully')
  await page.waitForFunction(() => location.search.includes('q=Geography'))
  await deleted(page, `${name}, POST UTME`, 'Subject deleted successfully')
  await page.getByText('There are no data to be displayed').waitFor()
})

test('advice', onDevices, async ({ admin: page, device }) => {
  await openList(page, 'Advice')
  await page.getByRole('link', { name: 'Add advice' }).click()
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.waitFor()
  const name = `Half way ${device}`
  await page.getByRole('textbox', { name: 'Title' }).fill(name)
  await choose(page, 'From percentage', '50%')
  const to = page.getByRole('combobox', { name: 'To percentage' })
  await expect(to).toHaveValue('50%')
  await to.click()
  const below = page.getByRole('option', { name: '40%', exact: true })
  expect(await below.getAttribute('data-combobox-disabled')).toBe('true')
  await page.getByRole('option', { name: '60%', exact: true }).click()
  await press(page, 'Add advice')
  await isWrong(page, 'Description is required', text)
  await text.click()
  await page.keyboard.type('You know ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await hasFocus(text)
  await page.keyboard.type('half')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload image' }).click()
  await (await chooser).setFiles(picture('icon.png'))
  await text.locator('img[src^="/uploads/"]').waitFor()
  await press(page, 'Add advice')
  await toast(page, 'Advice successfully added.')
  await page.waitForURL(/\/admin\/advice-list$/)

  await page.getByRole('link', { name: `Edit: ${name}` }).click()
  await page.waitForURL(/\/admin\/advice-list\/[^/]+\/edit$/)
  await text.locator('img[src^="/uploads/"]').waitFor()
  expect(await text.innerHTML()).toMatch(/<strong>half<\/strong>.*\/uploads\//)
  // Looked at alone, it is left without a question.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(/\/admin\/advice-list$/)
  await page.getByRole('link', { name: `Edit: ${name}` }).click()
  await text.waitFor()
  await choose(page, 'To percentage', '70%')
  await press(page, 'Save')
  await toast(page, 'Advice updated successfully')
  await named(page, name).getByText('70%').waitFor()
  await deleteRow(page, name, 'No')
  await toast(page, 'No data deleted')
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await press(page, 'Delete selected')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click()
  await toast(page, 'Advice deleted successfully')
  await named(page, name).waitFor({ state: 'detached' })
})

const PARTS = 3
test.describe('every declared entity', () => {
  // The longest test of all: its parts run beside each other.
  test.describe.configure({ mode: 'parallel' })
  for (const part of Array(PARTS).keys()) {
    test(`part ${part + 1} of ${PARTS}`, async ({ visit }) => {
      // Requests passed on by a service worker are reported without their bodies.
      const { page } = await visit({ serviceWorkers: 'block' })
      await signIn(page, { as: 'owner@sabi.test', at: '/admin' })
      // One that fails keeps none of the others from being walked through.
      const failed: unknown[] = []
      const all = await declared()
      for (const resource of all.filter((_, place) => place % PARTS === part)) {
        const walked = test.step(resource.texts.many, async () => {
          const { parent } = resource
          if (!parent) return walk(page, resource)
          // Below the first record of the parent.
          const answer = await page.request.get(parent.of.calls.list)
          const [first] = findIn(Object.values<Row[]>(await answer.json()), Array.isArray)
          await walk(page, resource, [first._id])
        })
        await walked.catch((error) => failed.push(error))
      }
      expect(failed).toEqual([])
    })
  }
})

test('a student has no way in', async ({ student: page }) => {
  await page.goto('/admin/categories')
  await page.waitForURL((url) => !url.pathname.startsWith('/admin'))
})
