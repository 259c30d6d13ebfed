// One walk for every declared entity, built from its declaration: a record is refused, added,
// found, sorted, filtered, paged, changed, deleted, and looked up in the audit log. Its list and
// both forms are checked on the way.
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Resource } from '../src/features/admin/resource/defineResource'
import { findIn } from './api.ts'
import { clean, deleteRow, isWrong, named, picture, press, title, toast } from './backOffice.ts'
import type { List } from './lists.ts'
import { narrows, sorts, turns } from './lists.ts'

type Field = Resource['fields'][string]

declare global {
  interface Window {
    /** The body of the last request of the form. */
    sabiSent: string
  }
}

const textKinds = ['text', 'textarea', 'rich']
const api = JSON.parse(readFileSync(new URL('../../api/openapi.json', import.meta.url), 'utf8'))

/** Values for fields of this name where not every text is valid. */
const samples: [RegExp, (mark: string) => string][] = [
  [/email/, (mark) => `${mark.toLowerCase().replaceAll(' ', '-')}@sabi.test`],
  [/password/, () => 'Correct-horse-8-battery'],
  [/mobile_number/, () => '8031234567'],
  [/mobile_code/, () => '234'],
]
const sampleOf = (name: string) => samples.find(([like]) => like.test(name))?.[1]
const isText = (name: string, { kind }: Field) =>
  textKinds.includes(kind) || (kind === 'slot' && sampleOf(name) !== undefined)

export async function walk(page: Page, resource: Resource, at: string[] = []) {
  const { calls, texts } = resource
  const here = place(resource, at)
  await page.goto(here(resource.screens.list))
  await title(page, texts.many).waitFor()
  await clean(page, texts.many)
  const mark = `Walk through ${texts.many}`
  if (!calls.add || !resource.addButton) {
    await change(page, resource, page.locator('tbody tr').first())
    return
  }
  await refuse(page, resource)
  const body = await add(page, resource, mark)
  await more(page, resource, body)
  await page.goto(here(resource.screens.list))
  await named(page, ' ').first().waitFor()
  const list = described(resource, at)
  await sorts(page, list)
  await narrows(page, list)
  await page.goto(here(resource.screens.list))
  await turns(page, list)
  if (resource.searchable) {
    await page.getByRole('searchbox').fill(mark)
    await page.waitForURL(/[?&]q=Walk/)
    // The rows of before stay until those that were found are there.
    await page.locator('main table[aria-busy]').waitFor({ state: 'detached' })
  }
  const row = named(page, mark).first()
  await row.waitFor()
  if (calls.update) await change(page, resource, row, mark)
  if (calls.delete) await remove(page, resource, here(resource.screens.list), mark)
}

/** The address of a screen below these records. */
const place =
  ({ above }: Resource, at: string[]) =>
  (pattern: string) =>
    above.reduce((path, name, i) => path.replace(`:${name}`, at[i]), pattern)

/** The list of a resource, as `lists.ts` takes it. */
const described = ({ calls, columns, screens, ...more }: Resource, at: string[]): List => ({
  ...more,
  call: at.reduce((path, id) => path.replace(/\{\w+\}/, id), calls.list),
  columns: columns.filter(({ sort }) => sort),
  keyOf: ({ _id }) => _id,
  shown: async (page) => {
    const edits = page.locator('main tbody [data-do=edit]')
    const links = await edits.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    return links.map((link) => idOf(screens.edit, link))
  },
})

const needed = (resource: Pick<Resource, 'fields'>) =>
  Object.entries(resource.fields).filter(([, { required, only }]) => required && only !== 'edit')

/** The form is not sent without its required fields, and each says so itself. */
async function refuse(page: Page, { texts, fields }: Resource) {
  await page.locator('main [data-do=add]').first().click()
  const missing = needed({ fields }).filter(([, { initial }]) => !initial)
  await input(page, ...missing[0]).waitFor()
  const button = `Add ${inside(texts.one)}`
  await press(page, button)
  for (const [, { label, missing: words = `${label} is required` }] of missing) {
    await page.getByText(words, { exact: true }).first().waitFor()
  }
  const [name, field] = missing[0]
  if (textKinds.includes(field.kind)) {
    await isWrong(page, field.missing ?? `${field.label} is required`, input(page, name, field))
  }
  // The list of a focused field may be open.
  await page.keyboard.press('Escape')
  await clean(page, `add ${texts.one}`)
}

/** Fills in what is needed and sends it; gives the body that was sent. */
async function add(page: Page, resource: Resource, mark: string) {
  for (const [name, field] of needed(resource)) await fill(page, name, field, mark)
  await tooLong(page, resource, mark)
  await page.evaluate(keepSent)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await press(page, `Add ${inside(resource.texts.one)}`)
  const request = await sent
  await toast(page, resource.texts.added ?? '')
  return { url: request.url(), data: JSON.parse(await page.evaluate(() => window.sabiSent)) }
}

/**
 * A text that is too long is refused, by the form or by the server, with an error below its field.
 */
async function tooLong(page: Page, { calls, fields, texts }: Resource, mark: string) {
  const bounds = bodyOf(calls.add ?? '')
  for (const [name, field] of Object.entries(fields)) {
    // The repeated password is compared with the first one before anything is sent.
    if (field.only === 'edit' || !isText(name, field) || name === 'confirm_password') continue
    const again = name === 'password' && fields.confirm_password
    const box = input(page, name, field)
    const long = 'x'.repeat(bounds[name].maxLength + 1)
    await write(page, box, long)
    if (again) await write(page, input(page, 'confirm_password', again), long)
    if ('longest' in field && field.longest) {
      await press(page, `Add ${inside(texts.one)}`)
      await isWrong(page, field.longest.said, box)
      await fill(page, name, field, mark)
      continue
    }
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await press(page, `Add ${inside(texts.one)}`)
    const answer = await answered
    expect(answer.status(), name).toBe(422)
    const { [name]: words } = await answer.json()
    expect(words ?? '', name).toMatch(/cannot exceed/)
    await isWrong(page, words, box)
    if (again) await fill(page, 'confirm_password', again, mark)
    if (field.required) await fill(page, name, field, mark)
    else await write(page, box, String(field.initial ?? ''))
  }
}

type Bounds = { maxLength: number }
type Body = { $ref?: string; allOf?: Body[]; properties?: Record<string, Bounds> }

/** The API document's description of the fields of a call. */
function bodyOf(path: string): Record<string, Bounds> {
  const { content } = api.paths[path].post.requestBody
  return fieldsOf(content['application/json'].schema)
}

function fieldsOf({ $ref, allOf = [], properties = {} }: Body): Record<string, Bounds> {
  const named = $ref ? fieldsOf(api.components.schemas[$ref.split('/').at(-1) ?? '']) : {}
  return Object.assign({}, named, ...allOf.map(fieldsOf), properties)
}

/**
 * Runs in the page: records requests, since the browser does not report bodies that the app may
 * send again.
 */
function keepSent() {
  const { fetch } = window
  window.fetch = async (asked, init) => {
    // The app asks with requests alone.
    const request = asked as Request
    if (request.method === 'POST') window.sabiSent = await request.clone().text()
    return fetch(request, init)
  }
}

/** Adds enough like it that there is a second page. */
async function more(
  page: Page,
  resource: Resource,
  { url, data }: { url: string; data: Record<string, unknown> },
) {
  const [own] = findIn(needed(resource), ([, { kind }]) => textKinds.includes(kind))
  const headers = { origin: new URL(url).origin }
  for (let n = 1; n <= resource.limits[0]; n += 1) {
    const body = {
      ...data,
      [own]: `${data[own]} ${n}`,
      // No two records share a value.
      ...(data.email !== undefined && { email: `${n}-${data.email}` }),
    }
    const answer = await page.request.post(url, { data: body, headers })
    expect(answer.ok(), `${url}: ${answer.status()} ${await answer.text()}`).toBe(true)
  }
}

/** Changes a text of a row, and finds the change on the record. */
async function change(page: Page, resource: Resource, row: Locator, mark?: string) {
  const edit = row.locator('[data-do=edit]')
  const id = idOf(resource.screens.edit, await edit.getAttribute('href'))
  await edit.click()
  const [name, field] = findIn(
    Object.entries(resource.fields),
    ([, { kind, only }]) => textKinds.includes(kind) && only !== 'add',
  )
  const box = input(page, name, field)
  await box.waitFor()
  await clean(page, `edit ${resource.texts.one}`)
  if (field.required && !mark) {
    await write(page, box, '')
    await press(page, 'Save')
    await isWrong(page, field.missing ?? `${field.label} is required`, box)
  }
  await write(page, box, `${mark ?? 'Walked through'}, changed`)
  await press(page, 'Save')
  await toast(page, resource.texts.updated ?? '')
  await onRecord(page, id, mark ? ['Changed', 'Added'] : ['Changed'])
}

async function remove(page: Page, resource: Resource, list: string, mark: string) {
  const words = resource.searchable ? `?q=${encodeURIComponent(`${mark}, changed`)}` : ''
  await page.goto(list + words)
  const row = named(page, `${mark}, changed`).first()
  const doomed = row.locator('[data-do=delete]')
  const label = await doomed.getAttribute('aria-label')
  const id = idOf(resource.screens.edit, await row.locator('[data-do=edit]').getAttribute('href'))
  await deleteRow(page, (label ?? '').replace('Delete: ', ''), 'Yes')
  await toast(page, resource.texts.deleted ?? '')
  await row.waitFor({ state: 'detached' })
  await onRecord(page, id, ['Deleted', 'Changed', 'Added'])
}

/** The audit log lists these changes of a record, the newest first. */
async function onRecord(page: Page, id: string, actions: string[]) {
  await page.goto(`/admin/audit?record=${encodeURIComponent(id)}`)
  await page.waitForFunction((wanted) => {
    const told = [...document.querySelectorAll('tbody td[data-main]')]
    return (
      told.map((cell) => (cell as HTMLElement).innerText.split(':')[0].trim()).join() === wanted
    )
  }, actions.join())
}

/** The record that an address names where its pattern has `:id`. */
const idOf = (pattern: string, href: string | null) =>
  new RegExp(`^${pattern.replace(':id', '([^/?]+)').replace(/:\w+/g, '[^/]+')}`).exec(
    href ?? '',
  )?.[1] ?? ''

/** A name inside a sentence, as the app puts it. */
const inside = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.toLowerCase())

function input(page: Page, name: string, { kind, label }: Field) {
  if (kind === 'slot' && sampleOf(name)) {
    return page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first()
  }
  if (['text', 'textarea', 'rich', 'number', 'date'].includes(kind)) {
    return page.getByRole('textbox', { name: label, exact: true }).first()
  }
  if (kind === 'image') return page.getByLabel(new RegExp(`^${label}`))
  return page.getByRole('combobox', { name: label, exact: true })
}

async function fill(page: Page, name: string, field: Field, mark: string) {
  const box = input(page, name, field)
  const sample = sampleOf(name)?.(mark)
  if (field.kind === 'slot' && sample) return write(page, box, sample)
  switch (field.kind) {
    case 'text':
    case 'textarea':
    case 'rich':
      return write(page, box, sample ?? mark)
    case 'number':
      return box.fill(String(field.min ?? 1))
    case 'date':
      return box.fill('1990-05-04')
    case 'image':
      return box.setInputFiles(picture('icon.png'))
    case 'references':
      return press(page, `Select All: ${field.label}`)
    default:
      await box.click()
      return page.locator('[role=option]:visible:not([data-combobox-disabled])').first().click()
  }
}

async function write(page: Page, box: Locator, text: string) {
  await box.click()
  await page.keyboard.press('ControlOrMeta+A')
  if (text) await page.keyboard.insertText(text)
  else await page.keyboard.press('Delete')
}
