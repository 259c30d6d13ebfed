// Checks that first loads stay small (students pay for data): the JavaScript, by brotli, of
// every student page at most 150 KiB, of the test window at most 60 KiB more.
// Reads what `npm run build` wrote; run after it.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

const KiB = 1024
const studentLimit = 150 * KiB
const testLimit = 60 * KiB
const dist = new URL('../dist/', import.meta.url)

/** Source file → { file, imports, dynamicImports, isEntry } as Vite writes it. */
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
const sizes = new Map()

function size(file) {
  if (!sizes.has(file))
    sizes.set(file, brotliCompressSync(readFileSync(new URL(file, dist))).length)
  return sizes.get(file)
}

/** The scripts that must be there before this module runs. */
function closure(key, seen = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`${key} is not in the build`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports ?? []) closure(next, seen)
  return seen
}

function union(...keys) {
  const files = new Set()
  for (const key of keys) for (const file of closure(key)) files.add(file)
  return files
}

const sum = (files) => [...files].reduce((total, file) => total + size(file), 0)
const say = (bytes) => `${(bytes / KiB).toFixed(1)} KiB`

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const shell = 'src/shell/StudentShell.tsx'
const routesOf = (folder) =>
  (manifest[entry].dynamicImports ?? []).filter((key) => key.startsWith(`src/features/${folder}/`))

let failed = false
function report(name, bytes, limit) {
  const over = bytes > limit
  if (over) failed = true
  console.log(
    `${over ? 'TOO BIG' : 'ok     '}  ${say(bytes).padStart(10)} of ${say(limit)}  ${name}`,
  )
}

const base = union(entry, shell)
console.log(`         ${say(sum(base)).padStart(10)}             entry and student frame`)
const pages = ['journey', 'results'].flatMap(routesOf)
for (const page of pages) report(page, sum(union(entry, shell, page)), studentLimit)
for (const page of ['public', 'account'].flatMap(routesOf)) {
  const frame = page.includes('/public/') ? 'src/shell/PublicShell.tsx' : 'src/shell/AuthShell.tsx'
  report(page, sum(union(entry, frame, page)), studentLimit)
}
// What the window adds to what its opener has loaded already.
const opener = union(entry, shell, 'src/features/journey/StartTest.tsx')
for (const page of routesOf('test')) {
  const more = [...union(entry, page)].filter((file) => !opener.has(file))
  report(`${page} (more than the start page)`, sum(more), testLimit)
}
if (pages.length === 0) throw new Error('no student route found in the build')
process.exitCode = failed ? 1 : 0
