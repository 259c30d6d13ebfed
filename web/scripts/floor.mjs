// Checks that the built files use nothing that the oldest supported browsers lack (package.json,
// `browserslist`): scripts by syntax, globals and methods, styles by rule and value. What
// `src/oldBrowsers/` adds, what is asked for first and what has a fallback may be used;
// floor/exceptions.mjs names the rest. Reads what `npm run build` wrote.
import { readdirSync, readFileSync } from 'node:fs'
import { floorOf } from './floor/data.mjs'
import {
  added,
  decorative,
  decorativeInBackOffice,
  guarded,
  rewritten,
} from './floor/exceptions.mjs'
import { faultsOfScript, ownMethods } from './floor/script.mjs'
import { faultsOfStyle } from './floor/style.mjs'
import { entryOf, readManifest } from './weight.mjs'

const dist = new URL('../dist/', import.meta.url)
const read = (file) => readFileSync(new URL(file, dist), 'utf8')
const students = studentsFiles(readManifest())
const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  // The page that documents the API is for developers.
  (file) => /\.(js|css|html)$/.test(file) && !file.startsWith('docs/'),
)
const scripts = all.filter((file) => file.endsWith('.js'))
const own = new Set(scripts.flatMap((file) => [...ownMethods(read(file))]))
const floors = { students: floorOf('students'), 'back-office': floorOf('back-office') }
const used = new Set()
let faults = 0

for (const file of all) {
  // Whatever no page names (workers, the page for no network) students have too.
  const backOffice = file.startsWith('assets/') && !file.includes('ahead-') && !students.has(file)
  const floor = floors[backOffice ? 'back-office' : 'students']
  for (const [what, found] of faultsOf(file, floor)) {
    const allowed = exceptionFor(what, file, backOffice)
    if (allowed) used.add(allowed)
    else report(file, what, found)
  }
}
// An exception that covers nothing any more would hide the next fault.
for (const name of Object.keys({ ...guarded, ...decorative, ...decorativeInBackOffice })) {
  if (!used.has(name)) report('scripts/floor/exceptions.mjs', name, [])
}
if (faults === 0)
  console.log(`ok       ${all.length} files use nothing that the oldest browsers lack`)
process.exitCode = faults > 0 ? 1 : 0

function faultsOf(file, floor) {
  if (file.endsWith('.js')) return faultsOfScript(read(file), floor, own)
  if (file.endsWith('.css')) return faultsOfStyle(read(file), floor)
  const styles = [...read(file).matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text)
  return faultsOfStyle(styles.join('\n'), floor)
}

/** The exception that covers a feature: by its name, or for styles by its property whatever the value. */
function exceptionFor(what, file, backOffice) {
  if (added.includes(what) || what in guarded) return what
  const styles = { ...decorative, ...(backOffice && decorativeInBackOffice) }
  const name = [what, what.split(/: | in /)[0]].find((one) => one in styles)
  const [bundle] = /[^/]+$/.exec(file)[0].split('-')
  return name ?? (rewritten[bundle]?.includes(what) ? what : undefined)
}

function report(file, what, found) {
  faults += 1
  const { browsers = found, example = '' } = found
  const lack = browsers.length > 0 ? `is not in ${browsers.join(', ')}` : 'is used no more'
  console.log(
    `TOO NEW  ${file}: ${what} ${lack}${example && `\n         ${example.slice(0, 200)}`}`,
  )
}

/** What students can come to load: everything that the app names but by a module of the back office. */
function studentsFiles(manifest) {
  const files = new Set()
  const seen = new Set()
  const add = (key) => {
    if (seen.has(key) || key.startsWith('src/features/admin/')) return
    seen.add(key)
    const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key]
    for (const one of [file, ...css, ...assets]) files.add(one)
    for (const next of [...imports, ...dynamicImports]) add(next)
  }
  add(entryOf(manifest))
  return files
}
