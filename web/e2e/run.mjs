// Runs the browser tests: first those of Playwright Test (`*.spec.ts`), then those of Node's test
// runner (`*.test.mjs`), three files at a time. `npm run e2e` runs all files, or only those that are
// named. The demo data is seeded once for all. A route that no file has visited is a failure.
// README.md in this folder says more.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { register } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { compose } from 'node:stream'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'

register('./typescriptLoader.mjs', import.meta.url)
const { seed } = await import('./server.ts')
const { allRoutes, notSeen } = await import('./routesSeen.ts')

const folder = fileURLToPath(new URL('.', import.meta.url))
/** Node's files by seconds taken, longest first; files that are not here come before them. */
const longest = [
  ...['resources', 'site', 'exams', 'axe', 'lists', 'axeAdmin', 'troubles', 'plans', 'oldBrowsers'],
  ...['phone', 'size', 'admin', 'paystack'],
]

const filesOf = (ending) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
const all = { spec: filesOf('.spec.ts'), test: filesOf('.test.mjs') }
const named = process.argv
  .slice(2)
  .map((name) => path.basename(name).replace(/\.(test\.mjs|spec\.ts)$/, ''))
const unknown = named.filter((name) => !all.spec.includes(name) && !all.test.includes(name))
if (unknown.length > 0) throw new Error(`no browser test is called ${unknown.join(', ')}`)
const wanted = (names) => names.filter((name) => named.length === 0 || named.includes(name))

if (process.env.SABI_PICTURES) mkdirSync(process.env.SABI_PICTURES, { recursive: true })
const seeded = await seed()
process.env.SABI_SEEDED = seeded.data
const looks = path.join(tmpdir(), `sabi-e2e-seen-${process.pid}`)
process.env.SABI_SEEN = looks
writeFileSync(looks, '')

const passed = [await byPlaywright(wanted(all.spec)), await byNode(wanted(all.test))]
await seeded.remove()
// Only some of the files: they need not visit all screens.
const left = named.length > 0 ? [] : notSeen(await allRoutes(), looks)
for (const route of left) console.error(`✖ no browser test looks at the route ${route}`)
await rm(looks)
process.exitCode = passed.every(Boolean) && left.length === 0 ? 0 : 1

/** Runs these files with Playwright Test (../playwright.config.ts); says whether they passed. */
function byPlaywright(names) {
  if (names.length === 0) return true
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
  const files = names.map((name) => `/e2e/${name}\\.spec\\.ts$`)
  const options = { cwd: path.join(folder, '..'), stdio: 'inherit' }
  const child = spawn(process.execPath, [cli, 'test', ...files], options)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)))
}

/** Runs these files with Node's test runner; says whether they passed. */
function byNode(names) {
  if (names.length === 0) return true
  const files = names
    .sort((a, b) => longest.indexOf(a) - longest.indexOf(b))
    .map((name) => path.join(folder, `${name}.test.mjs`))
  // Each file is a process of its own, which has to read the helpers in TypeScript.
  process.env.NODE_OPTIONS = `--import ${new URL('./typescript.mjs', import.meta.url)}`
  let failed = false
  const results = run({ files, concurrency: Math.min(3, availableParallelism() + 1) })
  results.on('test:fail', ({ todo }) => {
    failed ||= todo === undefined || todo === false
  })
  compose(results, spec).pipe(process.stdout)
  return new Promise((resolve) => results.once('end', () => resolve(!failed)))
}
