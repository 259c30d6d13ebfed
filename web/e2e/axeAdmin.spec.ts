// Every screen of the back-office, as `look` looks at it.

import { findIn } from './api.ts'
import { submittedTest } from './attempts.ts'
import { admin, biology } from './backOffice.ts'
import { test } from './fixtures.ts'
import { look, title } from './look.ts'
import { signIn } from './steps.ts'
import { workbook, XLSX } from './workbook.ts'

test('the back-office', async ({ admin: page }) => {
  await look('dashboard', page, page.getByText('Nothing is waiting. Well done.'))
  await page.goto('/admin/question-subjects')
  await look('question bank', page, page.getByRole('link', { name: 'View Biology' }))
  await page.goto('/admin/question-subjects?view=grid')
  await look('the bank as a grid', page, page.getByRole('link', { name: /^Biology, 2019: / }))
  await page.goto('/admin/question-subjects')
  await page.getByRole('link', { name: 'View Biology' }).click()
  const sections = page.getByRole('link', { name: 'View topics and sections of 2019' })
  await look('years', page, sections)
  await sections.click()
  const all = page.getByRole('link', { name: 'View all questions', exact: true })
  await look('topics and sections', page, all)
  await all.click()
  const questions = page.getByRole('table', { name: 'Questions' })
  await look('questions', page, questions)
  await questions
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await look('delete', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await questions.locator('tbody button').first().click()
  await look('question', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Import Questions', exact: true }).click()
  const file = page.getByLabel(/^Workbook/)
  await look('import here', page, file)
  await page.goto('/admin/questions/import')
  await page.getByRole('button', { name: 'Preview' }).click()
  await look('import', page, page.getByText('Choose a workbook'))
  await page.getByLabel('Exam').selectOption('JAMB UTME')
  await page.getByLabel('Subject').selectOption('Biology')
  await page.getByLabel('Year').selectOption('2020')
  const buffer = workbook([
    ['question', 'option A', 'option B', 'option C', 'option D', 'right answer'],
    ['Where is Kano?', 'North', 'East', 'South', 'West', 'A'],
    ['Which key is out of range?', 'one', 'two', 'three', 'four', 'Z'],
  ])
  await file.setInputFiles({ name: 'questions.xlsx', mimeType: XLSX, buffer })
  await page.getByRole('button', { name: 'Preview' }).click()
  await look('import preview', page, page.getByRole('region', { name: 'Problems' }))
  await page.getByRole('button', { name: 'Confirm import' }).click()
  await look('imported', page, page.getByRole('heading', { name: 'Imported' }))
})

test('the screens that no declaration spells', async ({ page, server }) => {
  const { call, exam, subject, year: of2019, topic, section } = await biology(server)
  const { data: bank } = await call('/admin/question-subjects')
  const student = await server.api('student@sabi.test')
  const { user } = await student('/me')
  const exams = (await student('/exam-types')).data
  const junior = findIn(exams, ({ slug }) => slug === 'jsce-bece')._id
  const plans = (await student(`/get-subscriptions/${junior}`)).data
  const plan = findIn(plans, ({ price }) => price > 0)._id
  const { data: payment } = await student('/payments/initialize', {
    method: 'POST',
    json: { subscriptionId: plan, examId: junior },
  })
  const theory = await submittedTest(server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  const asked = findIn(
    bank.flatMap(({ subjects }) => subjects),
    (one) => one.totalTheories > 0,
  )._id
  const years = await call(`/admin/subject-years/${asked}`)
  const year = findIn(years.data, (one) => one.totalTheoriesByYear > 0)._id
  const theories = `/theories/all/${asked}/${year}`
  const [written] = (await call(`/admin/theories/${asked}/${year}/all`)).data
  await signIn(page, { as: admin, at: '/admin' })
  for (const [path, name] of [
    ['/assessments/add', 'Add assessment'],
    ['/question-subjects/add', 'Add question subject'],
    [`/subject-years/edit/${exam}/${of2019}?subId=${subject}`, /./],
    [`/topic-sections/${topic}`, /./],
    [`/topic-sections/${topic}/add`, /./],
    [`/topic-sections/edit/${section}`, /./],
    ['/question-statistics', /./],
    ['/needs-a-look', /./],
    ['/bank/check', /./],
    ['/bank/stats', /./],
    [`/bank/export/${subject}/${of2019}`, /./],
    [theories, /./],
    [`/theories/edit/${asked}/${year}/${written._id}`, /./],
    ['/user-theories-exam', /./],
    [`/user-theories-exam/${theory}`, /./],
    ['/reports', /./],
    ['/student-subscriptions', /./],
    ['/student-registered-subjects', /./],
    [`/student-registered-subjects/update?user=${user._id}&exam=${exam}`, /./],
    ['/contactus', /./],
    ['/subscribenewsletter', /./],
    ['/mails', /./],
    ['/payments', /./],
    [`/payments/${payment.reference}`, /./],
    ['/audit', /./],
    ['/no-such-page', 'Page Not Found'],
  ] as const) {
    await page.goto(`/admin${path}`)
    await look(path, page, title(page, name))
  }
})
