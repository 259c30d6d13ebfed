// Study marks a choice when it is made, the first one counts, and a bad network loses neither the
// choice nor its marking; a broken question is withdrawn from the result in the end.
import { type Choices, type Started, startedTest } from './attempts.ts'
import { admin } from './backOffice.ts'
import { expect, type Page, test } from './fixtures.ts'
import { eventually } from './patience.ts'
import { signIn } from './steps.ts'

const study: Choices = { exam: 'jamb-utme', mode: 'study', questions: 4 }
const question = (page: Page, number: number) =>
  page.getByRole('heading', { name: new RegExp(`^Question ${number} of`) }).waitFor()
const explanation = (page: Page) => page.getByRole('region', { name: 'Answer' })
const radio = (page: Page, index: number) => page.getByRole('radio').nth(index)

async function held({ call, attempt }: Started) {
  const { attempt: now } = await call(`/attempts/${attempt._id}`)
  return Object.fromEntries(now.answers.map(({ question, answer }) => [question, answer]))
}

test('a choice of study is marked at once, offline as soon as it can be', async ({
  page,
  context,
  server,
}) => {
  const started = await startedTest(server, study)
  await signIn(page, { at: started.path })
  await question(page, 1)
  const { questions } = started.paper.subjects[0]
  const chosen = (number: number, index: number) => questions[number - 1].options[index]._id
  const stem = (number: number) => questions[number - 1]._id

  await radio(page, 0).focus()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { checked: true }).count(), 'arrows choose nothing').toBe(0)
  await page.keyboard.press('Space')
  await explanation(page).getByText('Explanation').waitFor()
  await page.keyboard.press('a')
  expect(await radio(page, 1).isChecked(), 'the first choice counts').toBe(true)

  await page.keyboard.press('n')
  await question(page, 2)
  await context.setOffline(true)
  await page.keyboard.press('c')
  await page.getByText('Marked when you are online.').first().waitFor()
  await page.keyboard.press('d')
  expect(await explanation(page).count()).toBe(0)
  await context.setOffline(false)
  await explanation(page).waitFor()
  expect(await radio(page, 2).isChecked()).toBe(true)

  await page.keyboard.press('n')
  await question(page, 3)
  await page.getByRole('switch', { name: 'Let me think first' }).click()
  await page.keyboard.press('a')
  await page.keyboard.press('b')
  await page.reload()
  await question(page, 3)
  const thinks = page.getByRole('switch', { name: 'Let me think first' })
  await expect(thinks).toBeChecked()
  await page.getByRole('button', { name: 'View Answer' }).click()
  await explanation(page).waitFor()
  await page.getByRole('button', { name: 'Hide Answer' }).click()
  await eventually(async () =>
    expect(await held(started)).toStrictEqual({
      [stem(1)]: chosen(1, 1),
      [stem(2)]: chosen(2, 2),
      [stem(3)]: chosen(3, 1),
    }),
  )

  // The server holds by the first choice, whoever asks.
  const { attempt } = await started.call(`/attempts/${started.attempt._id}`)
  expect(attempt.marked.sort()).toStrictEqual([stem(1), stem(2)].sort())
  const { ignored } = await started.call(`/attempts/${started.attempt._id}/answers`, {
    method: 'PUT',
    json: {
      revision: attempt.revision,
      answers: [{ question: stem(1), answer: chosen(1, 0), at: null }],
    },
  })
  expect(ignored).toStrictEqual([stem(1)])

  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Yes, submit (Y)' }).click()
  await page.getByRole('heading', { level: 1, name: 'Result' }).waitFor()

  // A broken one is withdrawn, and the result says so.
  const back = await server.api(admin)
  const report = await back(`/admin/questions/${stem(2)}/withdrawn`, {
    method: 'PUT',
    json: { withdrawn: true },
  })
  expect(report.affected).toBe(1)
  await page.reload()
  await page.getByText('1 question was withdrawn; your score was calculated without it.').waitFor()
  await page.getByRole('link', { name: 'View Corrections' }).click()
  await page.getByText('This question was withdrawn. It does not count.').waitFor()
  await page
    .getByText(/^JAMB UTME, 2019, question \d+/)
    .first()
    .waitFor()
  await back(`/admin/questions/${stem(2)}/withdrawn`, { method: 'PUT', json: { withdrawn: false } })
})
