// How an administrator gets about and works on many things at once: the command palette, the single
// keys of a list, what is done with chosen questions, on a tablet too, and the ruler on which the bands of advice lie.

import { findIn } from './api.ts'
import {
  admin,
  biology,
  choose,
  clean,
  named,
  openList,
  press,
  title,
  toast,
} from './backOffice.ts'
import { expect, type Locator, test } from './fixtures.ts'
import { settled } from './look.ts'
import { eventually } from './patience.ts'
import { boxOf, hasFocus, signIn } from './steps.ts'

test('Ctrl K leads to a screen and to a record', async ({ admin: page, server }) => {
  const ask = async (words: string) => {
    await page.keyboard.press('Control+K')
    await hasFocus(page.getByRole('combobox', { name: 'Search or go to' }))
    await page.keyboard.type(words)
  }
  await ask('audit')
  await page.getByRole('option', { name: 'Audit log', exact: true, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await title(page, 'Audit log').waitFor()

  await ask('arts and hum')
  const found = page.getByRole('group', { name: 'Categories' })
  await found.getByRole('option', { name: 'Arts and Humanities', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/categories\/edit\/[^/]+$/)
  await title(page, 'Edit category').waitFor()
  const field = page.getByRole('textbox', { name: 'Title' })
  await field.waitFor()
  expect(await field.inputValue()).toBe('Arts and Humanities')

  // A question is found by its text, not through a menu.
  const { call, subject, year } = await biology(server)
  const { data } = await call(`/admin/questions/${subject}/all/${year}/all/all`)
  // Whole words, since the bank is searched by words.
  const words = data[0].question
    .replace(/<[^>]*>/g, '')
    .split(' ')
    .slice(0, 4)
    .join(' ')
  await ask(words)
  // The only results: Enter opens the one that is selected.
  const question = page.getByRole('group', { name: 'Questions' })
  await question.getByRole('option', { selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await title(page, 'Edit question').waitFor()
})

test('j and k go from row to row, e edits, Delete asks first', async ({ admin: page }) => {
  await openList(page, 'Categories')
  await named(page, 'Sciences').first().waitFor()
  const names = await page.locator('tbody td[data-main]').allInnerTexts()
  const at = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLTableRowElement>('tbody tr')?.rowIndex)
  await page.keyboard.press('j')
  expect(await at()).toBe(1)
  await page.keyboard.press('j')
  expect(await at()).toBe(2)
  await page.keyboard.press('k')
  expect(await at()).toBe(1)
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Confirm to submit' })
  await dialog.getByText('Are you sure to do this.').waitFor()
  await dialog.getByText(names[0]).waitFor()
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await toast(page, 'No data deleted')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.locator('tbody td[data-main]').allInnerTexts()).toStrictEqual(names)
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await title(page, 'Edit category').waitFor()
  const field = page.getByRole('textbox', { name: 'Title' })
  await field.waitFor()
  expect(names.includes(await field.inputValue())).toBe(true)
})

test('the headings of a list stay in sight, and what its rows are known and chosen by', async ({
  admin: page,
  server,
}) => {
  await page.setViewportSize({ width: 820, height: 700 })
  const { subject, year } = await biology(server)
  await page.goto(`/admin/questions/all/${subject}/${year}/all`)
  const table = page.getByRole('table', { name: 'Questions' })
  const heading = table.getByRole('columnheader', { name: 'Question' })
  await heading.waitFor()
  // More columns and rows than there is room for.
  await table.evaluate((one: HTMLTableElement) => {
    for (const row of one.tBodies[0].rows) row.style.height = '72px'
    const [, , question, linked] = one.tHead?.rows[0].cells ?? []
    question.style.minWidth = '300px'
    linked.style.minWidth = '900px'
  })
  await page.waitForFunction(() => document.querySelector('[data-wide]') !== null)
  await table.evaluate((one) => {
    one.parentElement?.scrollIntoView({ block: 'end', behavior: 'instant' })
    one.parentElement?.scrollBy({ left: 400, behavior: 'instant' })
  })
  const seen = (one: Locator) =>
    one.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 8, top + height / 2))
    })
  // The headings follow in the frame after the scrolling.
  await eventually(async () => expect(await seen(heading), 'the heading').toBe(true))
  const first = await table.evaluate((one: HTMLTableElement) => {
    const head = (one.tHead?.rows[0].cells ?? [])[2].getBoundingClientRect().bottom
    const rows = [...one.tBodies[0].rows]
    return rows.findIndex((row) => row.getBoundingClientRect().top >= head)
  })
  expect(first, 'rows lie behind the headings').toBeGreaterThan(0)
  expect(await seen(table.locator('tbody td[data-main]').nth(first)), 'the question').toBe(true)
  const row = table.locator('tbody tr').nth(first)
  const [box, question] = await Promise.all(
    ['[data-box]', '[data-main]'].map((of) => boxOf(row.locator(of))),
  )
  expect(await seen(row.getByRole('checkbox')), 'its box').toBe(true)
  expect(question.x, 'nothing is seen between them').toBe(box.x + box.width)
})

test('on a tablet rows are chosen where they stand, and what is done with them stays in sight', async ({
  server,
  visit,
}) => {
  const viewport = { width: 820, height: 1180 }
  const { page } = await visit({ viewport, hasTouch: true, isMobile: true })
  await signIn(page, { as: admin, at: '/admin' })
  await title(page, 'Dashboard').waitFor()
  const { subject, year } = await biology(server)
  await page.goto(`/admin/questions/all/${subject}/${year}/all`)
  const boxes = page.getByRole('table', { name: 'Questions' }).locator('tbody [data-box] label')
  await boxes.nth(9).waitFor()
  await settled(page)
  const places = await boxes.evaluateAll((all) =>
    all.slice(0, 3).map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    }),
  )
  for (const [x, y] of places) await page.touchscreen.tap(x, y)
  const bar = page.getByText('3 selected')
  await bar.waitFor()
  for (const to of [0, 10_000]) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), to)
    const { y, height } = await boxOf(bar)
    expect(y, `at ${y} px`).toBeGreaterThanOrEqual(0)
    expect(y + height, `at ${y} px`).toBeLessThanOrEqual(viewport.height)
  }

  // The actions of a row are visible, however wide the list is.
  await page.goto('/admin/student-registered-subjects')
  const edit = page.getByRole('link', { name: /^Edit/ }).first()
  await edit.waitFor()
  await settled(page)
  const table = page.getByRole('table')
  const { x, width } = await boxOf(edit)
  const list = await table.evaluate((one) => one.parentElement?.getBoundingClientRect().right ?? 0)
  expect((await boxOf(table)).width, 'the list is wider than its place').toBeGreaterThan(list)
  expect(x + width, `ends at ${x + width} px`).toBeLessThanOrEqual(list)
  await edit.tap()
  await title(page, /subjects/i).waitFor()
})

test('chosen questions are retired, activated and moved to a topic', async ({
  admin: page,
  server,
}) => {
  const { subject, year, topic, section, questions, call } = await biology(server)
  const all = `/admin/questions/${subject}/all/${year}/all/all?limit=1000` as const
  const { data: before } = await call(all)
  const chosen = before.filter((one) => one.section._id === section).slice(0, 2)
  const now = async () => {
    const { data } = await call(all)
    return chosen.map(({ _id }) => findIn(data, (one) => one._id === _id))
  }
  await page.goto(questions)
  const boxes = page.getByRole('table', { name: 'Questions' }).getByRole('checkbox')
  const chooseTwo = async () => {
    for (const nth of [1, 2]) await boxes.nth(nth).check()
  }
  const done = async (words: string) => {
    const dialog = page.getByRole('dialog', { name: words })
    await dialog.getByText('2 rows changed.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await boxes.nth(2).waitFor()
  await chooseTwo()
  await clean(page, 'chosen questions')
  await press(page, 'Retire')
  await done('Retiring')
  expect((await now()).map(({ status }) => status)).toStrictEqual([false, false])
  await page.locator('tbody tr').first().getByText('InActive', { exact: true }).waitFor()
  await chooseTwo()
  await press(page, 'Activate')
  await done('Activating')
  expect((await now()).map(({ status }) => status)).toStrictEqual([true, true])
  await page.locator('tbody tr').first().getByText('Active', { exact: true }).waitFor()

  // To a section of another topic, where they are found and no longer here.
  const { data: topics } = await call('/admin/question-topic-sections', {
    method: 'POST',
    json: { subjectId: subject, yearId: year },
  })
  const other = findIn(
    topics,
    ({ _id, topicSections }) => _id !== topic && topicSections.length > 0,
  )
  const [to] = other.topicSections
  await chooseTwo()
  await press(page, 'Move to a topic')
  const dialog = page.getByRole('dialog', { name: 'Move to a topic' })
  await dialog.getByText('Moves 2 questions.').waitFor()
  const place = `${other.title}: ${to.section_name}`
  await page.getByRole('option', { name: place, exact: true }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await done('Moving')
  for (const one of await now()) {
    expect([one.topic._id, one.section._id]).toStrictEqual([other._id, to._id])
  }
})

test('the ruler tells what the bands of advice leave out, and where two speak', async ({
  admin: page,
  server,
}) => {
  const call = await server.api(admin)
  const { data } = await call('/admin/advice-list?page=1&limit=1000')
  for (const { _id } of data) {
    await call(`/admin/advice-list/update/${_id}`, { method: 'PUT', json: { status: false } })
  }
  for (const [name, min_percentage, max_percentage] of [
    ['Low', 0, 40],
    ['Middle', 60, 80],
    ['High', 81, 99],
  ]) {
    const description = '<p>Go on.</p>'
    await call('/admin/advice-list/add', {
      method: 'POST',
      json: { title: name, min_percentage, max_percentage, description, status: true },
    })
  }
  await openList(page, 'Advice')
  const ruler = page.getByRole('region', { name: 'From 0% to 100%' })
  await ruler.getByText('No advice from 41% to 59%', { exact: true }).waitFor()
  await ruler.getByText('No advice at 100%', { exact: true }).waitFor()
  await clean(page, 'a ruler with gaps')

  // In the form, while a band is typed that fills the gap, and one that reaches too far.
  await page.getByRole('link', { name: 'Edit: Low' }).click()
  await ruler.getByText('No advice from 41% to 59%', { exact: true }).waitFor()
  await choose(page, 'To percentage', '59%')
  await ruler.getByText(/No advice from/).waitFor({ state: 'detached' })
  await ruler.getByText('No advice at 100%', { exact: true }).waitFor()
  await choose(page, 'To percentage', '70%')
  await ruler.getByText('“Low” and “Middle” overlap from 60% to 70%', { exact: true }).waitFor()
})
