// Prints the licence texts of everything inside a package of Sabi: the crates of the binary and the libraries of the
// web app, each text once with the names of its packages.
//   cargo metadata --locked --format-version 1 --filter-platform TRIPLE | node scripts/licences.mjs
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crates, libraries } from './shipped.mjs'

const IS_TEXT = /^(un)?(licen[cs]e|copying|copyright|notice)/i
const IS_CODE = /\.(rs|c|cc|cpp|h|hpp|js|mjs|cjs|ts|py|java|json|html|snap|tmpl|hbs)$/i
// Deeper folders are examples and tests. A crate that contains a C or C++ library has a folder for it.
const DEPTH = 3

/** The licence texts in a folder and those below it. */
function texts(folder, depth = DEPTH) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile() && IS_TEXT.test(entry.name) && !IS_CODE.test(entry.name)) {
      return [readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim()]
    }
    const isSearched = entry.isDirectory() && depth > 1 && !/^(node_modules|tests?|examples?|benches|\..*)$/.test(entry.name)
    // A folder of licence texts: all of them.
    if (entry.isDirectory() && /^licen[cs]es$/i.test(entry.name)) {
      const files = readdirSync(path, { withFileTypes: true }).filter((file) => file.isFile())
      return files.map((file) => readFileSync(join(path, file.name), 'utf8').replaceAll('\r\n', '\n').trim())
    }
    return isSearched ? texts(path, depth - 1) : []
  })
}

const parts = [...crates(JSON.parse(readFileSync(0, 'utf8'))), ...libraries()]
const names = new Map()
const without = []
for (const { name: title, version, licence: term, folder } of parts) {
  const [name, licence] = [`${title} ${version}`, term ?? 'as its file says']
  const found = new Set(texts(folder).filter(Boolean))
  if (found.size === 0) without.push(`${name}: ${licence}`)
  for (const text of found) names.set(text, [...(names.get(text) ?? []), `${name} (${licence})`])
}

const sorted = (list) => [...new Set(list)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
const line = '='.repeat(78)
const out = [
  'Sabi itself is proprietary (LicenseRef-Proprietary).',
  `It contains ${parts.length} libraries of others, whose terms follow. Each text stands once, below the names of`,
  'what comes under it.',
  '',
]
const groups = [...names].map(([text, of]) => ({ text, of: sorted(of) }))
groups.sort((a, b) => b.of.length - a.of.length || (a.of.join() < b.of.join() ? -1 : 1) || (a.text < b.text ? -1 : 1))
for (const { text, of } of groups) out.push(line, ...of, line, '', text, '')
if (without.length > 0) {
  out.push(line, 'These name their terms and bring no text of their own; the texts of those terms stand above:', line, '')
  out.push(...sorted(without), '')
}
process.stdout.write(`${out.join('\n')}\n`)
