// Three weeks of a student: a session each day towards the exam, a missed week, and a corrected answer key in between.

import { type Call, findIn } from './api.ts'
import { startedTest } from './attempts.ts'
import { expect, type Locator, onPhone, type Page, test } from './fixtures.ts'
import type { Server } from './server.ts'
import { signIn, testWindow } from './steps.ts'

type Question = { _id: string; options: { _id: string }[] }

const exam = 'JAMB UTME'
/** The days on which the session is started by its button; on the others, past the browser. */
const pressed = [1, 7, 15, 21]
const DAY = 86_400_000
/** The day of an instant where the browser is, as its first millisecond in UTC. */
const midnight = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
const wrong = ({ _id, options }: Question) => ({ question: _id, answer: options[0]._id })

test('three weeks of Today', onPhone, async ({ page, context, server }) => {
  // The first test, in which the student guesses; its result has the keys.
  const first = await startedTest(server, { exam: 'jamb-utme', mode: 'practice', questions: 12 })
  const paper = first.paper.subjects.flatMap(({ questions }) => questions)
  const attemptId = first.attempt._id
  const json = { attemptId, answered: paper.map(wrong) }
  const { quizId } = await first.call('/submit-result', { method: 'POST', json })
  const keys = new Map(await keysOf(first.call, quizId ?? ''))
  const missed = paper.filter((one) => keys.get(one._id) !== one.options[0]._id)
  expect(missed.length, `${missed.length} of ${paper.length} missed`).toBeGreaterThan(10)

  await signIn(page)
  await page.getByRole('button', { name: `Set exam date for ${exam}` }).click()
  const date = new Date(Date.now() + 40 * DAY)
  /** How many days away the exam is so many days from now, also if midnight passes meanwhile. */
  const daysLeft = (day: number) =>
    Math.round((midnight(date) - midnight(new Date(Date.now() + day * DAY))) / DAY)
  const typed = [date.getDate(), date.getMonth() + 1].map((n) => String(n).padStart(2, '0'))
  await page
    .getByRole('textbox', { name: `Exam date for ${exam}` })
    .fill([...typed, date.getFullYear()].join('/'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`${daysLeft(0)} days`, { exact: true }).waitFor()

  const region = page.getByRole('region', { name: 'Today', exact: true })
  // The student prepares for other exams too.
  const today = region.getByRole('listitem').filter({ hasText: exam })
  const start = today.getByRole('button', { name: `Start today’s questions for ${exam}` })
  const asked = new Set<string>()
  let corrected: string | null = null
  for (let day = 1; day <= 21; day += 1) {
    // The second week is missed.
    if (day > 7 && day <= 14) continue
    await server.daysLater(day)
    // The days to the exam are counted by the device.
    await context.clock.setSystemTime(Date.now() + day * DAY)
    const call = await server.api('student@sabi.test')
    if (day === 2) {
      // One that was not repeated yet: otherwise the answer by the old key would be wrong now.
      corrected = await correctKey(
        server,
        findIn(missed, ({ _id }) => !asked.has(_id)),
        keys,
      )
    }
    await page.goto('/dashboard')
    await page.getByText(`${daysLeft(day)} days`, { exact: true }).waitFor()
    const done = today.getByText(/^(Done for today|Nothing to repeat today)/)
    await start.or(done).waitFor()
    if (!(await start.isVisible())) continue
    const text = await today
      .getByText(/about \d+ minutes?, \d+ KB$/)
      .first()
      .innerText()
    const kilobytes = Number(/(\d+) KB$/.exec(text)?.[1])
    expect(kilobytes, text).toBeLessThanOrEqual(8)
    const counts = [/(\d+) questions? to repeat/, /(\d+) new/].map((form) =>
      Number(form.exec(text)?.[1] ?? 0),
    )
    if (day === 15)
      expect(counts[0], `nothing is due after a missed week: ${text}`).toBeGreaterThan(0)

    const { id, paper } = pressed.includes(day)
      ? await pressStart(page, start, call)
      : await startToday(call)
    const questions = paper.subjects.flatMap(({ questions }) => questions)
    expect(questions.length, text).toBe(counts[0] + counts[1])
    expect(questions.length, text).toBeLessThanOrEqual(20)
    if (corrected !== null) {
      const names = questions.map(({ _id }) => _id)
      expect(names.includes(corrected), `day ${day}: what is right now is not repeated`).toBe(false)
    }
    // What was explained is known, the rest is guessed.
    const answered = questions.map((one) => ({
      question: one._id,
      answer: keys.get(one._id) ?? one.options[0]._id,
    }))
    const ended = await call('/submit-result', {
      method: 'POST',
      json: { attemptId: id, answered },
    })
    for (const [question, key] of await keysOf(call, ended.quizId ?? '')) {
      keys.set(question, key)
      asked.add(question)
    }
    if (!pressed.includes(day)) continue
    await page.goto('/dashboard')
    await done.waitFor()
    expect(await start.count(), 'a session a day').toBe(0)
  }
  const left = missed.filter(({ _id }) => !asked.has(_id) && _id !== corrected)
  expect(
    left.map(({ _id }) => _id),
    'everything missed has returned',
  ).toStrictEqual([])
  const { stdout } = await server.cli('bank', 'recount', '--dry-run')
  expect(stdout).toMatch(/^Every counter is correct\.$/m)
})

/** Starts the session by its button; the window is closed once it shows a question. */
async function pressStart(page: Page, start: Locator, call: Call) {
  const sitting = await testWindow(page, () => start.click())
  await sitting.getByRole('heading', { name: /^Question 1 of \d+$/ }).waitFor()
  const id = new URL(sitting.url()).searchParams.get('attempt')
  await sitting.close()
  const { paper } = await call(`/attempts/${id}`)
  return { id, paper }
}

/** Starts the same session as the button does. */
async function startToday(call: Call) {
  const { data } = await call('/me/exams')
  const json = { examId: findIn(data, ({ title }) => title === exam)._id, from: 'today' }
  const { attempt, paper } = await call('/attempts', { method: 'POST', json })
  return { id: attempt._id, paper }
}

/** The questions of a result with their keys. */
async function keysOf(call: Call, quizId: string) {
  const { subjectResults } = await call(`/get-result-data-view/${quizId}`)
  const corrected = subjectResults.flatMap(({ results }) => results)
  return corrected.map(({ _id, resultData }) => [_id, resultData.correctAnswer?._id] as const)
}

/** Makes the chosen option of a missed question its key; gives the question. */
async function correctKey(
  server: Server,
  question: Question,
  keys: Map<string, string | undefined>,
) {
  const [chosen] = question.options
  await server.cli('bank', 'rekey', question._id, chosen._id, '--yes')
  keys.set(question._id, chosen._id)
  return question._id
}
