// Three weeks of a student: a session each day towards the exam, a missed week, and a corrected answer key in between.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startedTest } from './attempts.mjs'
import { PATIENCE, signIn, testWindow, together, visit } from './harness.mjs'

const house = together()
const exam = 'JAMB UTME'
/** The days on which the session is started by its button; on the others, past the browser. */
const pressed = [1, 7, 15, 21]
const DAY = 86_400_000
/** The day of an instant where the browser is, as its first millisecond in UTC. */
const midnight = (at) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
const wrong = ({ _id, options }) => ({ question: _id, answer: options[0]._id })

test('three weeks of Today', { timeout: 15 * PATIENCE }, async (t) => {
  const { server } = house
  const { page, context } = await visit(house, { viewport: { width: 360, height: 740 } })
  t.after(() => context.close())

  // The first test, in which the student guesses; its result has the keys.
  const first = await startedTest(server, { exam: 'jamb-utme', mode: 'practice', questions: 12 })
  const paper = first.paper.subjects.flatMap(({ questions }) => questions)
  const attemptId = first.attempt._id
  const json = { attemptId, answered: paper.map(wrong) }
  const { quizId } = await first.call('/submit-result', { method: 'POST', json })
  const keys = new Map(await keysOf(first.call, quizId))
  const missed = paper.filter((one) => keys.get(one._id) !== one.options[0]._id)
  assert.ok(missed.length > 10, `${missed.length} of ${paper.length} missed`)

  await signIn(page)
  await page.getByRole('button', { name: `Set exam date for ${exam}` }).click()
  const date = new Date(Date.now() + 40 * DAY)
  /** How many days away the exam is so many days from now, also if midnight passes meanwhile. */
  const daysLeft = (day) =>
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
  const asked = new Set()
  let corrected = null
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
        missed.find(({ _id }) => !asked.has(_id)),
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
    const [, kilobytes] = /(\d+) KB$/.exec(text).map(Number)
    assert.ok(kilobytes <= 8, text)
    const counts = [/(\d+) questions? to repeat/, /(\d+) new/].map((form) =>
      Number(form.exec(text)?.[1] ?? 0),
    )
    if (day === 15) assert.ok(counts[0] > 0, `nothing is due after a missed week: ${text}`)

    const { id, paper } = pressed.includes(day)
      ? await pressStart(page, start, call)
      : await startToday(call)
    const questions = paper.subjects.flatMap(({ questions }) => questions)
    assert.equal(questions.length, counts[0] + counts[1], text)
    assert.ok(questions.length <= 20, text)
    if (corrected !== null) {
      const names = questions.map(({ _id }) => _id)
      assert.ok(!names.includes(corrected), `day ${day}: what is right now is not repeated`)
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
    for (const [question, key] of await keysOf(call, ended.quizId)) {
      keys.set(question, key)
      asked.add(question)
    }
    if (!pressed.includes(day)) continue
    await page.goto('/dashboard')
    await done.waitFor()
    assert.equal(await start.count(), 0, 'a session a day')
  }
  const left = missed.filter(({ _id }) => !asked.has(_id) && _id !== corrected)
  assert.deepEqual(
    left.map(({ _id }) => _id),
    [],
    'everything missed has returned',
  )
  const { stdout } = await server.cli('bank', 'recount', '--dry-run')
  assert.match(stdout, /^Every counter is correct\.$/m)
})

/** Starts the session by its button; the window is closed once it shows a question. */
async function pressStart(page, start, call) {
  const sitting = await testWindow(page, () => start.click())
  await sitting.getByRole('heading', { name: /^Question 1 of \d+$/ }).waitFor()
  const id = new URL(sitting.url()).searchParams.get('attempt')
  await sitting.close()
  const { paper } = await call(`/attempts/${id}`)
  return { id, paper }
}

/** Starts the same session as the button does. */
async function startToday(call) {
  const { data } = await call('/me/exams')
  const json = { examId: data.find(({ title }) => title === exam)._id, from: 'today' }
  const { attempt, paper } = await call('/attempts', { method: 'POST', json })
  return { id: attempt._id, paper }
}

/** The questions of a result with their keys. */
async function keysOf(call, quizId) {
  const { subjectResults } = await call(`/get-result-data-view/${quizId}`)
  const corrected = subjectResults.flatMap(({ results }) => results)
  return corrected.map(({ _id, resultData }) => [_id, resultData.correctAnswer._id])
}

/** Makes the chosen option of a missed question its key; gives the question. */
async function correctKey(server, question, keys) {
  const [chosen] = question.options
  await server.cli('bank', 'rekey', question._id, chosen._id, '--yes')
  keys.set(question._id, chosen._id)
  return question._id
}
