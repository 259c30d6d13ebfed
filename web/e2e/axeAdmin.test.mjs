// Every screen of the back-office, as `look` looks at it.
import { test } from 'node:test'
import { submittedTest } from './attempts.mjs'
import { admin, biology } from './backOffice.mjs'
import { signIn, together, visit } from './harness.mjs'
import { look, title } from './look.mjs'
import { workbook, XLSX } from './workbook.mjs'

const house = together()

test('the back-office', async (t) => {
  const { page, context } = await visit(house)
  await signIn(page, admin, '/admin/login')
  await look(t, 'dashboard', page, page.getByText('Nothing is waiting. Well done.'))
  await page.goto('/admin/question-subjects')
  await look(t, 'question bank', page, page.getByRole('link', { name: 'View Biology' }))
  await page.goto('/admin/question-subjects?view=grid')
  await look(t, 'the bank as a grid', page, page.getByRole('link', { name: /^Biology, 2019: / }))
  await page.goto('/admin/question-subjects')
  await page.getByRole('link', { name: 'View Biology' }).click()
  const sections = page.getByRole('link', { name: 'View topics and sections of 2019' })
  await look(t, 'years', page, sections)
  await sections.click()
  const all = page.getByRole('link', { name: 'View all questions', exact: true })
  await look(t, 'topics and sections', page, all)
  await all.click()
  const questions = page.getByRole('table', { name: 'Questions' })
  await look(t, 'questions', page, questions)
  await questions
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await look(t, 'delete', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await questions.locator('tbody button').first().click()
  await look(t, 'question', page, page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Import Questions', exact: true }).click()
  const file = page.getByLabel(/^Workbook/)
  await look(t, 'import here', page, file)
  await page.goto('/admin/questions/import')
  await page.getByRole('button', { name: 'Preview' }).click()
  await look(t, 'import', page, page.getByText('Choose a workbook'))
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
  await look(t, 'import preview', page, page.getByRole('region', { name: 'Problems' }))
  await page.getByRole('button', { name: 'Confirm import' }).click()
  await look(t, 'imported', page, page.getByRole('heading', { name: 'Imported' }))
  await context.close()
})

test('the screens that no declaration spells', async (t) => {
  const { call, exam, subject, year: of2019, topic, section } = await biology(house.server)
  const { data: bank } = await call('/admin/question-subjects')
  const student = await house.server.api('student@sabi.test')
  const { user } = await student('/me')
  const exams = (await student('/exam-types')).data
  const junior = exams.find(({ slug }) => slug === 'jsce-bece')._id
  const plans = (await student(`/get-subscriptions/${junior}`)).data
  const plan = plans.find(({ price }) => price > 0)._id
  const { data: payment } = await student('/payments/initialize', {
    method: 'POST',
    json: { subscriptionId: plan, examId: junior },
  })
  const theory = await submittedTest(house.server, {
    exam: 'wassce-waec-ssce',
    mode: 'practice',
    kind: 'theory',
  })
  const asked = bank.flatMap(({ subjects }) => subjects).find((one) => one.totalTheories > 0)._id
  const years = await call(`/admin/subject-years/${asked}`)
  const year = years.data.find((one) => one.totalTheoriesByYear > 0)._id
  const theories = `/theories/all/${asked}/${year}`
  const [written] = (await call(`/admin/theories/${asked}/${year}/all`)).data
  const { page, context } = await visit(house)
  await signIn(page, admin, '/admin/login')
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
  ]) {
    await page.goto(`/admin${path}`)
    await look(t, path, page, title(page, name))
  }
  await context.close()
})
