// Every screen of visitors and students, as `look` looks at it.
import { test } from 'node:test'
import { startedTest, submittedTest } from './attempts.mjs'
import { figures, phone, pickExam, signIn, together, visit } from './harness.mjs'
import { look, next, title } from './look.mjs'

const house = together()

test('visitors', async (t) => {
  const { page, context } = await visit(house)
  const at = async (name, path, heading) => {
    await page.goto(path)
    await look(t, name, page, title(page, heading))
  }
  await at('home', '/', /./)
  await at('login', '/login', 'Log in')
  await page.getByRole('button', { name: 'Login' }).click()
  await look(t, 'login with errors', page, page.getByText('Email is required'))
  await at('admin login', '/admin/login', 'Admin login')
  await at('no such page', '/nowhere', 'Page Not Found')
  await context.close()
})

test('the way to a test', async (t) => {
  const { page, context } = await visit(house)
  const choose = (name) => page.getByText(name, { exact: true }).click()
  await signIn(page)
  await look(t, 'dashboard', page, page.getByText('Select Exam Type'))
  await page.locator('summary', { hasText: 'Select Exam Type' }).click()
  await look(t, 'choice of exam', page, page.getByRole('group', { name: 'Select Exam Type' }))
  await page.goto('/exams')
  await look(t, 'exams', page, page.getByText('Select Exam Type'))
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await look(t, 'menu', page, page.getByRole('navigation', { name: 'Main' }))
  await page.goto('/calculator')
  await look(t, 'calculator', page, title(page, 'Calculator'))

  await page.goto('/exams')
  await page.getByRole('radio', { name: /WASSCE/ }).check({ force: true })
  await next(page)
  // One of its subjects is registered, which is enough for a test.
  await page.getByRole('link', { name: 'Go To Exam' }).click()
  await look(t, 'exam type', page, title(page, 'Choose Exam Type'))

  await page.goto('/dashboard')
  await pickExam(page, 'JAMB UTME')
  await next(page)
  await look(t, 'mode of assessment', page, title(page, 'Mode of Assessment'))
  await choose('Practice')
  await next(page)
  await choose('Use of English')
  await choose('Mathematics')
  await page.getByRole('button', { name: '2019', exact: true }).click()
  await next(page)
  await look(t, 'registered subjects', page, page.getByText('Please select time.'))
  await page.getByLabel('Time', { exact: true }).fill('45')
  await next(page)
  await look(t, 'topics', page, title(page, 'Select Topics'))
  await next(page)
  await look(t, 'start', page, title(page, 'Start Exam'))

  await page.goto('/mode-of-assessment')
  await choose('Mock')
  await next(page)
  await page.getByRole('button', { name: 'Start Mock' }).click()
  await look(t, 'instructions', page, page.getByText('Please agree to the terms.'))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Start Mock' }).click()
  await page.waitForURL(/start-mock/)
  await look(t, 'start of a mock', page, title(page, 'Start Mock'))
  await context.close()
})

test('the start screen', async (t) => {
  const { page, context } = await visit(house)
  const pick = (name) => page.locator('label').filter({ hasText: name }).first().click()
  await signIn(page)
  await page.goto('/practise')
  await look(t, 'start screen', page, page.getByRole('button', { name: 'Start', exact: true }))
  await pick('Practice')
  await page.getByText(/^More options/).click()
  await page.getByText('All topics').first().waitFor()
  await look(t, 'more options', page, page.getByLabel('Power-safe timer'))
  await pick('Mock')
  await look(t, 'start of a mock', page, page.getByText(/^All your registered subjects/))
  // Of an exam that the student holds nothing of.
  await page.goto('/practise?exam=post-utme')
  await page.getByRole('radio', { name: 'University of Lagos', checked: true }).waitFor()
  await pick('Sciences')
  await page
    .getByText(/^Subjects: /)
    .first()
    .waitFor()
  await pick('Computer Science')
  await look(t, 'first time', page, page.getByRole('button', { name: /^Start free/ }))
  await context.close()
})

test('the test window', async (t) => {
  const { page, context } = await visit(house)
  await signIn(page)
  const study = await startedTest(house.server, { exam: 'jamb-utme', mode: 'study' })
  await page.goto(study.path)
  const open = page.getByRole('heading', { name: /^Question 1 of/ })
  await open.waitFor()
  await look(t, 'question with a passage', page, open)
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Mark for Review' }).click()
  await page.getByRole('button', { name: 'View Answer' }).click()
  await look(t, 'answer shown', page, page.getByText('Correct answer', { exact: false }))
  await page.getByRole('tab', { name: 'Mathematics' }).click()
  await look(t, 'mathematics', page, page.locator('.katex'))
  await page.keyboard.press('s')
  await look(t, 'submit', page, page.getByRole('dialog'))
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Calculator' }).click()
  await look(t, 'calculator', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Keys' }).click()
  await look(t, 'keys', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await context.setOffline(true)
  await page.keyboard.press('a')
  await look(t, 'offline', page, page.getByText('Offline: kept on this device'))
  await context.setOffline(false)

  const both = await startedTest(house.server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'both',
  })
  await page.goto(both.path)
  await page.getByRole('tab', { name: 'SUBJECTIVE' }).click()
  await look(t, 'theory', page, page.getByRole('textbox'))

  // The same window has an address for each kind of test.
  const { exam, _id } = study.attempt
  for (const kind of ['mock-exam', 'objective-exam', 'theories-exam']) {
    await page.goto(`/${kind}/${exam._id}?attempt=${_id}`)
    await look(t, kind, page, page.getByRole('heading', { name: /^Question 1 of/ }))
  }
  await page.goto(study.path.replace('objective', 'theories'))
  await look(t, 'theories', page, page.getByRole('heading', { name: /^Question 1 of/ }))
  await page.goto(study.path.replace('objective-questions', 'list-questions'))
  await look(t, 'list of questions', page, page.getByRole('heading', { name: 'All questions' }))

  await page.goto('/dashboard')
  await look(t, 'dashboard with running tests', page, page.getByText('Resume your test'))
  await page.goto('/objective-questions')
  await look(t, 'no test chosen', page, page.getByText('No test is open here'))
  await context.close()
})

test('results', async (t) => {
  const { page, context } = await visit(house)
  await signIn(page)
  await page.goto('/results')
  await look(t, 'no results', page, page.getByText('No records found'))
  const jamb = await submittedTest(house.server, { exam: 'jamb-utme', mode: 'mock' })
  const practice = await submittedTest(house.server, { exam: 'jamb-utme', mode: 'practice' })
  const theory = await submittedTest(house.server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  await page.goto('/results')
  await look(t, 'results', page, page.getByRole('link', { name: /View Result/ }))
  await page.goto(`/practice-results/${jamb}`)
  await look(t, 'result of a mock', page, page.getByRole('region', { name: 'Score' }))
  await figures(page).click()
  await look(t, 'figures of a mock', page, page.getByRole('region', { name: 'Answers' }))
  await page.goto(`/practice-results/${practice}`)
  await look(t, 'result of a practice', page, page.getByRole('region', { name: 'Score' }))
  await figures(page).click()
  await look(t, 'figures of a practice', page, page.getByRole('region', { name: 'Answers' }))
  await page.goto(`/practice-results-view/${practice}`)
  await look(t, 'corrections', page, page.getByRole('heading', { name: 'Question 1', exact: true }))
  await page.getByRole('button', { name: 'Report this question' }).first().click()
  await look(t, 'report of a question', page, page.getByRole('dialog'))
  await page.goto('/my-reports')
  await look(t, 'reported questions', page, title(page, 'Questions you reported'))
  await page.goto(`/theories-grade/${theory}`)
  await look(t, 'own grades', page, page.getByRole('button', { name: 'Submit grades' }))
  await page.goto('/mock-score')
  await look(t, 'mock tracker', page, page.getByRole('heading', { name: 'By subject' }))
  await page.getByText('Show as a table').click()
  await look(t, 'mock tracker as a table', page, page.getByRole('table'))
  await page.goto('/dashboard')
  await look(t, 'home', page, page.getByText('Your last tests'))
  await page.goto(`/theories-results/${theory}`)
  await look(t, 'theory result', page, page.getByText(/under consideration/))
  await page.goto(`/theories-results-view/${theory}`)
  await look(t, 'theory corrections', page, page.getByText('Model answer'))
  await context.close()
})
