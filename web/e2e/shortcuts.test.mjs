// How an administrator gets about and works on many things at once: the command palette, the single
// keys of a list, what is done with chosen questions, on a tablet too, and the ruler on which the bands of advice lie.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  admin,
  atList,
  biology,
  choose,
  clean,
  named,
  press,
  signedIn,
  title,
  toast,
} from './backOffice.mjs'
import { hasFocus, signIn, together, visit } from './harness.mjs'
import { settled } from './look.mjs'

const house = together()

test('Ctrl K leads to a screen and to a record', async () => {
  const { page, context } = await signedIn(house)
  const ask = async (words) => {
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
  assert.equal(await field.inputValue(), 'Arts and Humanities')

  // A question is found by its text, not through a menu.
  const { call, subject, year } = await biology(house.server)
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
  await context.close()
})

test('j and k go from row to row, e edits, Delete asks first', async () => {
  const { page, context } = await atList(house, undefined, 'Categories')
  await named(page, 'Sciences').first().waitFor()
  const names = await page.locator('tbody td[data-main]').allInnerTexts()
  const at = () => page.evaluate(() => document.activeElement.closest('tbody tr')?.rowIndex)
  await page.keyboard.press('j')
  assert.equal(await at(), 1)
  await page.keyboard.press('j')
  assert.equal(await at(), 2)
  await page.keyboard.press('k')
  assert.equal(await at(), 1)
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Confirm to submit' })
  await dialog.getByText('Are you sure to do this.').waitFor()
  await dialog.getByText(names[0]).waitFor()
  await dialog.getByRole('button', { name: 'No', exact: true }).click()
  await toast(page, 'No data deleted')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(await page.locator('tbody td[data-main]').allInnerTexts(), names)
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await title(page, 'Edit category').waitFor()
  const field = page.getByRole('textbox', { name: 'Title' })
  await field.waitFor()
  assert.ok(names.includes(await field.inputValue()))
  await context.close()
})

test('the headings of a list stay in sight, and what its rows are known and chosen by', async () => {
  const { page, context } = await signedIn(house, { width: 820, height: 700 })
  const { subject, year } = await biology(house.server)
  await page.goto(`/admin/questions/all/${subject}/${year}/all`)
  const table = page.getByRole('table', { name: 'Questions' })
  const heading = table.getByRole('columnheader', { name: 'Question' })
  await heading.waitFor()
  // Columns more than there is room for.
  await table.evaluate((one) => {
    const [, , question, linked] = one.tHead.rows[0].cells
    question.style.minWidth = '300px'
    linked.style.minWidth = '900px'
  })
  await page.waitForFunction(() => document.querySelector('[data-wide]') !== null)
  await table.evaluate((one) => {
    one.parentElement.scrollIntoView({ block: 'end', behavior: 'instant' })
    one.parentElement.scrollBy({ left: 400, behavior: 'instant' })
  })
  const seen = (one) =>
    one.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 8, top + height / 2))
    })
  assert.equal(await seen(heading), true, 'the heading')
  const first = await table.evaluate((one) => {
    const head = one.tHead.rows[0].cells[2].getBoundingClientRect().bottom
    const rows = [...one.tBodies[0].rows]
    return rows.findIndex((row) => row.getBoundingClientRect().top >= head)
  })
  assert.ok(first > 0, 'rows lie behind the headings')
  assert.equal(await seen(table.locator('tbody td[data-main]').nth(first)), true, 'the question')
  const row = table.locator('tbody tr').nth(first)
  const [box, question] = await Promise.all(
    ['[data-box]', '[data-main]'].map((of) => row.locator(of).boundingBox()),
  )
  assert.equal(await seen(row.getByRole('checkbox')), true, 'its box')
  assert.equal(question.x, box.x + box.width, 'nothing is seen between them')
  await context.close()
})

test('on a tablet rows are chosen where they stand, and what is done with them stays in sight', async (t) => {
  const viewport = { width: 820, height: 1180 }
  const { page, context } = await visit(house, { viewport, hasTouch: true, isMobile: true })
  t.after(() => context.close())
  await signIn(page, admin, '/admin/login')
  await title(page, 'Dashboard').waitFor()
  const { subject, year } = await biology(house.server)
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
    const { y, height } = await bar.boundingBox()
    assert.ok(y >= 0 && y + height <= viewport.height, `at ${y} px`)
  }

  // The actions of a row are visible, however wide the list is.
  await page.goto('/admin/student-registered-subjects')
  const edit = page.getByRole('link', { name: /^Edit/ }).first()
  await edit.waitFor()
  await settled(page)
  const table = page.getByRole('table')
  const { x, width } = await edit.boundingBox()
  const list = await table.evaluate((one) => one.parentElement.getBoundingClientRect().right)
  assert.ok((await table.boundingBox()).width > list, 'the list is wider than its place')
  assert.ok(x + width <= list, `ends at ${x + width} px`)
  await edit.tap()
  await title(page, /subjects/i).waitFor()
})

test('chosen questions are retired, activated and moved to a topic', async () => {
  const { subject, year, topic, section, questions, call } = await biology(house.server)
  const all = `/admin/questions/${subject}/all/${year}/all/all?limit=1000`
  const { data: before } = await call(all)
  const chosen = before.filter((one) => one.section._id === section).slice(0, 2)
  const now = async () => {
    const { data } = await call(all)
    return chosen.map(({ _id }) => data.find((one) => one._id === _id))
  }
  const { page, context } = await signedIn(house)
  await page.goto(questions)
  const boxes = page.getByRole('table', { name: 'Questions' }).getByRole('checkbox')
  const chooseTwo = async () => {
    for (const nth of [1, 2]) await boxes.nth(nth).check()
  }
  const done = async (words) => {
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
  assert.deepEqual(
    (await now()).map(({ status }) => status),
    [false, false],
  )
  await page.locator('tbody tr').first().getByText('InActive', { exact: true }).waitFor()
  await chooseTwo()
  await press(page, 'Activate')
  await done('Activating')
  assert.deepEqual(
    (await now()).map(({ status }) => status),
    [true, true],
  )
  await page.locator('tbody tr').first().getByText('Active', { exact: true }).waitFor()

  // To a section of another topic, where they are found and no longer here.
  const { data: topics } = await call('/admin/question-topic-sections', {
    method: 'POST',
    json: { subjectId: subject, yearId: year },
  })
  const other = topics.find(({ _id, topicSections }) => _id !== topic && topicSections.length > 0)
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
    assert.deepEqual([one.topic._id, one.section._id], [other._id, to._id])
  }
  await context.close()
})

test('the ruler tells what the bands of advice leave out, and where two speak', async () => {
  const call = await house.server.api(admin)
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
  const { page, context } = await atList(house, undefined, 'Advice')
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
  await context.close()
})
