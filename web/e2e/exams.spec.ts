// Each of the four exams from /register to /mock-score, with real clicks: the mail's link, a plan,
// subjects, a test by year and topic, a mock, its theory graded by its student, and the charts.

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { desktop, phone, type Viewport } from './browser.ts'
import { expect, type Page, test, type Visit } from './fixtures.ts'
import { next, title } from './look.ts'
import { button, chooseCountry, field, linkTo, password, toast } from './people.ts'
import type { Server } from './server.ts'
import { figures, pickCard, pickExam, testWindow } from './steps.ts'

const secret = 'Kano-mango-41'
// The demo has subjects and questions of JAMB UTME and WASSCE alone.
test.beforeAll(async ({ server }) => {
  const at = (name: string) => path.join(server.data, name)
  const subject = (name: string, topics: string[]) => `
      - title: ${name}
        courses: [Computer Science]
        mandatory: true
        mockQuestions: 4
        status: true
        topics: [${topics.map((topic) => `{ title: ${topic}, status: true }`).join(', ')}]`
  await writeFile(
    at('exams.yaml'),
    `exams:
  - title: JSCE (BECE)
    subjects:${subject('Basic Science', ['Living things', 'Matter'])}
  - title: POST UTME
    subjects:${subject('English', ['Lexis', 'Structure'])}
`,
  )
  const rows = (topics: string[]) =>
    topics.flatMap((topic) =>
      Array.from(
        { length: 7 },
        (_, i) => `Which is number ${i + 1} of ${topic}?,Yes,No,A,${topic}`,
      ),
    )
  const head = 'question,option1,option2,rightAnswer,topic\n'
  await writeFile(at('bece.csv'), head + rows(['Living things', 'Matter']).join('\n'))
  await writeFile(at('post.csv'), head + rows(['Lexis', 'Structure']).join('\n'))
  await writeFile(
    at('theories.csv'),
    'question,answer,detailedAnswer\nWhat is a cell?,The unit of life,All that lives is made of cells.\n',
  )
  const { cli } = server
  await cli('import', 'catalogue', at('exams.yaml'))
  const bece = ['--exam', 'jsce-bece', '--subject', 'Basic Science', '--year', '2021']
  await cli('import', 'questions', at('bece.csv'), ...bece)
  await cli('import', 'theories', at('theories.csv'), ...bece)
  const post = ['--exam', 'post-utme', '--subject', 'English', '--year', '2021']
  await cli('import', 'questions', at('post.csv'), ...post, '--university', 'University of Lagos')
})

test('JAMB UTME: a paid plan, study of a topic, and a mock of all subjects', async ({
  server,
  visit,
}) => {
  const { page } = await registered(server, visit, 'Ngozi', desktop)
  await chooseExam(page, 'JAMB UTME')
  await pay(page, 'Monthly', '₦1,000')
  await register(page, { course: 'Computer Science', subjects: ['Mathematics', 'Physics'] })
  await title(page, 'Choose Exam Type').waitFor()
  await next(page)
  const study = await begin(page, {
    ...{ mode: 'Study', subjects: ['Mathematics'], year: 2019, questions: 3 },
  })
  await study.getByRole('switch', { name: 'Let me think first' }).click()
  await study.getByRole('button', { name: 'View Answer' }).click()
  await study.getByText('Correct answer').first().waitFor()
  await answer(study, 3)
  await handIn(study, '3 of 3 answered.')
  await counted(study, 3)

  await goToExam(page, 'JAMB UTME')
  await next(page)
  const mock = await begin(page, { mode: 'Mock' })
  await mock.getByRole('heading', { name: 'Question 1 of 60' }).waitFor()
  await mock.getByRole('tab', { name: 'Physics' }).click()
  await answer(mock, 2)
  await handIn(mock, '2 of 140 answered.')
  await counted(mock, 140)
  await mock.getByText(/of 400 counts all questions equally/).waitFor()
  await charted(mock, 'JAMB UTME', /of 400$/)
})

test('WAEC: practice of its theory, and a mock of both kinds, each graded by its student', async ({
  server,
  visit,
}) => {
  const { page, call } = await registered(server, visit, 'Kwame', phone)
  await chooseExam(page, 'WASSCE (WAEC)')
  await pay(page, 'Yearly', '₦5,000')
  await register(page, { course: 'Microbiology', subjects: [] })
  await title(page, 'Choose Exam Type').waitFor()
  await choose(page, 'Theory')
  await next(page)
  const practice = await begin(page, {
    ...{ mode: 'Practice', subjects: ['Mathematics'], year: 2019, questions: 2, time: '15 min' },
  })
  await practice.getByRole('textbox', { name: /Your answer/ }).fill('2x = 8, so x = 4.')
  await handIn(practice, '1 of 2 answered.')
  const quizId = await grade(practice, '75% High Work Accuracy')
  const { quiz } = await call(`/get-result-data/${quizId}`)
  // An empty answer counts as zero.
  expect(quiz.totalAvgGrade).toBe(37.5)
  await practice
    .getByRole('region', { name: 'Score' })
    .getByText('37.5%', { exact: true })
    .waitFor()

  await goToExam(page, 'WASSCE (WAEC)')
  await choose(page, 'Objective and Theory')
  await next(page)
  const mock = await begin(page, { mode: 'Mock', subjects: ['Mathematics'] })
  await answer(mock, 2)
  await write(mock, '2x = 8, so x = 4.')
  await handIn(mock, /^3 of \d+ answered\.$/)
  await grade(mock, '50% Moderate Work Accuracy')
  await mock.getByText(/ right, theory [\d.]+% by your own grades$/).waitFor()
  await charted(mock, 'WAEC', /%$/)
})

test('BECE: the free trial, practice of a topic, and a mock with theory', async ({
  server,
  visit,
}) => {
  const { page } = await registered(server, visit, 'Chidi', phone)
  await chooseExam(page, 'JSCE (BECE)')
  await title(page, 'Subscription plans').waitFor()
  await pickCard(page, /^Trial/)
  await button(page, 'Start free').click()
  await toast(page, 'Subscription plan subscribed successfully.')
  // There is neither a category nor a course.
  await register(page, { subjects: [] })
  await title(page, 'Choose Exam Type').waitFor()
  await choose(page, 'Objective')
  await next(page)
  const practice = await begin(page, {
    ...{ mode: 'Practice', subjects: ['Basic Science'], year: 2021, time: '15 min' },
    topic: 'Matter',
    trial: 10,
  })
  await answer(practice, 3)
  await handIn(practice, '3 of 3 answered.')
  await counted(practice, 3)

  await goToExam(page, 'JSCE (BECE)')
  await choose(page, 'Objective and Theory')
  await next(page)
  const mock = await begin(page, { mode: 'Mock sample', subjects: ['Basic Science'] })
  await answer(mock, 4)
  await write(mock, 'The unit of life.')
  await handIn(mock, '5 of 5 answered.')
  await grade(mock, '100% Appropriate Methodology')
  await mock.getByText(/ of 4 right, theory 100% by your own grades$/).waitFor()
  await charted(mock, 'BECE', /%$/)
})

test('POST UTME: a university, practice of a topic, and a mock', async ({ server, visit }) => {
  const { page } = await registered(server, visit, 'Bola', desktop)
  await chooseExam(page, 'POST UTME')
  await title(page, 'University').waitFor()
  await choose(page, 'University of Lagos')
  await next(page)
  await pay(page, 'Monthly', '₦1,000')
  await register(page, { course: 'Computer Science', subjects: [] })
  await title(page, 'Choose Exam Type').waitFor()
  await next(page)
  const practice = await begin(page, {
    ...{ mode: 'Practice', subjects: ['English'], year: 2021, questions: 5, time: '30 min' },
    topic: 'Lexis',
  })
  await answer(practice, 5)
  await handIn(practice, '5 of 5 answered.')
  await counted(practice, 5)

  await goToExam(page, 'POST UTME')
  await next(page)
  const mock = await begin(page, { mode: 'Mock', subjects: ['English'] })
  await answer(mock, 4)
  await handIn(mock, '4 of 4 answered.')
  await counted(mock, 4)
  await charted(mock, 'POST UTME', /%$/)
})

const choose = (page: Page, name: string) => page.getByText(name, { exact: true }).click()

/** Registers, opens the link of the mail, and logs in for the first time. */
async function registered(server: Server, visit: Visit, name: string, viewport: Viewport) {
  const email = `${name.toLowerCase()}@sabi.test`
  const { page } = await visit({ viewport })
  await page.goto('/register')
  await field(page, 'First name').fill(name)
  await field(page, 'Last name').fill('Eze')
  await field(page, 'Email').fill(email)
  await page.getByText('Add more (optional)').click()
  await chooseCountry(page, 'Country', 'ghana')
  await chooseCountry(page, 'Dial code', '234')
  await field(page, 'Mobile number').fill('0803 000 0000')
  await page.getByRole('textbox', { name: /^Date of birth/ }).fill('03/04/2005')
  await password(page, 'Password').fill(secret)
  await password(page, 'Confirm password').fill(secret)
  await page.getByRole('checkbox').check()
  await button(page, 'Register').click()
  await page.waitForURL(/\/login$/)
  // The toast goes after five seconds, and all of the page may take longer.
  await page.goto(await linkTo(server, 'activate-account', email), { waitUntil: 'commit' })
  await toast(page, 'Account activated successfully')
  await title(page, `Welcome, ${name}`).waitFor()
  return { page, call: await server.api(email, secret) }
}

async function chooseExam(page: Page, name: string) {
  if (!page.url().endsWith('/dashboard')) await page.goto('/dashboard')
  await pickExam(page, name)
  await next(page)
}

async function pay(page: Page, plan: string, price: string) {
  await title(page, 'Subscription plans').waitFor()
  await pickCard(page, new RegExp(`^${plan}`))
  await button(page, `Pay ${price}`).click()
  await page.getByRole('heading', { name: 'Payment sandbox' }).waitFor()
  await button(page, 'Approve the payment').click()
  await toast(page, 'Subscription plan subscribed successfully.')
}

/** Registers these subjects beside the mandatory ones, and goes on to a test of the exam. */
async function register(page: Page, { course, subjects }: { course?: string; subjects: string[] }) {
  if (course) {
    await title(page, 'Category').waitFor()
    await choose(page, 'Sciences')
    await next(page)
    await title(page, 'Course').waitFor()
    await choose(page, course)
    await next(page)
  }
  await title(page, 'Course Subjects').waitFor()
  for (const subject of subjects) await choose(page, subject)
  await next(page)
  await button(page, 'Yes').click()
  await toast(page, 'Subject registered successfully.')
  await title(page, 'Registered Subjects').waitFor()
  await page.getByRole('button', { name: /^Go To Exam/ }).click()
}

/** To the same exam again, where only some subjects are registered. */
async function goToExam(page: Page, name: string) {
  await chooseExam(page, name)
  await page.getByRole('link', { name: 'Go To Exam' }).click()
  await title(page, 'Choose Exam Type').waitFor()
}

type Setup = {
  mode: string
  subjects?: string[]
  year?: number
  questions?: number
  time?: string
  topic?: string
  /** How many questions the trial plan allows. */
  trial?: number
}

/** From the mode of assessment to the window of the test. */
async function begin(
  page: Page,
  { mode, subjects = [], year, questions, time, topic, trial }: Setup,
) {
  await title(page, 'Mode of Assessment').waitFor()
  await choose(page, mode)
  await next(page)
  if (subjects.length > 0) {
    await title(page, 'Registered Subjects').waitFor()
    for (const subject of subjects) await choose(page, subject)
    if (year) await page.getByRole('button', { name: String(year), exact: true }).click()
    if (trial) await page.getByText(`Your trial plan allows ${trial} questions per test.`).waitFor()
    if (questions) await page.getByLabel('Questions per subject').fill(String(questions))
    if (time) await button(page, time).click()
    await next(page)
  }
  if (mode.startsWith('Mock')) {
    await title(page, 'Instruction for Candidates').waitFor()
    await page.getByRole('checkbox', { name: /agree to the terms/ }).check()
    await button(page, 'Start Mock').click()
    await title(page, 'Start Mock').waitFor()
    return testWindow(page, () => button(page, 'Start Mock').click())
  }
  await title(page, 'Select Topics').waitFor()
  if (topic) {
    await page.getByText('Change', { exact: true }).click()
    await page.getByRole('checkbox', { name: /^Select all of/ }).uncheck()
    await page.getByRole('checkbox', { name: topic, exact: true }).check()
  }
  await next(page)
  await title(page, 'Start Exam').waitFor()
  return testWindow(page, () => button(page, 'Start Exam').click())
}

/** Answers the first questions on screen, one after another. */
async function answer(window: Page, count: number) {
  for (let n = 1; n <= count; n++) {
    await window.getByRole('heading', { name: new RegExp(`^Question ${n} of`) }).waitFor()
    await window.locator('[role=radiogroup] label').first().click()
    if (n < count) await button(window, 'Next').click()
  }
}

async function write(window: Page, text: string) {
  await window.getByRole('tab', { name: 'SUBJECTIVE' }).click()
  await window.getByRole('textbox', { name: /Your answer/ }).fill(text)
}

async function handIn(window: Page, said: string | RegExp) {
  await button(window, 'Submit Test').click()
  await window.getByText(said).waitFor()
  await button(window, /^Yes, submit/).click()
}

/** The result names this many questions, each of which is right, wrong or unseen. */
async function counted(window: Page, questions: number) {
  await window.waitForURL(/\/practice-results\//)
  await figures(window).click()
  const answers = window.getByRole('region', { name: 'Answers' })
  await answers.waitFor()
  const [right, wrong, unseen, all] = (await answers.locator('dd').allInnerTexts()).map(Number)
  expect(all).toBe(questions)
  expect(right + wrong + unseen).toBe(questions)
}

/** Gives the answer that was written this grade; gives the id of the result. */
async function grade(window: Page, step: string) {
  await window.waitForURL(/\/theories-grade\//)
  await window.getByText(/^Your result is under consideration/).waitFor()
  const send = button(window, 'Submit grades')
  await send.click()
  await window.getByText('Please review and grade all questions to submit.').waitFor()
  await window
    .getByRole('radio', { name: new RegExp(`^${step}`) })
    .first()
    .check()
  await send.click()
  // The toast goes after five seconds, and the page may take longer.
  await toast(window, 'Result graded successfully')
  await window.waitForURL(/\/theories-results\//)
  return new URL(window.url()).pathname.split('/').at(-1)
}

/** The tracker has a tab of the exam alone, with a bar for the mock. */
async function charted(window: Page, exam: string, score: string | RegExp) {
  const menu = button(window, 'Open menu')
  if (await menu.isVisible()) await menu.click()
  await window.getByRole('link', { name: 'Mock Performance Tracker' }).click()
  await title(window, 'Mock Performance Tracker').waitFor()
  await window.getByRole('tab', { name: `${exam} Mock Performance` }).waitFor()
  expect(await window.getByRole('tab').count()).toBe(1)
  await window.getByText('Show as a table').click()
  const rows = window.getByRole('table', { name: 'Score of each mock' }).locator('tbody tr')
  await rows.getByText(score).first().waitFor()
  expect(await rows.count()).toBe(1)
}
