// Runs the browser tests, three files at a time because each waits for its browser now and then.
// Each has its own server, data folder and browser. `npm run e2e` runs all files, or only those
// that are named. The demo data is seeded once; the longest files begin first, so that nothing
// waits for them at the end. A route that no file has visited is a failure. SABI_PICTURES names a
// folder for a picture of each screen, which is created if needed; SABI_SLOWER makes the pages'
// processor so many times slower.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { compose } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { seed } from './harness.mjs'
import { allRoutes, notSeen } from './routesSeen.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
/** By seconds taken, longest first; files that are not here come before them. */
const longest = [
  ...[
    'resources',
    'site',
    'exams',
    'axe',
    'forms',
    'lists',
    'axeAdmin',
    'keyboard',
    'troubles',
    'plans',
    'oldBrowsers',
  ],
  ...['phone', 'size', 'journey', 'admin', 'paystack'],
]

const named = process.argv.slice(2).map((name) => path.basename(name).replace(/\.test\.mjs$/, ''))
const all = readdirSync(folder).flatMap((name) => name.match(/^(.*)\.test\.mjs$/)?.[1] ?? [])
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`no browser test is called ${unknown.join(', ')}`)
const files = (named.length > 0 ? named : all)
  .sort((a, b) => longest.indexOf(a) - longest.indexOf(b))
  .map((name) => path.join(folder, `${name}.test.mjs`))

if (process.env.SABI_PICTURES) mkdirSync(process.env.SABI_PICTURES, { recursive: true })
const seeded = await seed()
process.env.SABI_SEEDED = seeded.data
const looks = path.join(tmpdir(), `sabi-e2e-seen-${process.pid}`)
process.env.SABI_SEEN = looks
writeFileSync(looks, '')
let failed = false
const results = run({ files, concurrency: Math.min(3, availableParallelism() + 1) })
results.on('test:fail', ({ todo }) => {
  failed ||= todo === undefined || todo === false
})
compose(results, spec).pipe(process.stdout)
results.once('end', async () => {
  await seeded.remove()
  // Only some of the files: they need not visit all screens.
  const left = named.length > 0 ? [] : notSeen(await allRoutes(), looks)
  for (const route of left) console.error(`✖ no browser test looks at the route ${route}`)
  await rm(looks)
  process.exitCode = failed || left.length > 0 ? 1 : 0
})
