// Today on the dashboard: what it announces is what its one button starts, and it ends for the day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { submittedTest } from './attempts.mjs'
import { signIn, testWindow, together, visit } from './harness.mjs'

const house = together()

test('one press starts what Today announces, and then the student is done', async (t) => {
  // Some topics are weak then, and have questions that were not asked.
  await submittedTest(house.server, { exam: 'jamb-utme', mode: 'practice', questions: 30 })
  const { page, context } = await visit(house)
  t.after(() => context.close())
  await signIn(page)
  const today = page.getByRole('region', { name: 'Today', exact: true })
  const text = await today.getByText(/ new questions?, about \d+ minutes?, \d+ KB$/).innerText()
  const [, count, kilobytes] = /^(\d+) new questions?, .* (\d+) KB$/.exec(text).map(Number)
  assert.ok(count > 0 && count <= 20 && kilobytes <= 8, text)

  const sitting = await testWindow(page, () =>
    today.getByRole('button', { name: /^Start today/ }).click(),
  )
  // The window counts the questions of each subject.
  await sitting.getByRole('heading', { name: /^Question 1 of \d+$/ }).waitFor()
  const id = new URL(sitting.url()).searchParams.get('attempt')
  const call = await house.server.api('student@sabi.test')
  const { attempt, paper } = await call(`/attempts/${id}`)
  assert.equal(attempt.assessment.slug, 'study')
  assert.equal(paper.totalQuestions, count)
  const answered = paper.subjects.flatMap(({ questions }) =>
    questions.map(({ _id, options }) => ({ question: _id, answer: options[0]._id })),
  )
  await call('/submit-result', { method: 'POST', json: { attemptId: id, answered } })
  await sitting.close()
  await page.goto('/dashboard')
  // Of each exam that the student prepares for.
  await today.getByText('Done for today. Well done!').first().waitFor()
  assert.equal(await today.getByRole('button').count(), 0)
})
