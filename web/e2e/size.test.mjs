// The files that a browser fetches on a first visit are exactly those that the size check counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  backOffice,
  filesOf,
  pages,
  readManifest,
  returning,
  testWindow,
  weigh,
} from '../scripts/weight.mjs'
import { submittedTest } from './attempts.mjs'
import { PATIENCE, phone, signIn, together, visit } from './harness.mjs'

const manifest = readManifest()
const counted = new Map(
  pages(manifest).map(({ name, modules }) => [
    name.replace('src/features/', '').replace('.tsx', ''),
    filesOf(manifest, modules),
  ]),
)

let session
let adminSession
/**
 * For a student without registered subjects: for others, the first visit to the dashboard shows
 * more.
 */
let newcomer
const house = together(async () => {
  const call = await house.server.api('admin@sabi.test')
  const password = 'Correct-horse-7-battery'
  const json = {
    ...{ first_name: 'Ngozi', last_name: 'Eze', email: 'new@sabi.test', accountStatus: 'Active' },
    ...{ password, confirm_password: password },
  }
  await call('/admin/customers/add', { method: 'POST', json })
  session = await sessionOf('student@sabi.test', '/login')
  newcomer = await sessionOf('new@sabi.test', '/login')
  adminSession = await sessionOf('admin@sabi.test', '/admin/login')
})

async function sessionOf(email, door) {
  const { context, page } = await visit(house)
  await signIn(page, email, door)
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
async function fetched(path, counted, storageState) {
  const { context, page } = await visit(house, { viewport: phone, storageState })
  const files = new Set()
  const travelled = new Map()
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
  assert.equal(new URL(page.url()).pathname, path.split('?')[0])
  const lengths = await Promise.all(travelled.values())
  const bytes = lengths.reduce((sum, length) => sum + Number(length), 0)
  await context.close()
  assert.equal(bytes, weigh(files))
  return files
}

const sorted = (files) => [...files].sort()

for (const [path, page, signedIn] of [
  ['/', 'public/Home', false],
  ['/login', 'account/Login', false],
  ['/register', 'account/Register', false],
  ['/dashboard', 'journey/Dashboard', true],
  ['/calculator', 'journey/CalculatorPage', true],
  ['/results', 'results/ResultList', true],
]) {
  test(`${path} fetches what is counted for it`, async () => {
    const files = await fetched(path, counted.get(page), signedIn ? newcomer : undefined)
    assert.deepEqual(sorted(files), sorted(counted.get(page)))
  })
}

test('the test window fetches what is counted for it', async () => {
  const student = await house.server.api('student@sabi.test')
  const { data: exams } = await student('/exam-types')
  const exam = exams.find(({ slug }) => slug === 'jamb-utme')
  const { data: assessments } = await student('/get-assessments')
  const study = assessments.find(({ slug }) => slug === 'study')
  const { user } = await student('/me')
  const { data: registrations } = await student(`/get-saved-subjects/${user._id}`)
  const { subjects } = registrations.find((one) => one.exam._id === exam._id)
  // A paper without maths: what sets formulas comes for those alone that show some.
  const english = subjects.find(({ title }) => title.includes('English'))
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
  const files = await fetched(`/objective-questions?attempt=${attempt._id}`, expected, session)
  assert.deepEqual(sorted(files), sorted(expected))
})

test('the back office fetches at most 256 KiB, what is counted for it among them', async () => {
  const expected = filesOf(manifest, backOffice(manifest))
  const files = await fetched('/admin', expected, adminSession)
  assert.deepEqual(
    sorted(expected).filter((file) => !files.has(file)),
    [],
  )
  const bytes = weigh(files)
  // What is counted has 250 KiB. The command palette comes once the page is at rest.
  assert.ok(bytes <= 256 * 1024, `${bytes} bytes: ${sorted(files).join(' ')}`)
})

test('the sign of the site is kept for ever, not asked for with each page', async () => {
  const html = await (await fetch(house.server.url)).text()
  const [, path] = /rel="icon"[^>]* href="([^"]+)"/.exec(html)
  const { headers } = await fetch(`${house.server.url}${path}`)
  assert.match(headers.get('cache-control'), /immutable/)
})

for (const [first, held, until] of [
  ['the app', /\/assets\/ahead-/, /\/get-results\//],
  ['the script before it', /\/assets\/initial-.*js$/, /\/get-assessments$/],
]) {
  test(`every call of the dashboard is made once where ${first} comes first`, async () => {
    const { context, page } = await visit(house, { viewport: phone, storageState: session })
    const calls = []
    let asked
    const begun = new Promise((resolve) => {
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
    assert.ok(calls.length >= 5, calls.join(' '))
    assert.deepEqual(sorted(calls), sorted(new Set(calls)))
  })
}

test('the dashboard of a student with results fetches what is counted for it', async () => {
  await submittedTest(house.server, { exam: 'jamb-utme', mode: 'study' })
  const expected = filesOf(manifest, returning(manifest))
  const files = await fetched('/dashboard', expected, session)
  assert.deepEqual(sorted(files), sorted(expected))
})
