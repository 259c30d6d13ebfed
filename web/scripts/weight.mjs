// The files that a browser loads on a first visit, read from the build: which belong to a page, and
// their size with brotli. Used by the size check and the browser tests.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

const web = new URL('../', import.meta.url)
const dist = new URL('dist/', web)

/** Source file → { file, css, imports, dynamicImports, isEntry }, as Vite writes it. */
export function readManifest() {
  const place = new URL('.vite/manifest.json', dist)
  let built
  try {
    built = statSync(place).mtimeMs
  } catch {
    throw new Error('There is no build: run `npm run build` first.')
  }
  const changed = newest(new URL('src/', web), [
    'index.html',
    'package.json',
    'vite.config.ts',
    'chunks.ts',
    'ahead.ts',
    'firstPaint.ts',
    'offline.ts',
    'oldBrowsers.ts',
  ])
  if (changed.time > built) {
    throw new Error(`The build is older than ${changed.name}: run \`npm run build\` first.`)
  }
  return JSON.parse(readFileSync(place, 'utf8'))
}

function newest(folder, beside) {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
  const all = [...inside, ...beside.map((name) => new URL(name, web).pathname)]
  return all
    .map((name) => ({ name, time: statSync(name).mtimeMs }))
    .reduce((a, b) => (b.time > a.time ? b : a))
}

/** The scripts and style sheets that these modules need. */
export function filesOf(manifest, modules) {
  const files = new Set()
  const seen = new Set()
  const add = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is no chunk of the build`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) add(next)
  }
  for (const key of modules) add(key)
  // The code that requests the others, which comes with every page.
  files.add(
    `assets/${readdirSync(new URL('assets/', dist)).find((name) => /^ahead-.*js$/.test(name))}`,
  )
  return files
}

/** The frame of each area's pages, by the name of its bundle (chunks.ts). */
const frames = {
  account: 'account',
  'account/profile': 'students',
  enrolment: 'students',
  journey: 'students',
  offline: 'students',
  plans: 'students',
  public: 'public',
  results: 'students',
}

/** Every page that a student sees before a test, with the modules that it needs first. */
export function pages(manifest) {
  const entry = entryOf(manifest)
  return Object.entries(frames).flatMap(([area, frame]) => {
    const routes = readFileSync(new URL(`src/features/${area}/routes.tsx`, web), 'utf8')
    const screens = new Set([...routes.matchAll(/import\('\.\/(\w+)'\)/g)].map(([, name]) => name))
    if (screens.size === 0) throw new Error(`No page is found in the routes of ${area}.`)
    return [...screens].map((screen) => {
      const key = `src/features/${area}/${screen}.tsx`
      // A module that another screen imports has no file of its own, and would not be counted.
      if (!manifest[key]) throw new Error(`${key} is no page of the build.`)
      return { name: key, modules: [entry, bundle(manifest, frame), key] }
    })
  })
}

/** The dashboard of a student with results, with the parts that lead back to them. */
export function returning(manifest) {
  const dashboard = 'src/features/journey/Dashboard.tsx'
  const { modules } = pages(manifest).find(({ name }) => name === dashboard)
  return [...modules, bundle(manifest, 'home')]
}

/** The test window with all that it fetches by itself, and the page that opens it. */
export function testWindow(manifest) {
  const entry = entryOf(manifest)
  return {
    modules: [
      entry,
      'src/features/attempt/window/TestPage.tsx',
      // Fetched early, to be there without a connection.
      'src/shared/ui/toastCode.ts',
      'src/shared/ui/CalculatorDialog.tsx',
      'src/shared/ui/calculate.ts',
    ],
    opener: [entry, bundle(manifest, frames.journey), 'src/features/journey/StartTest.tsx'],
  }
}

/** What a test with written answers fetches besides. */
export const essayTools = 'src/features/attempt/essay/EssayTools.tsx'

/** The first page of administrators, without the editor and whatever else is loaded later. */
export function backOffice(manifest) {
  const screens = ['AdminFrame', 'AdminArea', 'dashboard/Dashboard']
  return [entryOf(manifest), ...screens.map((name) => `src/features/admin/${name}.tsx`)]
}

function bundle(manifest, name) {
  const keys = Object.keys(manifest).filter(
    (key) => manifest[key].name === name && manifest[key].file.endsWith('.js'),
  )
  // A module can have the name of a bundle and still be a file of its own.
  if (keys.length !== 1) throw new Error(`The build has ${keys.length} bundles ${name}.`)
  return keys[0]
}

/** The bundle that every page begins with. */
export function entryOf(manifest) {
  const entry = Object.keys(manifest).find((key) => manifest[key].name === 'initial')
  if (entry === undefined) throw new Error('The build has no entry.')
  return entry
}

/**
 * Bytes that the server sends: the brotli file that the build made, or the file itself where brotli
 * does not help.
 */
export function weigh(files) {
  let sum = 0
  for (const file of files) {
    const place = new URL(file, dist)
    const packed = new URL(`${file}.br`, dist)
    sum += statSync(existsSync(packed) ? packed : place).size
  }
  return sum
}
