// How long a phone on a slow connection waits, and how much it loads; and how long a start without a network
// takes: `npm run measure`, optionally with a number of rounds and one of the parts below. The connection is
// a proxy of our own (line.ts), 400 kbit/s with round trips of 400 ms; the web metrics (LCP, CLS, INP) use
// the profile that Lighthouse uses for phones. It fails where a figure is over its limit.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startedTest } from './attempts.ts'
import { launch, visit } from './browser.ts'
import { silentLine, slowLine } from './line.ts'
import { downloadAll } from './people.ts'
import { startServer } from './server.ts'
import { signIn, testWindow } from './steps.ts'

const rounds = Number(process.argv[2] ?? 3)
const only = process.argv[3]
const parts = { firstPaints, journey, vitals, offlineStarts }
if (only && !(only in parts)) throw new Error(`there is no part ${only}`)
const kano = { bits: 400_000, roundTrip: 400 }
const lighthouse = { bits: 1_600_000, roundTrip: 150 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** The limits, in milliseconds, bytes, or the unit of the metric. */
const limits = {
  'first paint of /': 1_500,
  'first paint of /login': 1_500,
  'first paint of /dashboard': 1_500,
  'sign-in usable, cold': 5_000,
  'sign-in usable, warm': 1_000,
  'sign-in to dashboard': 2_500,
  'first question, cold': 10_000,
  'first question, warm': 4_000,
  'bytes to the first question, cold': 260_000,
  'bytes of 40 answers': 30_000,
  'first question offline, Study': 300,
  'first question offline, Practice': 300,
}

const menu = async (page) => {
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('button', { name: 'Close menu' }).tap()
}
const field = (label) => async (page) => {
  await page.getByLabel(label).first().tap()
  await page.keyboard.type('ada')
}
const choices = async (page) => {
  for (const nth of [1, 0]) await page.getByRole('radio').nth(nth).locator('..').tap()
}
const exams = async (page) => {
  await page.getByText('Select Exam Type').tap()
  await choices(page)
}
const tabs = async (page) => {
  for (const nth of [1, 0]) await page.getByRole('tab').nth(nth).tap()
}
/** The pages on which visits begin and the test window, with what is tapped and typed on each. */
const tapped = {
  '/': [menu],
  '/login': [field('Email')],
  '/register': [field('First name'), field('Email')],
  '/dashboard': [exams, menu],
  '/objective-questions': [choices, tabs],
}

const browser = await launch()
const server = await startServer()
const found = new Map()
const note = (name, value) => found.set(name, [...(found.get(name) ?? []), value])
const trace = []

try {
  for (const [name, measure] of Object.entries(parts)) {
    if (only && name !== only) continue
    for (let round = 0; round < rounds; round += 1) await measure(round)
  }
} finally {
  await browser.close()
  await server.stop()
}
report()

/** How long an empty cache shows nothing, on a slow connection. */
async function firstPaints() {
  const line = await slowLine(server, kano)
  for (const path of ['/', '/login', '/dashboard']) {
    const { context, page } = await visit({ browser, server: line }, phone)
    if (path === '/dashboard') await context.addCookies(await cookiesFor(line))
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0])
    const [{ startTime }] = await page.evaluate(() =>
      performance.getEntriesByName('first-contentful-paint').map((one) => one.toJSON()),
    )
    note(`first paint of ${path}`, startTime)
    await context.close()
  }
  await line.close()
}

/** The cookies of a logged-in student, for the server at the end of a line. */
async function cookiesFor(line) {
  const other = await visit({ browser, server })
  await signIn(other.page)
  const cookies = await other.context.cookies()
  await other.context.close()
  return cookies.map(({ domain, path, ...one }) => ({ ...one, url: line.url }))
}

/** From nothing to the first question and through 40 answers, then all of it again with a cache. */
async function journey(round) {
  const line = await slowLine(server, kano)
  const { context, page } = await visit({ browser, server: line }, { viewport: phone.viewport })
  if (round === 0) context.on('request', watch)
  const at = { from: Date.now() }
  const first = await way(line, page, at, 'cold')
  await answer(line, first)
  const { up, down } = line.look()
  note('bytes of 40 answers', up + down)
  note('bytes of 40 answers, up alone', up)
  await first.keyboard.press('s')
  await first.getByRole('button', { name: /^Yes, submit/ }).click()
  await first.waitForURL(/\/practice-results\//)
  await context.clearCookies()
  const again = await context.newPage()
  line.look()
  const window = await way(line, again, { from: Date.now() }, 'warm')
  await window.keyboard.press('a')
  await window.locator('[data-status=saved]').waitFor()
  await window.keyboard.press('s')
  await window.getByRole('button', { name: /^Yes, submit/ }).click()
  await window.waitForURL(/\/practice-results\//)
  await context.close()
  await line.close()
}

/** Logs in and starts a practice of 40 questions, as fast as the screens allow. */
async function way(line, page, { from }, how) {
  const since = (time) => Date.now() - time
  await page.goto('/login', { waitUntil: 'commit' })
  await (await shown(page.getByRole('textbox', { name: 'Email' }))).fill('student@sabi.test')
  note(`sign-in usable, ${how}`, since(from))
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7-battery')
  const pressed = Date.now()
  await page.getByRole('button', { name: 'Login' }).click()
  const choose = async (name) => (await shown(page.locator('label', { hasText: name }))).click()
  await shown(page.getByRole('region', { name: 'Days to your exam' }))
  note('sign-in to dashboard', since(pressed))
  await (await shown(page.getByRole('link', { name: 'Practise', exact: true }))).click()
  await choose('Practice')
  for (const subject of ['Mathematics', 'Physics', 'Biology']) {
    await page.getByRole('checkbox', { name: subject }).uncheck({ force: true })
  }
  await choose('40')
  const window = await testWindow(page, () =>
    page.getByRole('button', { name: 'Start', exact: true }).click(),
  )
  await shown(window.getByRole('heading', { name: /^Question 1 of/ }))
  note(`first question, ${how}`, since(from))
  const { up, down } = line.look()
  note(`bytes to the first question, ${how}`, down)
  note(`bytes to the first question, ${how}, up`, up)
  return window
}

/** Looks every few milliseconds: a locator's own waiting looks twice a second, and would be measured. */
async function shown(locator) {
  while (!(await locator.isVisible())) await sleep(10)
  return locator
}

async function answer(line, window) {
  // Files fetched early for use without a connection do not count as part of the answers.
  for (let quiet = 0; quiet < 5; ) {
    const { down } = line.look()
    quiet = down < 1_000 ? quiet + 1 : 0
    await sleep(1_000)
  }
  line.look()
  for (let i = 0; i < 40; i += 1) {
    await window.keyboard.press('abcd'[i % 4])
    await sleep(1_500)
    if (i < 39) await window.keyboard.press('n')
  }
  await window.locator('[data-status=saved]').waitFor()
}

/** LCP, CLS and INP of these pages. */
async function vitals() {
  const line = await slowLine(server, lighthouse)
  const { call, attempt } = await startedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  for (const [path, taps] of Object.entries(tapped)) {
    const { context, page } = await visit({ browser, server: line }, phone)
    const inTest = path === '/objective-questions'
    if (path === '/dashboard' || inTest) {
      // Logged in, but with an empty cache.
      await context.addCookies(await cookiesFor(line))
    }
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(observe)
    await page.goto(inTest ? `${path}?attempt=${attempt._id}` : path, { waitUntil: 'networkidle' })
    await page.evaluate(() => window.scrollTo(0, 600))
    for (const tap of taps) await tap(page)
    await page.waitForTimeout(500)
    const { lcp, cls, inp } = await page.evaluate(() => window.sabiVitals)
    note(`LCP of ${path}`, lcp)
    note(`CLS of ${path}`, cls)
    if (inp === 0) throw new Error(`Nothing was measured of what was tapped on ${path}.`)
    note(`INP of ${path}`, inp)
    await context.close()
  }
  // The next round begins without it.
  await call('/submit-result', { method: 'POST', json: { attemptId: attempt._id, answered: [] } })
  await line.close()
}

/** In the page: keeps the three measures up to date. */
function observe() {
  const vitals = { lcp: 0, cls: 0, inp: 0 }
  window.sabiVitals = vitals
  const watch = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.lcp = startTime
  })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) vitals.cls += value
  })
  const slow = ({ duration, interactionId }) => {
    if (interactionId) vitals.inp = Math.max(vitals.inp, duration)
  }
  watch('event', slow, { durationThreshold: 16 })
}

/** How long a start without a network takes on a processor six times slower. */
async function offlineStarts() {
  const line = await silentLine(server)
  const { context, page } = await visit({ browser, server: line }, phone)
  await signIn(page)
  await downloadAll(page)
  await line.close()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const mode of ['Study', 'Practice']) {
    await page.goto('/practise?offline=bank')
    await page.locator('label', { hasText: mode }).tap()
    const start = page.getByRole('button', { name: 'Start offline' })
    await start.scrollIntoViewIfNeeded()
    // The time in which a student looks at the choices.
    await page.waitForTimeout(3_000)
    await page.evaluate(timeStart)
    await start.tap()
    note(`first question offline, ${mode}`, await page.evaluate(() => window.sabiStart))
  }
  await context.close()
}

/** In the page: measures from the next tap until the first question is painted. */
function timeStart() {
  window.sabiStart = new Promise((resolve) => {
    const follow = ({ timeStamp }) => {
      const look = () => {
        const titles = [...document.querySelectorAll('h1, h2, h3')]
        if (!titles.some(({ textContent }) => textContent.startsWith('Question 1 of')))
          return requestAnimationFrame(look)
        // After this frame.
        setTimeout(() => resolve(performance.now() - timeStamp))
      }
      requestAnimationFrame(look)
    }
    window.addEventListener('pointerup', follow, { once: true, capture: true })
  })
}

/** The files loaded in the first round, in order. */
function watch(request) {
  const begun = Date.now()
  const one = { begun, url: new URL(request.url()).pathname, method: request.method() }
  trace.push(one)
  request
    .response()
    .then(async (response) => {
      const sizes = await request.sizes().catch(() => ({}))
      one.took = Date.now() - begun
      one.status = response?.status()
      one.bytes = (sizes.responseBodySize ?? 0) + (sizes.responseHeadersSize ?? 0)
      one.sent = (sizes.requestBodySize ?? 0) + (sizes.requestHeadersSize ?? 0)
    })
    .catch(() => undefined)
}

function report() {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  for (const [name, values] of found) {
    const limit = limits[name] ?? { LCP: 2_500, CLS: 0.1, INP: 200 }[name.slice(0, 3)]
    const middle = median(values)
    const round = (value) => (value < 10 ? value.toFixed(3) : Math.round(value))
    const verdict = limit === undefined ? '' : middle <= limit ? 'ok' : 'OVER'
    if (verdict === 'OVER') process.exitCode = 1
    console.log(
      `${verdict.padEnd(5)}${name.padEnd(38)}${String(round(middle)).padStart(8)}` +
        `${limit === undefined ? '' : ` of ${limit}`}   (${values.map(round).join(', ')})`,
    )
  }
  const [start] = trace
  if (!process.env.SABI_TRACE || !start) return
  const rows = trace.map(
    ({ begun, took, status, bytes, sent, method, url }) =>
      `${String(begun - start.begun).padStart(7)} +${String(took ?? '?').padStart(5)} ${status} ${String(bytes).padStart(7)} ${String(sent).padStart(5)} ${method} ${url}`,
  )
  writeFileSync(process.env.SABI_TRACE, `${rows.join('\n')}\n`)
}
