// No screen or mail shows the terms of the memory model: students read what is due, not why.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const terms = /stability|retrievab|\binterval/i

/** The files of a folder whose name ends like this. */
const filesIn = (folder: string, end: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name))
    .map((name) => path.join(folder, name))

it('speaks of no stability, retrievability or interval', () => {
  // Every text on a screen is in a file of messages, in an object of texts beside its component, or
  // in the declaration of an entity.
  const texts = [
    ...filesIn('web/src', /essages\.ts$/),
    ...filesIn('web/src/features/admin/resources', /\.tsx?$/),
    ...filesIn('core/src/mail/defaults', /\.(html|rs)$/),
    ...filesIn('api/src', /\.html$/),
    'core/src/messages.rs',
    'core/src/push/reminder.rs',
    'core/src/weekly/mail.rs',
    'api/src/routes/weekly/pages.rs',
  ]
  expect(texts.length).toBeGreaterThan(50)
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
  const beside = filesIn('web/src', /(?<!\.test)\.tsx?$/).flatMap((name) =>
    (read(name).match(/^export const \w+Texts = \{$[\s\S]*?^\}/gm) ?? []).map((text) => [
      name,
      text,
    ]),
  )
  expect(beside.length).toBeGreaterThan(20)
  const found = [...texts.map((name) => [name, read(name)]), ...beside].filter(([, text = '']) =>
    terms.test(text),
  )
  expect(found.map(([name]) => name)).toEqual([])
})
