// From a spreadsheet to a result: a bank comes in on the command line while the server
// runs; a student sits a test of it in the browser and reads what became of it.

import { expect, test } from './fixtures.ts'
import { next, title } from './look.ts'
import { bank } from './server.ts'
import { figures, pickExam, recount, testWindow } from './steps.ts'

const YEAR = '2020'

test('a workbook becomes a test, and the test a result', async ({ student: page, server }) => {
  const file = bank('jamb-mathematics-2019.xlsx')
  const { stdout } = await server.cli(
    ...['import', 'questions', file, '--exam', 'jamb-utme', '--subject', 'Mathematics'],
    ...['--year', YEAR, '--json'],
  )
  const imported = JSON.parse(stdout)
  expect(imported.new, stdout).toBeGreaterThan(40)
  expect(imported.problems).toStrictEqual([])

  await pickExam(page, 'JAMB UTME')
  await next(page)
  await title(page, 'Mode of Assessment').waitFor()
  await page.getByText('Practice', { exact: true }).click()
  await next(page)

  await title(page, 'Registered Subjects').waitFor()
  await page.getByText('Mathematics', { exact: true }).click()
  await page.getByLabel('Year', { exact: true }).fill(YEAR)
  await page.getByText(`Mathematics: ${imported.new} questions`).waitFor()
  await page.getByLabel('Questions per subject').fill('12')
  await page.getByLabel('Time', { exact: true }).fill('30')
  await next(page)

  await title(page, 'Select Topics').waitFor()
  await next(page)
  await page.getByRole('heading', { name: 'Start Exam' }).waitFor()
  const sitting = await testWindow(page, () =>
    page.getByRole('button', { name: 'Start Exam' }).click(),
  )

  const chosen: Record<number, number> = {}
  const answer = async (number: number, option: number) => {
    await sitting.getByRole('button', { name: new RegExp(`^Question ${number},`) }).click()
    await sitting.getByRole('heading', { name: `Question ${number} of 12` }).waitFor()
    await sitting.locator('[role=radiogroup] label').nth(option).click()
    chosen[number] = option
  }
  for (const [number, option] of [
    [1, 0],
    [2, 1],
    [3, 2],
    [5, 3],
    [6, 0],
  ]) {
    await answer(number, option)
  }
  await sitting.getByText(/^Saved \d\d:\d\d$/).waitFor()

  await sitting.reload()
  await sitting.getByText('5 of 12 answered').waitFor()
  for (const [number, option] of [
    [8, 1],
    [2, 3],
    [12, 2],
  ])
    await answer(number, option)
  await sitting.getByRole('button', { name: 'Submit Test' }).click()
  await sitting.getByText('7 of 12 answered.').waitFor()
  await sitting.getByRole('button', { name: /^Yes, submit/ }).click()
  await sitting.waitForURL(/\/practice-results\//)

  const quizId = new URL(sitting.url()).pathname.split('/').at(-1)
  const read = await server.api('student@sabi.test')
  const view = await read(`/get-result-data-view/${quizId}`)
  const own = recount(view)
  const [{ results }] = view.subjectResults
  expect(own.questions).toBe(12)
  expect(own.unseen).toBe(5)
  for (const [index, { options, resultData }] of results.entries()) {
    expect(resultData.answered?._id, `question ${index + 1}`).toBe(options[chosen[index + 1]]?._id)
  }

  await figures(sitting).click()
  const answers = sitting.getByRole('region', { name: 'Answers' })
  await answers.waitFor()
  expect(await answers.locator('dd').allInnerTexts()).toStrictEqual([
    ...[own.right, own.wrong, own.unseen, own.questions].map(String),
  ])
  await sitting.getByRole('link', { name: 'View Corrections' }).click()
  await sitting.getByRole('heading', { name: 'Corrections: Practice' }).waitFor()
  await sitting.getByRole('heading', { name: 'Question 12' }).waitFor()
  expect(await sitting.getByText('Explanation', { exact: true }).count()).toBe(12)
  expect(
    await sitting.locator('[data-outcome=correct]').count(),
    'as many marked correct as the recount finds',
  ).toBe(own.right)
})
