// Compares each list on the screen with a direct call: the order of its rows, the results of a
// search and of each filter, and the rows of the next page.
//
// A list is described by `call`, the path that answers with its rows; `columns` with the call's
// names of the sort fields, and their headings (`raw` where the call compares characters, not
// words); `filters`; `sort`, the default order; `limits`, the page sizes. `shown` reads a row's
// identifying text from the page, and `keyOf` from a row of the answer. A list that is `whole` is
// sorted and filtered by the browser.

import { expect, type Page } from '@playwright/test'
import { findIn } from './api.ts'
import { isNative, press } from './backOffice.ts'
import { eventually } from './patience.ts'

/** A row of any list, as JSON. */
export type Row = ReturnType<typeof JSON.parse>
type Sortable = string | number | boolean

export type Column = {
  name: string
  title: string
  /** Set if the cell shows the value in another way than the call. */
  cell?: unknown
  raw?: boolean
  value?: (row: Row) => Sortable
  text?: (value: unknown) => string
}

export type Filter = {
  name: string
  label: string
  /** Whether it is a date. */
  day?: boolean
  keeps?: (row: Row, value: string) => unknown
}

export type List = {
  call: string
  columns: Column[]
  filters: Filter[]
  sort?: string
  limits?: number[]
  whole?: boolean
  shown: (page: Page) => Promise<unknown[]>
  keyOf: (row: Row) => unknown
  /** The rows of the list among those of the answer. */
  rowsOf?: (rows: Row[]) => Row[]
}

type Direction = 'ascending' | 'descending'
const directions: Direction[] = ['ascending', 'descending']

/** By each column that sorts, both ways. */
export async function sorts(page: Page, list: List) {
  for (const { name, title, cell, raw = false, value = heldIn(name) } of list.columns) {
    const heading = page.getByRole('columnheader', { name: title })
    const turned = (await heading.getAttribute('aria-sort')) === 'ascending'
    for (const direction of turned ? directions.toReversed() : directions) {
      await heading.getByRole('button').click()
      await page.locator(`th[aria-sort=${direction}]`).filter({ hasText: title }).waitFor()
      const sort = direction === 'ascending' ? name : `-${name}`
      await page.waitForURL((url) => url.searchParams.get('sort') === sort)
      await showsItsRows(page, list)
      const { rows } = await all(page, list, list.whole ? {} : { sort })
      if (!list.whole) {
        const values = rows.map(value)
        const said = `${direction} by ${name}: ${JSON.stringify(values)}`
        expect(inOrder(raw ? values : values.map(sortKey), direction), said).toBeTruthy()
      }
      if (!cell) await cellsSay(page, list, title, rows, value)
    }
  }
}

/** Each filter leaves the rows that its choice is about and no other, and gives the others back. */
export async function narrows(page: Page, list: List) {
  const before = await all(page, list)
  for (const filter of list.filters) {
    const { name, keeps = keepsBy(name) } = filter
    let parted = false
    for (let nth = 0; !parted; nth += 1) {
      const value = await chosen(page, filter, nth)
      if (value === undefined) break
      const kept = before.rows.filter((row) => keeps(row, value))
      await showsItsRows(page, list)
      expect(await total(page), `${name}: ${value}`).toBe(kept.length)
      parted = kept.length > 0 && kept.length < before.rows.length
      await press(page, 'Clear search and filters')
      await page.waitForURL((url) => !url.searchParams.has(name))
      // The field follows the address, and would take back what is typed before.
      const { label, day } = filter
      if (day)
        await eventually(async () => expect(await dayField(page, label).inputValue()).toBe(''))
    }
    await showsItsRows(page, list)
    expect(await total(page), `without ${name}`).toBe(before.rows.length)
  }
}

/** Makes the filter's choice of this number; nothing where it has no more. */
async function chosen(page: Page, { name, label, day }: Filter, nth: number) {
  if (day) {
    if (nth > 1) return undefined
    const field = dayField(page, label)
    await field.fill(dayFromNow(nth))
    // A day is read when its field is left.
    await field.press('Enter')
  } else {
    const field = page.getByRole('combobox', { name: label, exact: true })
    // Its choices may still be on their way, and their number decides what kind of field it is.
    await expect(field).toBeEnabled()
    if (await isNative(field)) {
      // The first stands for no choice.
      if (nth + 1 >= (await field.locator('option').count())) return undefined
      await field.selectOption({ index: nth + 1 })
    } else {
      await field.click()
      const options = page.locator('[role=option]:visible')
      await options.first().waitFor()
      if (nth >= (await options.count())) {
        await page.keyboard.press('Escape')
        return undefined
      }
      await options.nth(nth).click()
    }
  }
  // Read in the page: `waitForURL` would wait for ever if the address had changed already.
  const valueInAddress = (parameter: string) => new URLSearchParams(location.search).get(parameter)
  await page.waitForFunction(valueInAddress, name)
  return (await page.evaluate(valueInAddress, name)) ?? undefined
}

const dayField = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const DAY = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** These words leave some of the rows, and each as the call has them. */
export async function searches(page: Page, list: List, words: string) {
  const before = await total(page)
  await page.getByRole('searchbox').fill(words)
  await page.waitForURL((url) => url.searchParams.get('q') === words)
  await showsItsRows(page, list)
  const found = await total(page)
  expect(found, `"${words}" leaves ${found} of ${before}`).toBeGreaterThan(0)
  expect(found, `"${words}" leaves ${found} of ${before}`).toBeLessThan(before)
  await page.getByRole('searchbox').fill('')
  await page.waitForURL((url) => !url.searchParams.has('q'))
  await showsItsRows(page, list)
  expect(await total(page)).toBe(before)
}

/** The second page has other rows than the first, and the way back leads to those. */
export async function turns(page: Page, list: List) {
  const first = await showsItsRows(page, list)
  await press(page, 'Next page')
  await page.waitForURL(/[?&]page=2/)
  const second = await showsItsRows(page, list)
  expect(second.length, 'there is a second page').toBeGreaterThan(0)
  const ids = new Set([...first, ...second].map(({ _id }) => _id))
  expect(ids.size, 'the pages have rows of their own').toBe(first.length + second.length)
  await press(page, 'Previous page')
  await page.waitForURL((url) => !url.searchParams.has('page'))
  expect(await showsItsRows(page, list)).toStrictEqual(first)
}

/** The list shows the rows that its call answers when asked as the address says, and nothing failed. */
export async function showsItsRows(page: Page, list: List) {
  return eventually(async () => {
    await page.locator('main table[aria-busy]').waitFor({ state: 'detached' })
    expect(await page.locator('main [role=alert]').count()).toBe(0)
    const { rows, total: wanted } = await expected(page, list)
    expect(await list.shown(page)).toStrictEqual(rows.map(list.keyOf))
    expect(await total(page)).toBe(wanted)
    return rows
  })
}

/** What the list has to show at its address. */
async function expected(page: Page, list: List) {
  const asked: Record<string, string> = Object.fromEntries(new URL(page.url()).searchParams)
  const { page: number = 1, limit = size(list), sort = list.sort, ...narrowed } = asked
  if (!list.whole) {
    return ask(page, list, {
      page: String(number),
      limit: String(limit),
      ...(sort && { sort }),
      ...narrowed,
    })
  }
  const { rows } = await all(page, list)
  const kept = rows.filter((row) =>
    list.filters.every(({ name, keeps }) => !narrowed[name] || keeps?.(row, narrowed[name])),
  )
  const first = (Number(number) - 1) * Number(limit)
  return {
    rows: collated(list, kept, sort).slice(first, first + Number(limit)),
    total: kept.length,
  }
}

type Query = Record<string, string>

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Rows in the order that the browser gives a list that is read whole. */
function collated({ columns }: List, rows: Row[], sort = '') {
  const column = columns.find(({ name }) => name === sort.replace(/^-/, ''))
  if (!column) return rows
  const { name, text = String } = column
  const turn = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => turn * words.compare(text(a[name]), text(b[name])))
}

const all = (page: Page, list: List, query: Query = {}) =>
  ask(page, list, { limit: list.whole ? '0' : '1000', ...query })

async function ask(page: Page, { call, rowsOf = (rows) => rows }: List, query: Query) {
  const answer = await page.request.get(`${call}?${new URLSearchParams(query)}`)
  const body = await answer.json()
  expect(answer.ok(), `${call}: ${JSON.stringify(body)}`).toBeTruthy()
  const rows = rowsOf(findIn(Object.values(body), Array.isArray))
  return { rows, total: body.total ?? rows.length }
}

/** How many rows there are in all, as the screen says. */
async function total(page: Page) {
  if ((await page.locator('main table').count()) === 0) return 0
  // Waits where the words are empty for a moment, as they are while rows load.
  const count = /of ([\d,]+)\s*$/
  const said = page.locator('main [aria-live=polite]').last().filter({ hasText: count })
  const [, number = ''] = count.exec(await said.innerText()) ?? []
  return Number(number.replaceAll(',', ''))
}

/** The cells below a heading say what the rows hold. */
async function cellsSay(
  page: Page,
  list: List,
  title: string,
  rows: Row[],
  value: (row: Row) => Sortable,
) {
  const cells = await page.locator(`main tbody td[data-label="${title}"]`).allInnerTexts()
  const byKey = new Map(rows.map((row) => [list.keyOf(row), row]))
  const held = (await list.shown(page)).map((key) => plain(String(value(byKey.get(key)))))
  // What is empty is shown as such.
  expect(cells.map(plain), title).toStrictEqual(held.map((text, i) => text || plain(cells[i])))
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

const size = ({ limits: [first] = [10] }: List) => first

/** What a row is sorted by: a value, or the titles of what it refers to. */
const heldIn =
  (name: string) =>
  (row: Row): Sortable => {
    const value = row[name]
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (Array.isArray(value)) return value.map(({ title }) => title).join(', ')
    return String(value?.title ?? value ?? '')
  }

/** As the store compares: texts letter by letter, by their code points. */
const inOrder = (values: Sortable[], direction: Direction) =>
  values.every((value, i) => {
    const [less, more] = direction === 'ascending' ? [values[i - 1], value] : [value, values[i - 1]]
    return i === 0 || less <= more
  })

/** Texts are sorted as in a dictionary: without case and marks. */
const sortKey = (value: Sortable) =>
  typeof value === 'string' ? value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() : value

/** Whether a filter keeps a row: it has this value, or refers to the record of this id. */
const keepsBy = (name: string) => (row: Row, value: string) => {
  if (name === 'from') return (row.createdAt ?? row.queuedAt).slice(0, 10) >= value
  if (name === 'to') return (row.createdAt ?? row.queuedAt).slice(0, 10) <= value
  // A plan calls its exam so.
  const held = name in row ? row[name] : row[`${name}Type`]
  return String(held?._id ?? held) === value
}
