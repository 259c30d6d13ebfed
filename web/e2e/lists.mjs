// Compares each list on the screen with a direct call: the order of its rows, the results of a
// search and of each filter, and the rows of the next page.
//
// A list is described by `call`, the path that answers with its rows; `columns` with the call's
// names of the sort fields, and their headings (`raw` where the call compares characters, not
// words); `filters`; `sort`, the default order; `limits`, the page sizes. `shown` reads a row's
// identifying text from the page, and `keyOf` from a row of the answer. A list that is `whole` is
// sorted and filtered by the browser.
import assert from 'node:assert/strict'
import { press } from './backOffice.mjs'
import { eventually } from './harness.mjs'

/** By each column that sorts, both ways. */
export async function sorts(page, list) {
  for (const { name, title, cell, raw = false, value = heldIn(name) } of list.columns) {
    const heading = page.getByRole('columnheader', { name: title })
    const turned = (await heading.getAttribute('aria-sort')) === 'ascending'
    for (const direction of turned ? ['descending', 'ascending'] : ['ascending', 'descending']) {
      await heading.getByRole('button').click()
      await page.locator(`th[aria-sort=${direction}]`).filter({ hasText: title }).waitFor()
      const sort = direction === 'ascending' ? name : `-${name}`
      await page.waitForURL((url) => url.searchParams.get('sort') === sort)
      await showsItsRows(page, list)
      const { rows } = await all(page, list, list.whole ? {} : { sort })
      if (!list.whole) {
        const values = rows.map(value)
        const said = `${direction} by ${name}: ${JSON.stringify(values)}`
        assert.ok(inOrder(raw ? values : values.map(sortKey), direction), said)
      }
      if (!cell) await cellsSay(page, list, title, rows, value)
    }
  }
}

/** Each filter leaves the rows that its choice is about and no other, and gives the others back. */
export async function narrows(page, list) {
  const before = await all(page, list)
  for (const filter of list.filters) {
    const { name, keeps = keepsBy(name) } = filter
    let parted = false
    for (let nth = 0; !parted; nth += 1) {
      const value = await chosen(page, filter, nth)
      if (value === undefined) break
      const kept = before.rows.filter((row) => keeps(row, value))
      await showsItsRows(page, list)
      assert.equal(await total(page), kept.length, `${name}: ${value}`)
      parted = kept.length > 0 && kept.length < before.rows.length
      await press(page, 'Clear search and filters')
      await page.waitForURL((url) => !url.searchParams.has(name))
      // The field follows the address, and would take back what is typed before.
      const { label, day } = filter
      if (day)
        await eventually(async () => assert.equal(await dayField(page, label).inputValue(), ''))
    }
    await showsItsRows(page, list)
    assert.equal(await total(page), before.rows.length, `without ${name}`)
  }
}

/** Makes the filter's choice of this number; nothing where it has no more. */
async function chosen(page, { name, label, day }, nth) {
  if (day) {
    if (nth > 1) return undefined
    const field = dayField(page, label)
    await field.fill(dayFromNow(nth))
    // A day is read when its field is left.
    await field.press('Enter')
  } else {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    const options = page.locator('[role=option]:visible')
    await options.first().waitFor()
    if (nth >= (await options.count())) {
      await page.keyboard.press('Escape')
      return undefined
    }
    await options.nth(nth).click()
  }
  // In the page: `waitForURL` waits for ever where the move was over before.
  const valueInAddress = (parameter) => new URLSearchParams(location.search).get(parameter)
  await page.waitForFunction(valueInAddress, name)
  return await page.evaluate(valueInAddress, name)
}

const dayField = (page, label) => page.getByLabel(label, { exact: true })

const DAY = 24 * 60 * 60 * 1000
const dayFromNow = (days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** These words leave some of the rows, and each as the call has them. */
export async function searches(page, list, words) {
  const before = await total(page)
  await page.getByRole('searchbox').fill(words)
  await page.waitForURL((url) => url.searchParams.get('q') === words)
  await showsItsRows(page, list)
  const found = await total(page)
  assert.ok(found > 0 && found < before, `"${words}" leaves ${found} of ${before}`)
  await page.getByRole('searchbox').fill('')
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await showsItsRows(page, list)
  assert.equal(await total(page), before)
}

/** The second page has other rows than the first, and the way back leads to those. */
export async function turns(page, list) {
  const first = await showsItsRows(page, list)
  await press(page, 'Next page')
  await page.waitForURL(/[?&]page=2/)
  const second = await showsItsRows(page, list)
  assert.ok(second.length > 0, 'there is a second page')
  const ids = new Set([...first, ...second].map(({ _id }) => _id))
  assert.equal(ids.size, first.length + second.length, 'the pages have rows of their own')
  await press(page, 'Previous page')
  await page.waitForURL((url) => !url.searchParams.has('page'))
  assert.deepEqual(await showsItsRows(page, list), first)
}

/** The list shows the rows that its call answers when asked as the address says, and nothing failed. */
export async function showsItsRows(page, list) {
  return eventually(async () => {
    await page.locator('main table[aria-busy]').waitFor({ state: 'detached' })
    assert.equal(await page.locator('main [role=alert]').count(), 0)
    const { rows, total: wanted } = await expected(page, list)
    assert.deepEqual(await list.shown(page), rows.map(list.keyOf))
    assert.equal(await total(page), wanted)
    return rows
  })
}

/** What the list has to show at its address. */
async function expected(page, list) {
  const asked = Object.fromEntries(new URL(page.url()).searchParams)
  const { page: number = 1, limit = size(list), sort = list.sort, ...narrowed } = asked
  if (!list.whole) {
    return ask(page, list, { page: number, limit, ...(sort && { sort }), ...narrowed })
  }
  const { rows } = await all(page, list)
  const kept = rows.filter((row) =>
    list.filters.every(({ name, keeps }) => !narrowed[name] || keeps(row, narrowed[name])),
  )
  const first = (number - 1) * limit
  return {
    rows: collated(list, kept, sort).slice(first, first + Number(limit)),
    total: kept.length,
  }
}

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Rows in the order that the browser gives a list that is read whole. */
function collated({ columns }, rows, sort = '') {
  const column = columns.find(({ name }) => name === sort.replace(/^-/, ''))
  if (!column) return rows
  const { name, text = String } = column
  const turn = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => turn * words.compare(text(a[name]), text(b[name])))
}

const all = (page, list, query = {}) => ask(page, list, { limit: list.whole ? 0 : 1000, ...query })

async function ask(page, { call, rowsOf = (rows) => rows }, query) {
  const answer = await page.request.get(`${call}?${new URLSearchParams(query)}`)
  const body = await answer.json()
  assert.ok(answer.ok(), `${call}: ${JSON.stringify(body)}`)
  const rows = rowsOf(Object.values(body).find(Array.isArray))
  return { rows, total: body.total ?? rows.length }
}

/** How many rows there are in all, as the screen says. */
async function total(page) {
  if ((await page.locator('main table').count()) === 0) return 0
  // Waits where the words are empty for a moment, as they are while rows load.
  const count = /of ([\d,]+)\s*$/
  const said = page.locator('main [aria-live=polite]').last().filter({ hasText: count })
  const [, number] = count.exec(await said.innerText())
  return Number(number.replaceAll(',', ''))
}

/** The cells below a heading say what the rows hold. */
async function cellsSay(page, list, title, rows, value) {
  const cells = await page.locator(`main tbody td[data-label="${title}"]`).allInnerTexts()
  const byKey = new Map(rows.map((row) => [list.keyOf(row), row]))
  const held = (await list.shown(page)).map((key) => plain(String(value(byKey.get(key)))))
  // What is empty is shown as such.
  assert.deepEqual(
    cells.map(plain),
    held.map((text, i) => text || plain(cells[i])),
    title,
  )
}

const plain = (text) => text.replace(/\s+/g, ' ').trim()

const size = ({ limits: [first] = [10] }) => first

/** What a row is sorted by: a value, or the titles of what it refers to. */
const heldIn = (name) => (row) => {
  const value = row[name]
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map(({ title }) => title).join(', ')
  return String(value?.title ?? value ?? '')
}

/** As the store compares: texts letter by letter, by their code points. */
const inOrder = (values, direction) =>
  values.every((value, i) => {
    const [less, more] = direction === 'ascending' ? [values[i - 1], value] : [value, values[i - 1]]
    return i === 0 || less <= more
  })

/** Texts are sorted as in a dictionary: without case and marks. */
const sortKey = (value) =>
  typeof value === 'string' ? value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() : value

/** Whether a filter keeps a row: it has this value, or refers to the record of this id. */
const keepsBy = (name) => (row, value) => {
  if (name === 'from') return (row.createdAt ?? row.queuedAt).slice(0, 10) >= value
  if (name === 'to') return (row.createdAt ?? row.queuedAt).slice(0, 10) <= value
  // A plan calls its exam so.
  const held = name in row ? row[name] : row[`${name}Type`]
  return String(held?._id ?? held) === value
}
