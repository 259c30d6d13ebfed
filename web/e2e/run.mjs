// Runs the browser tests, three files at a time because each waits for its browser now and then; each
// has a server, a data folder and a browser of its own. `npm run e2e` runs all, or with names of files
// those alone. The demo data is seeded once; the longest files begin first, so that none of them is
// waited for at the end.
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { compose } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { seed } from './harness.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
/** By seconds taken, longest first; files that are not here come before them. */
const longest = [
  ...['resources', 'site', 'exams', 'axe', 'forms', 'axeAdmin', 'keyboard', 'troubles', 'plans'],
  ...['phone', 'size', 'journey', 'admin'],
]

const named = process.argv.slice(2).map((name) => path.basename(name).replace(/\.test\.mjs$/, ''))
const all = readdirSync(folder).flatMap((name) => name.match(/^(.*)\.test\.mjs$/)?.[1] ?? [])
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`no browser test is called ${unknown.join(', ')}`)
const files = (named.length > 0 ? named : all)
  .sort((a, b) => longest.indexOf(a) - longest.indexOf(b))
  .map((name) => path.join(folder, `${name}.test.mjs`))

const seeded = await seed()
process.env.SABI_SEEDED = seeded.data
let failed = false
const results = run({ files, concurrency: Math.min(3, availableParallelism() + 1) })
results.on('test:fail', ({ todo }) => {
  failed ||= todo === undefined || todo === false
})
compose(results, spec).pipe(process.stdout)
results.once('end', async () => {
  await seeded.remove()
  process.exitCode = failed ? 1 : 0
})
