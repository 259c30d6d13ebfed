// Takes the README's pictures from a real run: `npm run pictures`.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startedTest } from './attempts.ts'
import { desktop, launch, phone, visit } from './browser.ts'
import { startServer } from './server.ts'
import { signIn } from './steps.ts'
import { workbook, XLSX } from './workbook.ts'

const folder = fileURLToPath(new URL('../../docs/screens', import.meta.url))
await mkdir(folder, { recursive: true })
const server = await startServer()
const browser = await launch()

/** Without toasts, a cursor, or anything that still moves. */
async function take(page, name, viewport = desktop) {
  await page.setViewportSize(viewport)
  await page.evaluate(() => document.fonts.ready)
  await page.locator('.mantine-Notification-root').last().waitFor({ state: 'detached' })
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  console.log(`${name}.png`)
}

try {
  const { page } = await visit({ browser, server })
  await signIn(page)
  await page.getByRole('region', { name: 'Days to your exam' }).waitFor()
  await take(page, 'dashboard-desktop')

  // A mock halfway through: most answered, some marked for review.
  const { path, paper, call, attempt } = await startedTest(server, {
    exam: 'jamb-utme',
    mode: 'mock',
  })
  const all = paper.subjects.flatMap(({ questions }) => questions)
  const right = await keysOf(server, all)
  await call(`/attempts/${attempt._id}/answers`, {
    method: 'PUT',
    json: {
      revision: attempt.revision,
      answers: all
        .filter((_, i) => i % 9 !== 8)
        .map((question, i) => ({ question: question._id, answer: pickOf(question, right, i) })),
      review: all.filter((_, i) => i % 11 === 4).map(({ _id }) => _id),
      seen: all.map(({ _id }) => _id),
    },
  })
  await page.goto(path)
  await page.getByRole('tab', { name: 'Mathematics' }).click()
  // A question with a formula, some way into the subject.
  const { questions } = paper.subjects.find(({ subject }) => subject.title === 'Mathematics')
  const number = questions.findIndex(({ question }, i) => i > 11 && question.includes('\\(')) + 1
  await page.getByRole('button', { name: new RegExp(`^Question ${number},`) }).click()
  await page.locator('.katex').first().waitFor()
  await page.getByRole('heading', { name: `Question ${number} of` }).waitFor()
  await page.keyboard.press('a')
  await page.getByText(/^Saved/).waitFor()
  await page.mouse.move(0, 0)
  await take(page, 'test-desktop')
  await take(page, 'test-phone', phone)
  await page.setViewportSize(desktop)

  await page.getByRole('button', { name: 'Submit Test' }).click()
  await page.getByRole('button', { name: /^Yes, submit/ }).click()
  await page.getByRole('region', { name: 'Score' }).waitFor()
  await take(page, 'result-desktop')
  await page.context().close()

  const { page: admin } = await visit({ browser, server })
  await signIn(admin, { as: 'admin@sabi.test', at: '/admin' })
  await admin.goto('/admin/questions/import')
  await admin.getByLabel('Exam').selectOption('JAMB UTME')
  await admin.getByLabel('Subject').selectOption('Biology')
  await admin.getByLabel('Year').selectOption('2020')
  await admin.getByLabel(/^Workbook/).setInputFiles({
    name: 'biology-2020.xlsx',
    mimeType: XLSX,
    buffer: workbook([
      ['question', 'option A', 'option B', 'option C', 'option D', 'right answer'],
      ['Which organelle makes ATP?', 'Ribosome', 'Mitochondrion', 'Nucleus', 'Vacuole', 'B'],
      ['Which of these is a legume?', 'Cowpea', 'Maize', 'Yam', 'Cassava', 'A'],
      ['The vector of malaria is the female', 'Culex', 'Aedes', 'Anopheles', 'Tsetse', 'G'],
      ['', 'Savanna', 'Rainforest', 'Sahel', 'Mangrove', 'A'],
      [
        'Which vitamin helps blood to clot?',
        'Vitamin A',
        'Vitamin C',
        'Vitamin D',
        'Vitamin K',
        'D',
      ],
    ]),
  })
  await admin.getByRole('button', { name: 'Preview' }).click()
  await admin.getByRole('region', { name: 'Problems' }).waitFor()
  await take(admin, 'admin-import-desktop')
} finally {
  await browser.close()
  await server.stop()
}

/** Three of four right, so that the result is one to show. */
function pickOf({ _id, options }, right, i) {
  const other = options.find((option) => option._id !== right.get(_id))
  return i % 4 === 3 ? other._id : right.get(_id)
}

/** The keys, which only an administrator can read while the test runs. */
async function keysOf(server, questions) {
  const call = await server.api('admin@sabi.test')
  const { data } = await call('/admin/question-subjects')
  const found = new Map()
  for (const { _id } of data.flatMap(({ subjects }) => subjects)) {
    const years = await call(`/admin/subject-years/${_id}`)
    for (const year of years.data) {
      const page = await call(`/admin/questions/${_id}/all/${year._id}/all/all?limit=100`)
      for (const one of page.data) found.set(one._id, one.correctAns)
    }
  }
  const missing = questions.filter(({ _id }) => !found.has(_id))
  if (missing.length > 0) throw new Error(`no key for ${missing.length} questions`)
  return found
}
