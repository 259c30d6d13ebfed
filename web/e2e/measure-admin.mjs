// Whether an editor has to wait for a list of 10,000 questions: `npm run measure:admin`. They are
// imported from files, and the list of their year is scrolled, paged, searched and jumped through
// with its longest pages. It reports everything that blocks the page's thread for more than 50 ms;
// more than 100 ms is too long. Then it opens the list by a tap with a processor four times slower:
// all tasks of the page's thread, from the tap until the list is painted, may take 100 ms together.
// They are summed up from a trace, whose path is printed; SABI_TRACE names another folder for it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { admin } from './backOffice.ts'
import { launch, visit } from './browser.ts'
import { startServer } from './server.ts'
import { signIn } from './steps.ts'

const ROWS = 10_000
const FILE = 2_500
const LIMIT = 40
/** Milliseconds of the page's thread. */
const BUDGET = 100
/** How many times slower the processor is when the list is opened by a tap. */
const SLOWER = 4
/** How often the list is opened; the first time, its scripts have not been loaded. */
const OPENINGS = 6
const CATEGORIES = [
  'toplevel',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
]

const folder = await mkdtemp(path.join(tmpdir(), 'sabi-bank-'))
const server = await startServer()
const browser = await launch()
try {
  await fill()
  const list = await years()
  await measure(list)
  await open(list)
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Fills the bank with questions, each with a formula and a different stem. */
async function fill() {
  const files = []
  for (let from = 0; from < ROWS; from += FILE) {
    const rows = Array.from({ length: FILE }, (_, i) => {
      const n = from + i + 1
      const [a, b] = [n % 97, n % 89]
      const options = [n, n + 1, n + 2, n + 3].map((x) => `"\\(x = ${x}\\)"`)
      return `"Number ${n}: a trader who had \\(${a}x + ${b} = \\frac{${n}}{7}\\) bags sold some. What is x?",${options},B`
    })
    const file = path.join(folder, `${from}.csv`)
    await writeFile(
      file,
      ['question,option A,option B,option C,option D,right answer', ...rows].join('\n'),
    )
    files.push(file)
  }
  const to = ['--exam', 'jamb-utme', '--subject', 'Biology', '--year', '2020']
  await server.cli('import', 'questions', ...to, ...files)
}

async function years() {
  const call = await server.api(admin)
  const { data } = await call('/admin/question-subjects')
  const jamb = data.find(({ examSlug }) => examSlug === 'jamb-utme')
  const subject = jamb.subjects.find(({ title }) => title === 'Biology')._id
  const year = (await call(`/admin/subject-years/${subject}`)).data.find((one) => one.year === 2020)
  if (year.totalQuestionsByYear !== ROWS)
    throw new Error(`${year.totalQuestionsByYear} of ${ROWS} questions`)
  return `/admin/questions/all/${subject}/${year._id}/all`
}

async function measure(list) {
  const { page } = await visit({ browser, server })
  await page.addInitScript(() => {
    window.sabiPauses = []
    new PerformanceObserver((entries) => {
      window.sabiPauses.push(...entries.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask', buffered: true })
  })
  await signIn(page, { as: admin, at: '/admin' })
  const shown = async () => {
    await page.locator('main table[aria-busy]').waitFor({ state: 'detached' })
    await page.locator('tbody tr .katex').first().waitFor()
    await page.waitForTimeout(300)
  }
  const steps = {
    open: () => page.goto(`${list}?limit=${LIMIT}`),
    scroll: async () => {
      for (let turn = 0; turn < 60; turn += 1) {
        await page.mouse.move(600, 500)
        await page.mouse.wheel(0, 400)
      }
    },
    'next page': () => page.getByRole('button', { name: 'Next page' }).click(),
    'last page': () => page.goto(`${list}?limit=${LIMIT}&page=${ROWS / LIMIT}`),
    'previous page': () => page.getByRole('button', { name: 'Previous page' }).click(),
    search: () => page.getByRole('searchbox').fill('Number 77'),
  }
  let worst = 0
  for (const [name, step] of Object.entries(steps)) {
    await page.evaluate(() => {
      window.sabiPauses = []
    })
    const begun = performance.now()
    await step()
    await shown()
    const took = performance.now() - begun - 300
    const pauses = await page.evaluate(() => window.sabiPauses)
    const longest = Math.max(0, ...pauses)
    worst = Math.max(worst, longest)
    const rows = await page.locator('tbody tr').count()
    console.log(
      `${longest <= BUDGET ? 'ok  ' : 'OVER'} ${name.padEnd(14)} ${String(Math.round(longest)).padStart(5)} ms of ${BUDGET}` +
        `   ${rows} rows after ${Math.round(took)} ms, pauses: ${pauses.map(Math.round).join(', ') || 'none'}`,
    )
  }
  if (worst > BUDGET) process.exitCode = 1
}

/** Opens the list from the topics of its year, by a tap, and sums up what the page's thread does. */
async function open(list) {
  const [, , , , subject, year] = list.split('/')
  const { page } = await visit({ browser, server })
  await page.addInitScript(mark)
  await signIn(page, { as: admin, at: '/admin' })
  await page.goto(`/admin/topicsection/${subject}/${year}`)
  const link = page.locator(`main a[href="${list}"]`)
  await link.waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const folder = process.env.SABI_TRACE ?? (await mkdtemp(path.join(tmpdir(), 'sabi-trace-')))
  const times = []
  for (let opening = 1; opening <= OPENINGS; opening += 1) {
    await page.waitForLoadState('networkidle')
    const trace = path.join(folder, `list-of-10000-${opening}.json`)
    await browser.startTracing(page, { path: trace, categories: CATEGORIES })
    await page.evaluate(() => window.sabiOpens())
    await link.click()
    // Rarely, so that looking costs nothing.
    await page.waitForFunction(() => window.sabiPainted, null, { polling: 1000 })
    await browser.stopTracing()
    const { wall, thread, longest } = tasks(JSON.parse(await readFile(trace, 'utf8')).traceEvents)
    if (opening > 1) times.push(thread)
    console.log(
      `     opening ${opening}: ${thread.toFixed(0)} ms of the thread in ${wall.toFixed(0)} ms, ` +
        `the longest task ${longest.toFixed(0)} ms   ${trace}`,
    )
    await page.goBack()
    await link.waitFor()
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  if (middle > BUDGET) process.exitCode = 1
  console.log(
    `${middle <= BUDGET ? 'ok  ' : 'OVER'} open by a tap  ${middle.toFixed(0).padStart(5)} ms of ${BUDGET}` +
      `   processor ${SLOWER} times slower, median of ${times.length} without the first`,
  )
}

/** In the page: marks the tap, and the end of the frame that paints the rows. */
function mark() {
  window.sabiOpens = () => {
    window.sabiPainted = false
    addEventListener('pointerdown', () => performance.mark('sabi-tap'), {
      capture: true,
      once: true,
    })
    const look = () => {
      const table = document.querySelector('main table:not([aria-busy=true])')
      const isShown = location.pathname.startsWith('/admin/questions/')
      if (!isShown || !table?.querySelector('tbody tr .katex')) return
      watcher.disconnect()
      requestAnimationFrame(() =>
        // After the frame.
        setTimeout(() => {
          performance.mark('sabi-painted')
          window.sabiPainted = true
        }),
      )
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  }
}

/**
 * Milliseconds between the two marks, and those that tasks of the page's thread took of them: its own
 * time, which other programs on a busy machine do not lengthen.
 */
function tasks(events) {
  const at = (name) => events.find((one) => one.name === name && one.cat.includes('user_timing'))
  const [tap, painted] = [at('sabi-tap'), at('sabi-painted')]
  const isTask = ({ name, pid, tid, ts }) =>
    name === 'RunTask' && pid === tap.pid && tid === tap.tid && ts < painted.ts
  const took = events
    .filter(isTask)
    // The task of the tap began before its mark.
    .filter(({ ts, dur }) => ts + dur > tap.ts)
    .map(({ dur, tdur = dur }) => tdur / 1000)
  return {
    wall: (painted.ts - tap.ts) / 1000,
    thread: took.reduce((sum, one) => sum + one, 0),
    longest: Math.max(0, ...took),
  }
}
