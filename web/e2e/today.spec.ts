// Today on the dashboard: what it announces is what its one button starts, and it ends for the day.
import { submittedTest } from './attempts.ts'
import { expect, test } from './fixtures.ts'
import { signIn, testWindow } from './steps.ts'

test('one press starts what Today announces, and then the student is done', async ({
  page,
  server,
}) => {
  // Some topics are weak then, and have questions that were not asked.
  await submittedTest(server, { exam: 'jamb-utme', mode: 'practice', questions: 30 })
  await signIn(page)
  const today = page.getByRole('region', { name: 'Today', exact: true })
  const text = await today.getByText(/ new questions?, about \d+ minutes?, \d+ KB$/).innerText()
  const [, count, kilobytes] = (/^(\d+) new questions?, .* (\d+) KB$/.exec(text) ?? []).map(Number)
  expect(count, text).toBeGreaterThan(0)
  expect(count, text).toBeLessThanOrEqual(20)
  expect(kilobytes, text).toBeLessThanOrEqual(8)

  const sitting = await testWindow(page, () =>
    today.getByRole('button', { name: /^Start today/ }).click(),
  )
  // The window counts the questions of each subject.
  await sitting.getByRole('heading', { name: /^Question 1 of \d+$/ }).waitFor()
  const id = new URL(sitting.url()).searchParams.get('attempt')
  const call = await server.api('student@sabi.test')
  const { attempt, paper } = await call(`/attempts/${id}`)
  expect(attempt.assessment.slug).toBe('study')
  expect(paper.totalQuestions).toBe(count)
  const answered = paper.subjects.flatMap(({ questions }) =>
    questions.map(({ _id, options }) => ({ question: _id, answer: options[0]._id })),
  )
  await call('/submit-result', { method: 'POST', json: { attemptId: id, answered } })
  await sitting.close()
  await page.goto('/dashboard')
  // Of each exam that the student prepares for.
  await today.getByText('Done for today. Well done!').first().waitFor()
  expect(await today.getByRole('button').count()).toBe(0)
})
