// After a test: practising its mistakes, the same test again, a report, and the charts.
import { type Choices, startedTest, submittedTest } from './attempts.ts'
import { expect, type Page, test, type Visit } from './fixtures.ts'
import { signIn, testWindow } from './steps.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** A logged-in student's browser, closed after the test. */
async function student(visit: Visit) {
  const { page } = await visit()
  await signIn(page)
  return page
}

test('what went wrong is practised again, with a paper that is sent once', async ({
  server,
  visit,
}) => {
  const choices: Choices = { exam: 'jamb-utme', mode: 'practice', questions: 3 }
  const quizId = await submittedTest(server, choices)
  const call = await server.api('student@sabi.test')
  const { subjectResults } = await call(`/get-result-data-view/${quizId}`)
  const wrong = subjectResults.flatMap(({ results }) =>
    results
      .filter(({ resultData }) => resultData.answered?._id !== resultData.correctAnswer?._id)
      .map(({ _id }) => _id),
  )

  const page = await student(visit)
  await page.goto(`/practice-results/${quizId}`)
  await page.getByRole('button', { name: /^Practise the .*you missed$/ }).click()
  await title(page, 'Start Exam').waitFor()
  await page.getByText('The ones you missed').waitFor()
  const papers: string[] = []
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/api\/v1\/attempts\/[^/]+$/.test(pathname)) papers.push(pathname)
  })
  const sitting = await testWindow(page, () =>
    page.getByRole('button', { name: 'Start Exam' }).click(),
  )
  await sitting.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  expect(papers, 'the window asks for no paper').toStrictEqual([])
  const id = new URL(sitting.url()).searchParams.get('attempt')
  const { paper } = await call(`/attempts/${id}`)
  const asked = paper.subjects.flatMap(({ questions }) => questions.map(({ _id }) => _id))
  expect(asked.sort()).toStrictEqual(wrong.sort())
})

test('a returning student is at the first question of the same test in three screens', async ({
  server,
  visit,
}) => {
  await submittedTest(server, { exam: 'jamb-utme', mode: 'practice', questions: 2 })
  const page = await student(visit)
  await page.getByRole('button', { name: 'Same again: JAMB UTME, Practice, 2019' }).first().click()
  await title(page, 'Start Exam').waitFor()
  const sitting = await testWindow(page, () =>
    page.getByRole('button', { name: 'Start Exam' }).click(),
  )
  await sitting.getByRole('heading', { name: 'Question 1 of 2' }).waitFor()
})

test('a question is reported from a running test, and listed with what comes of it', async ({
  server,
  visit,
}) => {
  const { path } = await startedTest(server, { exam: 'jamb-utme', mode: 'study' })
  const page = await student(visit)
  await page.goto(path)
  await page.getByRole('button', { name: 'This question is broken' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is wrong with it?').selectOption('typo')
  await dialog.getByLabel('In your own words').fill('"Ejike" is written in two ways.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('You have reported this question.').waitFor()
  await page.goto('/my-reports')
  const row = page.getByRole('row').filter({ hasText: '"Ejike" is written in two ways.' })
  await row.getByText('Under review').waitFor()
})

test('the tracker shows each mock as a bar and as a row, with its range in words', async ({
  server,
  visit,
}) => {
  const quizId = await submittedTest(server, { exam: 'jamb-utme', mode: 'mock' })
  const call = await server.api('student@sabi.test')
  const { quiz } = await call(`/get-result-data/${quizId}`)
  const { outOf400, colour } = quiz.score
  const range = { red: 'Red: below 200', yellow: 'Yellow: 200 to 299', green: 'Green: 300 to 400' }

  const page = await student(visit)
  await page.getByRole('link', { name: 'Mock Performance Tracker' }).click()
  await title(page, 'Mock Performance Tracker').waitFor()
  await page.getByRole('tab', { name: 'JAMB UTME Mock Performance' }).waitFor()
  await page.getByText('Show as a table').click()
  const row = page.getByRole('table', { name: 'Score of each mock' }).getByRole('row').nth(1)
  await row.getByText(`${outOf400} of 400`).waitFor()
  await row.getByText(range[colour ?? 'red']).waitFor()
  await page.getByRole('link', { name: new RegExp(`: ${outOf400} of 400, `) }).click()
  await page.waitForURL(new RegExp(`/practice-results/${quizId}`))
})
