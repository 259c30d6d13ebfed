// The desk of the back office: support finds everything about a student on one page, an editor
// writes a formula and sees it as one, and a change reaches everything that matches.

import { type Call, findIn } from './api.ts'
import { admin, biology, clean, picture, press, title, toast } from './backOffice.ts'
import { expect, type Locator, onDevices, test } from './fixtures.ts'
import { eventually } from './patience.ts'
import { hasFocus } from './steps.ts'

let call: Call
test.beforeAll(async ({ server }) => {
  call = await server.api(admin)
})

const tabs = ['Tests', 'Payments', 'Plans', 'Subjects', 'Mails', 'Sessions', 'Audit log']

test('support sees a student on one page', onDevices, async ({ admin: page }) => {
  const { customers } = await call('/admin/customers?q=student@sabi.test')
  await page.goto(`/admin/students/${customers[0]._id}`)
  await page.getByRole('tab', { name: 'Tests' }).waitFor()
  for (const name of tabs) {
    await page.getByRole('tab', { name, exact: true }).click()
    await page.getByRole('tabpanel').locator('section').waitFor()
    await clean(page, `${name} of a student`)
  }
})

test('support adds days to a plan, which the audit log says in words', async ({ admin: page }) => {
  const { customers } = await call('/admin/customers?q=student@sabi.test')
  const [{ _id: id }] = customers
  const held = async () => (await call(`/user-subscription-list/${id}`)).data
  const before = await held()
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
    const old = findIn(before, (one) => one._id === _id)
    return (Date.parse(expireAt) - Date.parse(old.expireAt)) / day
  })
  expect(added.toSorted()).toStrictEqual([...Array(before.length - 1).fill(0), 5])

  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: /^Days added/ }).click()
  const entry = page.getByRole('dialog')
  await entry.getByText('The server was down.').waitFor()
  await entry.getByRole('link', { name: 'Everything by this person' }).click()
  await title(page, 'Audit log').waitFor()
  await page.getByRole('button', { name: /^Days added/ }).waitFor()
})

test('an editor writes a formula with its structures, and sees it as a formula', async ({
  admin: page,
  server,
}) => {
  const bank = await biology(server)
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
  await hasFocus(question)
  await page.keyboard.type(' of it?')
  await page.getByRole('textbox', { name: 'Option A', exact: true }).click()
  await question.locator('.katex').first().waitFor()
  const shown = await question.innerText()
  expect(!shown.includes('\\frac{3}{4') || shown.includes('of it?'), shown).toBe(true)
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
  expect(
    stems.includes('<p>What is \\(\\frac{3}{4^{\\circ}}\\) of it?</p>'),
    stems.join('\n'),
  ).toBe(true)
})

test('one change reaches everything that matches, with one entry', async ({
  admin: page,
  server,
}) => {
  const bank = await biology(server)
  const path = `/admin/questions/all/${bank.subject}/${bank.year}/all`
  const active = async () =>
    (await call(`/admin/questions/${bank.subject}/all/${bank.year}/all/all?status=true`)).total
  const before = await active()
  await page.goto(`${path}?status=true`)
  await press(page, before === 1 ? 'Change 1 row' : `Change all ${before}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Retire' }).check()
  await clean(page, 'a change to everything')
  await dialog.getByRole('button', { name: /^Change \d+ rows?$/ }).click()
  await toast(page, before === 1 ? '1 row changed.' : `${before} rows changed.`)
  expect(await active()).toBe(0)
  const { data } = await call('/admin/audit?action=change-all')
  expect<unknown>(data[0].after?.count).toBe(before)

  await page.goto(`${path}?status=false`)
  const first = page.getByRole('switch').first()
  await first.waitFor()
  await first.press('Space')
  // The switch moves before the server has answered.
  await eventually(async () => expect(await active()).toBe(1))
})

/** The exam of the bank with this slug: its subjects with their years. */
const bankOf = async (slug: string) =>
  findIn((await call('/admin/bank/grid')).data, ({ exam }) => exam.slug === slug)

test('40 years of 50 subjects are added in at most 30 presses', async ({ admin: page }) => {
  const bece = await bankOf('jsce-bece')
  const logo = picture('logo.png').buffer.toString('base64')
  const [{ _id: course }] = (await call('/admin/courses?limit=0')).data
  const form = {
    exam: bece.exam._id,
    course: [course],
    subjectHour: 1,
    status: true,
    logo,
    imageName: 'logo.png',
  }
  for (let n = bece.subjects.length; n < 50; n += 1) {
    const json = { ...form, title: `Subject ${n + 1}` }
    await call('/admin/subjects/add', { method: 'POST', json })
  }
  await page.goto('/admin/question-subjects')
  let presses = 0
  const click = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const key = async (name: string) => {
    presses += 1
    await page.keyboard.press(name)
  }
  await click(page.getByText('Grid', { exact: true }))
  // The list names its exams too, and stays until the grid is there.
  const exams = page.getByRole('radiogroup', { name: 'Exam' })
  await click(exams.getByText(bece.exam.title, { exact: true }))
  await page.getByRole('rowheader', { name: 'Subject 50' }).waitFor()
  await click(page.getByRole('button', { name: 'Add years' }))
  const dialog = page.getByRole('dialog', { name: 'Add years' })
  await click(dialog.getByRole('textbox', { name: 'From' }))
  await key('ControlOrMeta+A')
  await page.keyboard.type(String(new Date().getUTCFullYear() - 39))
  await dialog.getByText(/^(1,9\d\d|2,000) years will be added\.$/).waitFor()
  await key('Enter')
  const minutes = 60_000
  await page.getByText(/^[\d,]+ rows changed\.$/).waitFor({ timeout: 10 * minutes })
  await click(page.getByRole('button', { name: 'Close' }))
  test.info().annotations.push({ type: `${presses} presses` })
  expect(presses, `${presses} presses`).toBeLessThanOrEqual(30)
  const { subjects } = await bankOf('jsce-bece')
  expect([...new Set(subjects.map(({ years }) => years.length))]).toStrictEqual([40])
  expect(subjects.length).toBe(50)
})

test('a year is moved to another year, and one that exists there stays', async ({
  admin: page,
}) => {
  const { exam, subjects } = await bankOf('jamb-utme')
  const [subject] = subjects.filter(({ title: called }) => called === 'Biology')
  for (const year of [2001, 2002]) {
    const json = { subject: subject._id, year, university: [], status: false }
    await call('/admin/question-subjects/add', { method: 'POST', json })
  }
  await page.goto(`/admin/question-subjects?view=grid&exam=${exam.slug}`)
  await page.getByRole('switch', { name: 'Select years' }).click()
  const move = async (from: number, to: number) => {
    await page.getByRole('checkbox', { name: `Select Biology, ${from}`, exact: true }).check()
    await press(page, 'Move')
    const dialog = page.getByRole('dialog', { name: 'Move 1 year' })
    await dialog.getByRole('textbox', { name: 'Year' }).fill(String(to))
    await clean(page, 'moving a year')
    await dialog.getByRole('button', { name: 'Move' }).click()
  }
  const close = () => page.getByRole('button', { name: 'Close' }).click()
  await move(2001, 2002)
  await page.getByText('Biology, 2001: The subject already has this year.').waitFor()
  await close()
  await move(2001, 2003)
  await page.getByText('1 row changed.').waitFor()
  await close()
  const years = findIn(
    (await bankOf('jamb-utme')).subjects,
    ({ _id }) => _id === subject._id,
  ).years.map(({ year }) => year)
  expect(years.includes(2002), `${years}`).toBe(true)
  expect(years.includes(2003), `${years}`).toBe(true)
  expect(years.includes(2001), `${years}`).toBe(false)
  const { data } = await call('/admin/audit?action=move')
  expect([data[0].before.year, data[0].after.year]).toStrictEqual([2001, 2003])
})

test('what is inactive and in no test is deleted with everything that matches', async ({
  admin: page,
  server,
}) => {
  const { call: ask, subject, year, section, questions } = await biology(server)
  const json = {
    yearId: year,
    title: 'To be deleted',
    status: false,
    universities: [],
    questions: [
      { questionTitle: 'What is a xylograph?', option1: 'A', option2: 'B', rightAnswer: 1 },
    ],
  }
  await ask(`/admin/questions/${section}/add`, { method: 'POST', json })
  const found = async () =>
    (await ask(`/admin/questions/${subject}/all/${year}/all/all?q=xylograph`)).total
  expect(await found()).toBe(1)
  await page.goto(`${questions}?q=xylograph`)
  await press(page, 'Change 1 row')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Delete' }).check()
  await clean(page, 'deleting everything that matches')
  await dialog.getByRole('button', { name: 'Delete questions' }).click()
  await toast(page, '1 question deleted.')
  expect(await found()).toBe(0)
  const { data } = await call('/admin/audit?action=delete-all')
  expect([data[0].after.count, data[0].after.titles]).toStrictEqual([1, ['To be deleted']])
})

test('a theory question is commented on', async ({ admin: page }) => {
  const { subjects } = await bankOf('wassce-waec-ssce')
  const subject = findIn(subjects, ({ years }) => years.some(({ theories }) => theories > 0))
  const year = findIn(subject.years, ({ theories }) => theories > 0)
  await page.goto(`/admin/theories/all/${subject._id}/${year._id}`)
  await page
    .getByRole('link', { name: /^Edit: / })
    .first()
    .click()
  await title(page, 'Edit theory question').waitFor()
  await page.getByRole('tab', { name: 'Comments' }).click()
  const comments = page.getByRole('tabpanel', { name: 'Comments' })
  await comments.getByRole('textbox').fill('The model answer lacks a unit.')
  await comments.getByRole('button', { name: /^Add/ }).click()
  await toast(page, 'Comment added.')
  await comments.getByText('The model answer lacks a unit.').waitFor()
  await clean(page, 'comments on a theory question')
})
