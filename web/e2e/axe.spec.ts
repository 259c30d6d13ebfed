// Every screen of visitors and students, as `look` looks at it.

import { findIn } from './api.ts'
import { startedTest, submittedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { test } from './fixtures.ts'
import { look, next, title } from './look.ts'
import { figures, pickExam, signIn } from './steps.ts'

test('visitors', async ({ page }) => {
  const at = async (name: string, path: string, heading: string | RegExp) => {
    await page.goto(path)
    await look(name, page, title(page, heading))
  }
  await at('home', '/', /./)
  await at('login', '/login', 'Log in')
  await page.getByRole('button', { name: 'Login' }).click()
  await look('login with errors', page, page.getByText('Email is required'))
  await at('admin login', '/admin/login', 'Admin login')
  await at('no such page', '/nowhere', 'Page Not Found')
})

test('the way to a test', async ({ page }) => {
  const choose = (name: string) => page.getByText(name, { exact: true }).click()
  await signIn(page)
  await look('dashboard', page, page.getByText('Select Exam Type'))
  await page.locator('summary', { hasText: 'Select Exam Type' }).click()
  await look('choice of exam', page, page.getByRole('group', { name: 'Select Exam Type' }))
  await page.goto('/exams')
  await look('exams', page, page.getByText('Select Exam Type'))
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await look('menu', page, page.getByRole('navigation', { name: 'Main' }))
  await page.goto('/calculator')
  await look('calculator', page, title(page, 'Calculator'))

  await page.goto('/exams')
  await pickExam(page, 'WASSCE (WAEC)')
  await next(page)
  // One of its subjects is registered, which is enough for a test.
  await page.getByRole('link', { name: 'Go To Exam' }).click()
  await look('exam type', page, title(page, 'Choose Exam Type'))

  await page.goto('/dashboard')
  await pickExam(page, 'JAMB UTME')
  await next(page)
  await look('mode of assessment', page, title(page, 'Mode of Assessment'))
  await choose('Practice')
  await next(page)
  await choose('Use of English')
  await choose('Mathematics')
  await page.getByRole('button', { name: '2019', exact: true }).click()
  await next(page)
  await look('registered subjects', page, page.getByText('Please select time.'))
  await page.getByLabel('Time', { exact: true }).fill('45')
  await next(page)
  await look('topics', page, title(page, 'Select Topics'))
  await next(page)
  await look('start', page, title(page, 'Start Exam'))

  await page.goto('/mode-of-assessment')
  await choose('Mock')
  await next(page)
  await page.getByRole('button', { name: 'Start Mock' }).click()
  await look('instructions', page, page.getByText('Please agree to the terms.'))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Start Mock' }).click()
  await page.waitForURL(/start-mock/)
  await look('start of a mock', page, title(page, 'Start Mock'))
})

test('the start screen', async ({ page }) => {
  const pick = (name: string) => page.locator('label').filter({ hasText: name }).first().click()
  await signIn(page, { at: '/practise' })
  await look('start screen', page, page.getByRole('button', { name: 'Start', exact: true }))
  await pick('Practice')
  await page.getByText(/^More options/).click()
  await page.getByText('All topics').first().waitFor()
  await look('more options', page, page.getByLabel('Power-safe timer'))
  await pick('Mock')
  await look('start of a mock', page, page.getByText(/^All your registered subjects/))
  // Of an exam that the student holds nothing of.
  await page.goto('/practise?exam=post-utme')
  await page.getByRole('radio', { name: 'University of Lagos', checked: true }).waitFor()
  await pick('Sciences')
  await page
    .getByText(/^Subjects: /)
    .first()
    .waitFor()
  await pick('Computer Science')
  await look('first time', page, page.getByRole('button', { name: /^Start free/ }))
})

test('the test window', async ({ student: page, server }) => {
  const context = page.context()
  const study = await startedTest(server, { exam: 'jamb-utme', mode: 'study' })
  await page.goto(study.path)
  const open = page.getByRole('heading', { name: /^Question 1 of/ })
  await open.waitFor()
  await look('question with a passage', page, open)
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Mark for Review' }).click()
  await look('choice marked', page, page.getByRole('region', { name: 'Answer' }))
  await page.keyboard.press('n')
  await page.getByRole('switch', { name: 'Let me think first' }).click()
  await page.getByRole('button', { name: 'View Answer' }).click()
  await look('answer shown', page, page.getByText('Correct answer', { exact: false }))
  await page.getByRole('tab', { name: 'Mathematics' }).click()
  await look('mathematics', page, page.locator('.katex'))
  await page.keyboard.press('s')
  await look('submit', page, page.getByRole('dialog'))
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Calculator' }).click()
  await look('calculator', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Keys' }).click()
  await look('keys', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await context.setOffline(true)
  await page.keyboard.press('a')
  await look('offline', page, page.getByText('Offline: kept on this device'))
  await context.setOffline(false)
  // The page is not left while it sends its answers.
  await page.locator('[data-status=saved]').waitFor()

  const both = await startedTest(server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'both',
  })
  await page.goto(both.path)
  await page.getByRole('tab', { name: 'SUBJECTIVE' }).click()
  await look('theory', page, page.getByRole('textbox'))

  // The same window has an address for each kind of test.
  const { exam, _id } = study.attempt
  for (const kind of ['mock-exam', 'objective-exam', 'theories-exam']) {
    await page.goto(`/${kind}/${exam._id}?attempt=${_id}`)
    await look(kind, page, page.getByRole('heading', { name: /^Question 1 of/ }))
  }
  await page.goto(study.path.replace('objective', 'theories'))
  await look('theories', page, page.getByRole('heading', { name: /^Question 1 of/ }))
  await page.goto(study.path.replace('objective-questions', 'list-questions'))
  await look('list of questions', page, page.getByRole('heading', { name: 'All questions' }))

  await page.goto('/dashboard')
  await look('dashboard with running tests', page, page.getByText('Continue your test'))
  await page.goto('/objective-questions')
  await look('no test chosen', page, page.getByText('No test is open here'))
})

test('results', async ({ student: page, server }) => {
  await page.goto('/results')
  await look('no results', page, page.getByText('No records found'))
  const jamb = await submittedTest(server, { exam: 'jamb-utme', mode: 'mock' })
  const practice = await submittedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  const theory = await submittedTest(server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  await page.goto('/results')
  await look('results', page, page.getByRole('link', { name: /View Result/ }))
  await page.goto(`/practice-results/${jamb}`)
  await look('result of a mock', page, page.getByRole('region', { name: 'Score' }))
  await figures(page).click()
  await look('figures of a mock', page, page.getByRole('region', { name: 'Answers' }))
  await page.goto(`/practice-results/${practice}`)
  await look('result of a practice', page, page.getByRole('region', { name: 'Score' }))
  await figures(page).click()
  await look('figures of a practice', page, page.getByRole('region', { name: 'Answers' }))
  await page.goto(`/practice-results-view/${practice}`)
  await look('corrections', page, page.getByRole('heading', { name: 'Question 1', exact: true }))
  await page.getByRole('button', { name: 'Report this question' }).first().click()
  await look('report of a question', page, page.getByRole('dialog'))
  await page.goto('/my-reports')
  await look('reported questions', page, title(page, 'Questions you reported'))
  const call = await server.api('student@sabi.test')
  const { data: exams } = await call('/me/exams')
  await page.goto(`/to-learn/${findIn(exams, ({ slug }) => slug === 'jamb-utme')._id}`)
  await look('nothing to learn', page, page.getByText('Nothing here right now.'))
  await page.goto(`/theories-grade/${theory}`)
  await look('own grades', page, page.getByRole('button', { name: 'Submit grades' }))
  await page.goto('/mock-score')
  await look('mock tracker', page, page.getByRole('heading', { name: 'By subject' }))
  await page.getByText('Show as a table').click()
  await look('mock tracker as a table', page, page.getByRole('table'))
  await page.goto('/dashboard')
  await look('home', page, page.getByText('Your last tests'))
  await page.goto(`/theories-results/${theory}`)
  await look('theory result', page, page.getByText(/under consideration/))
  await page.goto(`/theories-results-view/${theory}`)
  await look('theory corrections', page, page.getByText('Model answer'))
})
