// The files that a browser fetches on a first visit are exactly those that the size check counts.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  backOffice,
  filesOf,
  type Manifest,
  pages,
  readManifest,
  returning,
  testWindow,
  weigh,
} from '../scripts/weight.mjs'
import { findIn } from './api.ts'
import { submittedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { type BrowserContext, expect, test, type Visit } from './fixtures.ts'
import { PATIENCE } from './patience.ts'
import { signInByForm } from './steps.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

let manifest: Manifest
/** The files that are counted for each page, by its name. */
let counted: Map<string, Set<string>>

/** The files that are counted for this page. */
function filesFor(page: string) {
  const files = counted.get(page)
  if (!files) throw new Error(`nothing is counted for ${page}`)
  return files
}

let session: Session
let adminSession: Session
/**
 * For a student without registered subjects: for others, the first visit to the dashboard shows
 * more.
 */
let newcomer: Session
test.beforeAll(async ({ server, visit }) => {
  manifest = readManifest()
  counted = new Map(
    pages(manifest).map(({ name, modules }) => [
      name.replace('src/features/', '').replace('.tsx', ''),
      filesOf(manifest, modules),
    ]),
  )
  const call = await server.api('admin@sabi.test')
  const password = 'Correct-horse-7-battery'
  const json = {
    ...{ first_name: 'Ngozi', last_name: 'Eze', email: 'new@sabi.test', accountStatus: 'Active' },
    ...{ password, confirm_password: password },
  }
  await call('/admin/customers/add', { method: 'POST', json })
  session = await sessionOf(visit, 'student@sabi.test', '/login')
  newcomer = await sessionOf(visit, 'new@sabi.test', '/login')
  adminSession = await sessionOf(visit, 'admin@sabi.test', '/admin/login')
})

async function sessionOf(visit: Visit, email: string, door: string) {
  const { context, page } = await visit()
  await signInByForm(page, email, door)
  await page.waitForLoadState('networkidle')
  const kept = await context.storageState()
  await context.close()
  return kept
}

/** How long a page is without a request before it counts as at rest. */
const REST = 1_000
/**
 * The scripts and style sheets of a visit by a browser that has never been here, once the
 * counted ones are there and no more come. What travels is as much as is counted.
 */
async function fetched(visit: Visit, path: string, counted: Set<string>, storageState?: Session) {
  const { context, page } = await visit({ viewport: phone, storageState })
  const files = new Set<string>()
  const travelled = new Map<string, Promise<string | null>>()
  const begun = Date.now()
  let last = begun
  context.on('request', (request) => {
    last = Date.now()
    const [, file] = /\/(assets\/[^/]+\.(?:js|css))$/.exec(new URL(request.url()).pathname) ?? []
    if (file) files.add(file)
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // By its file: a service worker hands on what it has fetched.
    if (files.has(pathname.slice(1)))
      travelled.set(pathname, response.headerValue('content-length'))
  })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  // The test window fetches ahead once it is at rest.
  const complete = () =>
    [...counted].every((file) => files.has(file)) && travelled.size === files.size
  while (!complete() && Date.now() - begun < PATIENCE) await sleep(100)
  while (Date.now() - last < REST) await sleep(100)
  expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
  const lengths = await Promise.all(travelled.values())
  const bytes = lengths.reduce((sum, length) => sum + Number(length), 0)
  await context.close()
  expect(bytes).toBe(weigh(files))
  return files
}

const sorted = (files: Iterable<string>) => [...files].sort()

for (const [path, page, signedIn] of [
  ['/', 'public/Home', false],
  ['/login', 'account/Login', false],
  ['/register', 'account/Register', false],
  ['/dashboard', 'journey/Dashboard', true],
  ['/calculator', 'journey/CalculatorPage', true],
  ['/results', 'results/ResultList', true],
] as const) {
  test(`${path} fetches what is counted for it`, async ({ visit }) => {
    const files = await fetched(visit, path, filesFor(page), signedIn ? newcomer : undefined)
    expect(sorted(files)).toStrictEqual(sorted(filesFor(page)))
  })
}

test('the test window fetches what is counted for it', async ({ server, visit }) => {
  const student = await server.api('student@sabi.test')
  const { data: exams } = await student('/exam-types')
  const exam = findIn(exams, ({ slug }) => slug === 'jamb-utme')
  const { data: assessments } = await student('/get-assessments')
  const study = findIn(assessments, ({ slug }) => slug === 'study')
  const { user } = await student('/me')
  const { data: registrations } = await student(`/get-saved-subjects/${user._id}`)
  const { subjects } = findIn(registrations, (one) => one.exam._id === exam._id)
  // A paper without maths: what sets formulas comes for those alone that show some.
  const english = findIn(subjects, ({ title }) => title.includes('English'))
  const { attempt } = await student('/attempts', {
    method: 'POST',
    json: {
      examId: exam._id,
      assessmentId: study._id,
      examType: 'objective',
      subjects: [english._id],
      year: 2019,
      questionLimit: 5,
    },
  })
  const expected = filesOf(manifest, testWindow(manifest).modules)
  const files = await fetched(
    visit,
    `/objective-questions?attempt=${attempt._id}`,
    expected,
    session,
  )
  expect(sorted(files)).toStrictEqual(sorted(expected))
})

test('the back office fetches at most 256 KiB, what is counted for it among them', async ({
  visit,
}) => {
  const expected = filesOf(manifest, backOffice(manifest))
  const files = await fetched(visit, '/admin', expected, adminSession)
  expect(sorted(expected).filter((file) => !files.has(file))).toStrictEqual([])
  const bytes = weigh(files)
  // What is counted has 250 KiB. The command palette comes once the page is at rest.
  expect(bytes, `${bytes} bytes: ${sorted(files).join(' ')}`).toBeLessThanOrEqual(256 * 1024)
})

test('the sign of the site is kept for ever, not asked for with each page', async ({ server }) => {
  const html = await (await fetch(server.url)).text()
  const [, path] = /rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? []
  const { headers } = await fetch(`${server.url}${path}`)
  expect(headers.get('cache-control')).toMatch(/immutable/)
})

for (const [first, held, until] of [
  ['the app', /\/assets\/ahead-/, /\/get-results\//],
  ['the script before it', /\/assets\/initial-.*js$/, /\/get-assessments$/],
] as const) {
  test(`every call of the dashboard is made once where ${first} comes first`, async ({ visit }) => {
    const { context, page } = await visit({ viewport: phone, storageState: session })
    const calls: string[] = []
    let asked = () => {}
    const begun = new Promise<void>((resolve) => {
      asked = resolve
    })
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname + search)
      if (until.test(pathname)) asked()
    })
    await page.route(held, async (route) => {
      await begun
      await route.continue()
    })
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await page.getByText('Select Exam Type').waitFor()
    await page.waitForLoadState('networkidle')
    await sleep(REST)
    await context.close()
    expect(calls.length, calls.join(' ')).toBeGreaterThanOrEqual(5)
    expect(sorted(calls)).toStrictEqual(sorted(new Set(calls)))
  })
}

test('the dashboard of a student with results fetches what is counted for it', async ({
  server,
  visit,
}) => {
  await submittedTest(server, { exam: 'jamb-utme', mode: 'study' })
  const expected = filesOf(manifest, returning(manifest))
  const files = await fetched(visit, '/dashboard', expected, session)
  expect(sorted(files)).toStrictEqual(sorted(expected))
})
