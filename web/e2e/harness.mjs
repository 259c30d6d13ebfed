// Shared by the browser tests: the real server in a folder of its own, a browser, a signed-in
// student, and direct calls to check results.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = process.env.SABI_BIN ?? path.join(root, 'target/debug/sabi')
const password = 'Correct-horse-7-battery'
const READY = /^Sabi is ready at http:\/\/(\S+)$/
/** Milliseconds that a condition may take to come true; slow machines are no failures. */
export const PATIENCE = 120_000

export const desktop = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }
export const bank = (name) => path.join(root, 'fixtures/banks', name)

/**
 * A server and a browser for the tests of a file, from before the first of them until after the
 * last. `prepare` does what all of them need once both are there.
 */
export function together(prepare = () => undefined) {
  const both = { server: undefined, browser: undefined }
  before(async () => {
    ;[both.server, both.browser] = await Promise.all([startServer(), launch()])
    await prepare()
  })
  after(() => Promise.all([both.browser?.close(), both.server?.stop()]))
  return both
}

/** Seeds a folder as a first start with `--demo` does, for servers to begin with copies of it. */
export async function seed() {
  const data = await mkdtemp(path.join(tmpdir(), 'sabi-e2e-seed-'))
  const { end } = await serve(data, '127.0.0.1:0')
  await end('SIGTERM')
  return { data, remove: () => rm(data, { recursive: true, force: true }) }
}

/** Starts a server with demo data in a new folder: a copy of `SABI_SEEDED` where there is one. */
export async function startServer() {
  const data = await mkdtemp(path.join(tmpdir(), 'sabi-e2e-'))
  if (process.env.SABI_SEEDED) await cp(process.env.SABI_SEEDED, data, { recursive: true })
  let running = await serve(data, '127.0.0.1:0')
  const { address } = running
  /** How far the clock of this server and of its commands is ahead. */
  let clock = {}
  return {
    url: `http://${address}`,
    data,
    /** Kills the server as a power cut would, and starts it again at the same address. */
    async kill() {
      await running.end('SIGKILL')
      return async () => {
        running = await serve(data, address)
      }
    },
    /** Restarts the server so many days later than now. */
    async daysLater(days) {
      await running.end('SIGTERM')
      clock = { SABI_CLOCK_AHEAD: String(days * 86_400) }
      running = await serve(data, address, clock)
    },
    /** Ends the server as a service manager does; its folder stays. */
    close: () => running.end('SIGTERM'),
    async stop() {
      await running.end('SIGTERM')
      await rm(data, { recursive: true, force: true })
    },
    /** Runs a command on the folder of the running server. */
    cli: (...args) => command([...args, '--data', data], clock),
    /** Signs an account in, of the demo if no password is given; gives the way to call the API as it. */
    async api(email, secret = password) {
      const { token } = await call('/login', {
        method: 'POST',
        json: { email, password: secret, bearer: true },
      })
      return (at, init) => call(at, { ...init, token })
    },
  }

  async function call(at, { json, token, ...init } = {}) {
    const headers = {
      ...(json && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const body = json && JSON.stringify(json)
    const response = await fetch(`http://${address}/api/v1${at}`, { ...init, headers, body })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${at}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}

/** The output of a command, which must end within the time limit. */
async function command(args, env = {}) {
  try {
    return await run(bin, args, { timeout: PATIENCE, env: { ...process.env, ...env } })
  } catch (error) {
    if (!error.killed) throw error
    throw new Error(`sabi ${args.join(' ')} did not end within ${PATIENCE / 1000} s`)
  }
}

/** Waits until a condition is true, within a test's time limit. */
export async function eventually(check) {
  for (const begun = Date.now(); ; await sleep(50)) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() - begun > PATIENCE) throw error
    }
  }
}

/** Resolves when the server says that it takes requests. */
async function serve(data, listen, env = {}) {
  const child = spawn(bin, ['serve', '--data', data, '--listen', listen, '--demo=small'], {
    env: { ...process.env, SABI_DEMO_PASSWORD: password, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // No process is left running, however the tests end.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let log = ''
  child.stderr.on('data', (part) => {
    log += part
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = READY.exec(line) ?? []
      if (found) resolve(found)
    })
    child.once('error', reject)
    exited.then((code) => reject(new Error(`the server ended with ${code}:\n${log}`)))
  })
  return {
    address,
    end: (signal) => {
      child.kill(signal)
      return exited
    },
  }
}

/** Starts the browser that SABI_BROWSER names, or that of the system. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.SABI_BROWSER || systemBrowser(),
    timeout: PATIENCE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    for (const folder of folders) {
      const file = path.join(folder, name)
      if (existsSync(file)) return file
    }
  }
  throw new Error('no Chromium on the PATH; name one in SABI_BROWSER')
}

/** A browser of one's own, as far as cookies and storage go, at the server's address. */
export async function visit({ browser, server }, { viewport = desktop, ...more } = {}) {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    locale: 'en-GB',
    // Each frame of a motion is painted by the processors that the test waits for.
    reducedMotion: 'reduce',
    ...more,
  })
  context.setDefaultTimeout(PATIENCE)
  context.on('page', watch)
  // A test that still answers a request in the server's place would fail when the browser closes.
  const close = context.close.bind(context)
  context.close = async () => {
    const routed = [context, ...context.pages()]
    await Promise.allSettled(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
    await close()
  }
  return { context, page: await context.newPage() }
}

/** How many times slower the processor of each page is: what hurries ahead of its page fails then. */
const slower = Number(process.env.SABI_SLOWER ?? 1)

/** Leaving a running test asks; the tests mean it. Errors of the page are failures of its test. */
function watch(page) {
  if (slower > 1) slowDown(page).catch(() => undefined)
  page.on('dialog', (dialog) => dialog.accept())
  page.on('pageerror', (error) => {
    throw error
  })
}

async function slowDown(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
}

/** Signs in through the form, by mouse. */
export async function signIn(page, email = 'student@sabi.test', at = '/login') {
  await page.goto(at)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

/** Waits until an element has the focus: keys that are pressed before go elsewhere. */
export const hasFocus = (locator) =>
  eventually(async () =>
    assert.ok(
      await locator.evaluate((one) => one === document.activeElement),
      `${locator} has the focus`,
    ),
  )

/** Waits until the app has replaced the first screen in the page's HTML, which takes no input. */
export const appStarted = (page) =>
  page.locator('#root:not([data-first])').waitFor({ state: 'attached' })

/** Chooses a card once it stands still, by its label: the radio button lies invisible in it. */
export const pickCard = (page, name) =>
  page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name }) })
    .click()

/** Chooses an exam where the dashboard, once that is opened, or the page of exams offers them. */
export async function pickExam(page, name) {
  const exams = page.getByRole('group', { name: 'Select Exam Type' })
  const folded = page.locator('details:not([open]) > summary', { hasText: 'Select Exam Type' })
  await exams.or(folded).first().waitFor()
  if (!(await exams.isVisible())) await folded.click()
  await exams.getByText(name, { exact: true }).click()
}

/** The summary that shows and hides the figures behind a result's score. */
export const figures = (page) =>
  page.locator('summary', { hasText: 'Scales, subjects, speed and data' })

/** The page that a press opens: the window of the test, or the same tab where none opens. */
export async function testWindow(page, press) {
  const popup = page.context().waitForEvent('page')
  const same = page.waitForURL(/attempt=/).then(() => page)
  same.catch(() => undefined)
  popup.catch(() => undefined)
  await press()
  const window = await Promise.race([popup, same])
  await window.waitForURL(/attempt=/)
  return window
}

/** The score of the corrections, counted from the chosen and right options only. */
export function recount(view) {
  const subjects = view.subjectResults.map(({ subject, results }) => {
    const count = {
      subject: subject.title,
      questions: results.length,
      right: 0,
      wrong: 0,
      unseen: 0,
    }
    for (const { resultData } of results) {
      const { answered, correctAnswer } = resultData
      if (answered === null) count.unseen += 1
      else if (answered._id === correctAnswer._id) count.right += 1
      else count.wrong += 1
    }
    return count
  })
  const sum = (key) => subjects.reduce((total, one) => total + one[key], 0)
  return {
    subjects,
    questions: sum('questions'),
    right: sum('right'),
    wrong: sum('wrong'),
    unseen: sum('unseen'),
  }
}
