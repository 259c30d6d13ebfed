// Whether an editor has to wait for a list of 10,000 questions: `npm run measure:admin`. They are
// imported from files, and the list of their year is scrolled, paged, searched and jumped through
// with its longest pages. It reports everything that blocks the page's thread for more than 50 ms;
// more than 100 ms is too long.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { admin } from './backOffice.mjs'
import { launch, signIn, startServer, visit } from './harness.mjs'

const ROWS = 10_000
const FILE = 2_500
const LIMIT = 40

const folder = await mkdtemp(path.join(tmpdir(), 'sabi-bank-'))
const server = await startServer()
const browser = await launch()
try {
  await fill()
  await measure(await years())
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
  await signIn(page, admin, '/admin/login')
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
      `${longest <= 100 ? 'ok  ' : 'OVER'} ${name.padEnd(14)} ${String(Math.round(longest)).padStart(5)} ms of 100` +
        `   ${rows} rows after ${Math.round(took)} ms, pauses: ${pauses.map(Math.round).join(', ') || 'none'}`,
    )
  }
  process.exitCode = worst <= 100 ? 0 : 1
}
