// An editor's day: a bank with a picture is imported, three of its questions are corrected one
// after another, a similar question is shown while one is typed, a wrong key is corrected after a
// look at the results it changes, a student's report is answered, and the year is exported.
import { readFile } from 'node:fs/promises'
import { findIn } from './api.ts'
import { startedTest } from './attempts.ts'
import { biology, open, picture, press, title, toast, write } from './backOffice.ts'
import { expect, test } from './fixtures.ts'
import type { Server } from './server.ts'
import { hasFocus } from './steps.ts'
import { workbook, XLSX } from './workbook.ts'

const rows = [
  ['question', 'option1', 'option2', 'option3', 'option4', 'right answer', 'answerDesc', 'image'],
  [
    'Which part of a flower makes pollen?',
    'Anther',
    'Stigma',
    'Ovule',
    'Sepal',
    'A',
    '',
    'flower.png',
  ],
  [
    'What share of offspring is recessive, if both parents are heterozygous?',
    '\\(\\frac{1}{4}\\)',
    '\\(\\frac{1}{2}\\)',
    '\\(\\frac{3}{4}\\)',
    'None',
    'A',
    '',
    '',
  ],
  [
    'Which blood cells fight infection?',
    'Red cells',
    'White cells',
    'Platelets',
    'Plasma',
    'B',
    '',
    '',
  ],
  ['Which option is missing here?', 'One', 'Two', '', 'Four', 'C', '', ''],
]

test('from the file to the file', async ({ admin: page, server }) => {
  // In.
  await open(page, 'Import questions')
  await page.getByLabel('Exam').selectOption('JAMB UTME')
  await page.getByLabel('Subject').selectOption('Biology')
  await page.getByLabel('Year').selectOption('2018')
  const file = { name: 'biology.xlsx', mimeType: XLSX, buffer: workbook(rows) }
  await page.getByLabel('Workbook').setInputFiles(file)
  await page.getByLabel('Pictures').setInputFiles(picture('flower.png'))
  await press(page, 'Preview')
  const problems = page.getByRole('region', { name: 'Problems' }).locator('tbody tr')
  await problems.first().waitFor()
  expect(await problems.count(), 'a row is named once').toBe(1)
  expect(await problems.locator('li').allInnerTexts()).toStrictEqual([
    'option3 Option 3 is empty, but option 4 is given.',
  ])
  await press(page, 'Confirm import')
  // By the keyboard: a toast that appears under a mouse stays as long as the mouse is on it.
  await page.getByRole('link', { name: 'View questions' }).press('Enter')
  const list = page.getByRole('table', { name: 'Questions' })
  await list.getByRole('img', { name: 'Picture' }).waitFor()
  await list.locator('.katex').or(page.getByText('What share of')).first().waitFor()

  // Three questions corrected, without the way over the list.
  await list.getByRole('link', { name: /^Edit: Which part of a flower/ }).click()
  for (const n of [1, 2, 3]) {
    await page.getByText(`Question ${n} of 3 in the list`).waitFor()
    await write(page, page, 'Explanation', `Because ${n}.`)
    await press(page, n < 3 ? 'Save and next' : 'Save')
    if (n < 3) await toast(page, 'Question updated successfully')
  }
  await list.waitFor()
  const call = await server.api('admin@sabi.test')
  const [, , subjectId, yearId] = new URL(page.url()).pathname.split('/').slice(2)
  const { data } = await call(`/admin/questions/${subjectId}/all/${yearId}/all/all`)
  expect(data.map(({ description }) => description.replace(/<[^>]*>/g, ''))).toStrictEqual([
    'Because 1.',
    'Because 2.',
    'Because 3.',
  ])
  expect(data[0].logo).toMatch(/^\/uploads\//)

  // The same question again, with another ending.
  await page.getByRole('link', { name: 'Add question' }).click()
  await write(page, page, 'Question', 'Which blood cells fight infections?')
  await page.getByText('Is this question already in the bank?').waitFor()
  await page.getByText(/^Question 1 of 1$/).waitFor()
  const seen = page.getByRole('region', { name: 'As the student sees it' })
  await seen.getByText('Which blood cells fight infections?').waitFor()

  // A wrong key, once it is known whom it moves.
  const { question, chosen } = await answeredWrongly(server)
  page.on('dialog', (dialog) => dialog.accept().catch(() => undefined))
  await page.goto(`/admin/questions/${question._id}`)
  await title(page, 'Edit question').waitFor()
  await press(page, 'Correct the answer key')
  const dialog = page.getByRole('dialog', { name: 'Correct the answer key' })
  await dialog.getByRole('radio').nth(chosen).check()
  await dialog.getByRole('button', { name: 'Preview the changes' }).click()
  await dialog.getByText('1 result has this question.').waitFor()
  expect(await dialog.locator('tbody tr').count()).toBe(1)
  expect((await read(server, question)).correctAns, 'a look changes nothing').toBe(
    question.correctAns,
  )
  await dialog.getByRole('button', { name: 'Correct the key' }).click()
  await toast(page, 'Key corrected. 1 result was re-marked.')
  expect((await read(server, question)).correctAns).toBe(question.options[chosen]._id)
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('cell', { name: 'Key corrected' }).waitFor()
  await page.getByRole('tab', { name: 'Answers and use' }).click()
  await page.getByText('In results', { exact: true }).waitFor()

  // A student reports a wrong explanation; it is corrected, and the student reads so.
  const { asStudent, words, stem } = await reported(server)
  await open(page, 'Question reports')
  const report = page
    .getByRole('region', { name: /^Report \d+: Question/ })
    .filter({ hasText: words })
  await report.getByRole('link', { name: 'Edit the question' }).click()
  await title(page, 'Edit question').waitFor()
  await page.getByRole('region', { name: 'As the student sees it' }).getByText(stem).waitFor()
  await write(page, page, 'Explanation', 'By photosynthesis.')
  await press(page, 'Save')
  await toast(page, 'Question updated successfully')
  await open(page, 'Question reports')
  await report.getByLabel('Your answer to the student').fill('It has been corrected. Thank you.')
  await report.getByRole('button', { name: 'Accept', exact: true }).click()
  await report.waitFor({ state: 'detached' })
  const { data: own } = await asStudent('/me/reports')
  expect(own.map((one) => [one.words, one.state, one.answer])).toStrictEqual([
    [words, 'accepted', 'It has been corrected. Thank you.'],
  ])

  // Out.
  await page.goto(`/admin/bank/export/${subjectId}/${yearId}`)
  // A workbook leaves the picture behind.
  await page.getByRole('table', { name: 'What does not fit this format' }).waitFor()
  await page.getByLabel('Format', { exact: true }).selectOption('Aiken')
  await page.locator('a[href*="format=aiken"]').waitFor()
  await page.getByRole('table', { name: 'What does not fit this format' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download anyway' }).click()
  const aiken = await readFile(await (await download).path(), 'utf8')
  expect(aiken).toMatch(/Which blood cells fight infection\?/)
})

const read = async (server: Server, { _id }: { _id: string }) => {
  const call = await server.api('admin@sabi.test')
  return (await call(`/admin/questions/all/all/${_id}`)).data
}

/** A student's report of a question from their test. */
async function reported(server: Server) {
  const { call, attempt, paper } = await startedTest(server, {
    exam: 'jamb-utme',
    mode: 'practice',
  })
  const questions = paper.subjects.flatMap(({ questions }) => questions)
  const question = findIn(questions, ({ question }) => !question.includes('\\('))
  const answered = [{ question: question._id, answer: question.options[0]._id }]
  await call('/submit-result', { method: 'POST', json: { attemptId: attempt._id, answered } })
  const words = 'The explanation speaks of something else.'
  const json = { question: question._id, reason: 'typo', words }
  await call('/reports', { method: 'POST', json })
  const stem = question.question.replace(/<[^>]*>/g, '').slice(0, 20)
  return { asStudent: call, words, stem }
}

/** A question of a result that a student answered with another option than the key. */
async function answeredWrongly(server: Server) {
  const { call, attempt, paper } = await startedTest(server, {
    exam: 'jamb-utme',
    mode: 'practice',
  })
  const questions = paper.subjects.flatMap(({ questions }) => questions)
  const answered = questions.map(({ _id, options }) => ({ question: _id, answer: options[1]._id }))
  await call('/submit-result', { method: 'POST', json: { attemptId: attempt._id, answered } })
  for (const one of questions) {
    const question = await read(server, one)
    if (question.correctAns !== question.options[1]._id) return { question, chosen: 1 }
  }
  throw new Error('every key is B')
}

test('a question with a formula is written with at most 25 keys beside its text, and the next one follows', async ({
  admin: page,
  server,
}) => {
  const place = await biology(server)
  await page.goto(place.questions)
  await page.getByRole('link', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Option A' }).waitFor()
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  const isAt = (role: 'textbox' | 'radio', name: string) =>
    page.getByRole(role, { name, exact: true }).evaluate((one) => one === document.activeElement)
  const tabTo = async (role: 'textbox' | 'radio', name: string) => {
    for (let n = 0; n < 20 && !(await isAt(role, name)); n += 1) await key('Tab')
    expect(await isAt(role, name), `Tab reaches ${name}`).toBeTruthy()
  }
  const stemField = page.getByRole('textbox', { name: 'Question', exact: true })
  await stemField.click()
  const stems = ['Which gas do plants take in?', 'Which gas do plants give off?']
  for (const [n, stem] of stems.entries()) {
    keys = 0
    await page.keyboard.type(`${stem} `)
    await key('Alt+=')
    const dialog = page.getByRole('dialog', { name: 'Formula' })
    await dialog.getByRole('img', { name: 'Preview' }).waitFor()
    await hasFocus(dialog.getByRole('textbox'))
    await page.keyboard.type('\\frac{3}{4}')
    await key('Enter')
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(stemField)
    for (const [at, option] of ['Oxygen', 'Carbon dioxide', 'Neon', 'Helium'].entries()) {
      await tabTo('textbox', `Option ${'ABCD'[at]}`)
      await page.keyboard.type(option)
    }
    await tabTo('radio', 'A')
    await key(n === 0 ? 'ArrowDown' : 'Space')
    await tabTo('textbox', 'Explanation')
    await page.keyboard.type('Leaves take in carbon dioxide and give off oxygen in the light.')
    await key('ControlOrMeta+Shift+Enter')
    expect(keys, `${keys} keys`).toBeLessThanOrEqual(25)
    await toast(page, 'Question successfully added.')
    await page.waitForFunction(
      () =>
        document.activeElement?.getAttribute('aria-label') === 'Question' &&
        !document.activeElement.textContent?.trim(),
    )
    const [made] = (await place.find(stem)).data
    expect(made.title.startsWith(stem), made.title).toBe(true)
    expect(made.question).toBe(`<p>${stem} \\(\\frac{3}{4}\\)</p>`)
    const right = findIn(made.options, ({ _id }) => _id === made.correctAns)
    expect(right.option).toMatch(n === 0 ? /Carbon dioxide/ : /Oxygen/)
  }
  // The formatting of a field is one shortcut away, and Escape leads back.
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await hasFocus(stemField)
  await page.keyboard.type('slanted')
  await page.locator('[aria-label="Question"] em', { hasText: 'slanted' }).waitFor()
})
