// The forms below a parent and of the bank, on a computer and on a phone: topics of a subject,
// a question with its picture, a linked group, a theory question.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { desktop, launch, phone, signIn, startServer, visit } from './harness.mjs'

/** A small green square. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGMQKfbAihiGlgQAK/QzwVz/+joAAAAASUVORK5CYII=',
  'base64',
)
const picture = { name: 'figure.png', mimeType: 'image/png', buffer: png }
const email = 'admin@sabi.test'
let server
let browser
let place
before(async () => {
  server = await startServer()
  browser = await launch()
  place = await biology()
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

/** JAMB's Biology of 2019, and a section of it that has questions. */
async function biology() {
  const call = await server.api(email)
  const { data } = await call('/admin/question-subjects')
  const jamb = data.find(({ examSlug }) => examSlug === 'jamb-utme')
  const subject = jamb.subjects.find(({ title }) => title === 'Biology')._id
  const years = await call(`/admin/subject-years/${subject}`)
  const year = years.data.find((one) => one.year === 2019)._id
  const topics = await call('/admin/question-topic-sections', {
    method: 'POST',
    json: { subjectId: subject, yearId: year },
  })
  const topic = topics.data.find(({ topicSections }) =>
    topicSections.some(({ totalQuestions }) => totalQuestions > 0),
  )
  const section = topic.topicSections.find(({ totalQuestions }) => totalQuestions > 0)
  return {
    subject,
    questions: `/admin/questions/${section._id}/${subject}/${year}/${topic._id}`,
    theories: `/admin/theories/${section._id}/${subject}/${year}`,
    read: (id) => call(`/admin/questions/${subject}/${year}/${id}`),
    find: (q) => call(`/admin/questions/${subject}/all/${year}/all/all?q=${encodeURIComponent(q)}`),
  }
}

async function at(viewport, path) {
  const { page, context } = await visit(browser, server, { viewport })
  await signIn(page, email, '/admin/login')
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor()
  await page.goto(path)
  return { page, context }
}

const press = (page, name) => page.getByRole('button', { name, exact: true }).click()
const named = (page, name) => page.locator('tbody tr').filter({ hasText: name })
const toast = (page, words) =>
  page.locator('.mantine-Notification-root').getByText(words, { exact: true }).first().waitFor()

/** Writes into an editor, by the keyboard. */
async function write(page, scope, name, text) {
  const box = scope.getByRole('textbox', { name, exact: true })
  await box.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** These words describe the input that has the cursor. */
async function isWrong(page, words) {
  await page.waitForFunction((wanted) => {
    const focused = document.activeElement
    if (focused?.getAttribute('aria-invalid') !== 'true') return false
    const ids = (focused.getAttribute('aria-describedby') ?? '').split(' ')
    return ids.some((id) => document.getElementById(id)?.textContent?.includes(wanted))
  }, words)
}

/** Axe finds nothing serious, and nothing is wider than the window. */
async function clean(page, where) {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true], .mantine-Notification-root') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
  assert.deepEqual(bad, [], where)
  const wide = await page.evaluate(
    () => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth,
  )
  assert.ok(wide <= 0, `${where} is ${wide} px too wide`)
}

async function deleteRow(page, name, toasted) {
  await page.getByRole('button', { name: `Delete: ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm to submit' })
  await dialog.getByRole('button', { name: 'Yes', exact: true }).click()
  await toast(page, toasted)
  await named(page, name).waitFor({ state: 'detached' })
}

for (const [device, viewport] of Object.entries({ desktop, phone })) {
  test(`topics of a subject on a ${device}`, async () => {
    const { page, context } = await at(viewport, '/admin/subjects?q=Biology')
    await page
      .getByRole('link', { name: /^View topics of Biology, JAMB UTME/ })
      .first()
      .click()
    await page.waitForURL(`**/admin/topics/${place.subject}`)
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await trail.getByRole('link', { name: 'Subjects' }).waitFor()
    await trail.getByRole('link', { name: /^Biology/ }).waitFor()
    await clean(page, 'topics')

    await page.getByRole('link', { name: 'Add topic' }).click()
    await press(page, 'Add topic')
    await isWrong(page, 'Title is required')
    const name = `Fungi ${device}`
    await page.getByRole('textbox', { name: 'Title' }).fill(name)
    await press(page, 'Add topic')
    await toast(page, 'Topic successfully added.')
    await page.waitForURL(`**/admin/topics/${place.subject}`)
    await page.getByRole('link', { name: `Edit: ${name}` }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(`${name} and moulds`)
    await press(page, 'Save')
    await toast(page, 'Topic updated successfully')
    await deleteRow(page, `${name} and moulds`, 'Topic deleted successfully')
    await context.close()
  })

  test(`a question on a ${device}`, async () => {
    const { page, context } = await at(viewport, place.questions)
    await page.getByRole('link', { name: 'Add question' }).click()
    await page.getByRole('textbox', { name: 'Option A' }).waitFor()
    await press(page, 'Add question')
    await isWrong(page, 'Title is required')
    await clean(page, 'add question')
    const stem = `Which organ pumps blood on a ${device}?`
    await page.getByRole('textbox', { name: 'Title' }).fill('Circulation')
    await write(page, page, 'Question', stem)
    await write(page, page, 'Option A', 'Lung')
    await write(page, page, 'Option B', 'Lung')
    await page.getByRole('radio', { name: 'A', exact: true }).check()
    await page.getByRole('radio', { name: 'B', exact: true }).check()
    await page.getByLabel(/^Picture/).setInputFiles(picture)
    await page.getByText('New picture: figure.png').waitFor()
    await press(page, 'Add question')
    await isWrong(page, 'This option is the same as another one')
    await write(page, page, 'Option B', 'Heart')
    await press(page, 'Add question')
    await toast(page, 'Question successfully added.')
    await page.waitForURL(`**${place.questions}`)

    const [made] = (await place.find(stem)).data
    assert.match(made.logo, /^\/uploads\//)
    const key = made.options.find(({ _id }) => _id === made.correctAns)
    assert.match(key.option, /Heart/)

    await page.getByRole('searchbox').fill(stem)
    await page.waitForURL(/q=Which/)
    await page.getByRole('link', { name: `Edit: ${stem}` }).click()
    await page.getByRole('textbox', { name: 'Option B' }).waitFor()
    const clear = page.getByRole('button', { name: 'Picture: Clear' })
    await clear.focus()
    await page.keyboard.press('Enter')
    await page.getByText('The picture goes when you save.').waitFor()
    const keep = page.getByRole('button', { name: 'Picture: Keep the present one' })
    assert.equal(await keep.evaluate((one) => one === document.activeElement), true)
    await page.keyboard.press('Enter')
    await clear.waitFor()
    await page.keyboard.press('Enter')
    await write(page, page, 'Option B', 'The heart')
    await clean(page, 'edit question')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await press(page, 'Stay')
    await press(page, 'Save')
    await toast(page, 'Question updated successfully')
    await page.waitForURL(/q=Which/)
    const { data: changed } = await place.read(made._id)
    assert.equal(changed.logo, null)
    assert.equal(changed.correctAns, changed.options[1]._id)
    await deleteRow(page, stem, 'Question deleted successfully')
    await context.close()
  })

  test(`a linked group on a ${device}`, async () => {
    const { page, context } = await at(viewport, place.questions)
    await page.getByRole('link', { name: 'Add question' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(`Group on a ${device}`)
    await page.getByRole('switch', { name: /^Linked/ }).check({ force: true })
    await write(page, page, 'Passage', `A passage for a ${device}.`)
    await press(page, 'Add another question')
    for (const n of [1, 2]) {
      const entry = page.getByRole('group', { name: `Question ${n}`, exact: true })
      await write(page, entry, 'Question', `Linked ${n} on a ${device}`)
      await write(page, entry, 'Option A', 'Yes')
      await write(page, entry, 'Option B', n === 1 ? 'No' : 'Yes')
      await entry.getByRole('radio', { name: 'A', exact: true }).check()
    }
    await clean(page, 'a linked group')
    await press(page, 'Add question')
    await isWrong(page, 'This option is the same as another one')
    const second = page.getByRole('group', { name: 'Question 2', exact: true })
    await write(page, second, 'Option B', 'No')
    await press(page, 'Add question')
    await toast(page, 'Question successfully added.')
    const found = await place.find(`on a ${device}`)
    const linked = found.data.filter(({ question }) => question.includes(`Linked`))
    assert.equal(linked.length, 2)
    assert.ok(linked.every(({ group }) => group !== null && group === linked[0].group))
    await context.close()
  })

  test(`a theory question on a ${device}`, async () => {
    const { page, context } = await at(viewport, place.theories)
    await page.getByRole('link', { name: 'Add theory question' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill(`Essay on a ${device}`)
    await write(page, page, 'Question', `Describe osmosis on a ${device}.`)
    await write(page, page, 'Answer', 'Water moves.')
    await press(page, 'Add theory question')
    await isWrong(page, 'Detailed Answer is required')
    await write(page, page, 'Detailed Answer', 'Water moves through a membrane.')
    await clean(page, 'add theory')
    await press(page, 'Add theory question')
    await toast(page, 'Theory successfully added.')
    await page.waitForURL(`**${place.theories}`)
    const name = `Describe osmosis on a ${device}.`
    await page.getByRole('link', { name: `Edit: ${name}` }).click()
    await write(page, page, 'Answer', 'Water moves by itself.')
    await press(page, 'Save')
    await toast(page, 'Theory updated successfully')
    await deleteRow(page, name, 'Theory deleted successfully')
    await context.close()
  })
}
