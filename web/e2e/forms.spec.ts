// The forms below a parent and of the bank, on a computer and on a phone: topics of a subject,
// a question with its picture, a linked group, a theory question.
import {
  biology,
  clean,
  deleted,
  isWrong,
  narrowed,
  picture,
  press,
  toast,
  write,
} from './backOffice.ts'
import { expect, onDevices, test } from './fixtures.ts'

let place: Awaited<ReturnType<typeof biology>>
test.beforeAll(async ({ server }) => {
  place = await biology(server)
})

test('topics of a subject', onDevices, async ({ admin: page, device }) => {
  await page.goto('/admin/subjects?q=Biology')
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
  await deleted(page, `${name} and moulds`, 'Topic deleted successfully')
})

test('a question', onDevices, async ({ admin: page, device }) => {
  await page.goto(place.questions)
  await page.getByRole('link', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Option A' }).waitFor()
  await press(page, 'Add question')
  await isWrong(page, 'Question is required')
  await clean(page, 'add question')
  const stem = `Which organ pumps blood on a ${device}?`
  await page.getByRole('textbox', { name: 'Title' }).fill('Circulation')
  await write(page, page, 'Question', stem)
  await write(page, page, 'Option A', 'Lung')
  await write(page, page, 'Option B', 'Lung')
  await page.getByRole('radio', { name: 'A', exact: true }).check()
  await page.getByRole('radio', { name: 'B', exact: true }).check()
  await page.getByLabel(/^Picture/).setInputFiles(picture('figure.png'))
  await page.getByText('New picture: figure.png').waitFor()
  await press(page, 'Add question')
  await isWrong(page, 'This option is the same as another one')
  await write(page, page, 'Option B', 'Heart')
  await press(page, 'Add question')
  await toast(page, 'Question successfully added.')
  await page.waitForURL(`**${place.questions}`)

  const [made] = (await place.find(stem)).data
  expect(made.logo).toMatch(/^\/uploads\//)
  const key = made.options.find(({ _id }) => _id === made.correctAns)
  expect(key?.option).toMatch(/Heart/)

  await page.getByRole('searchbox').fill(stem)
  await narrowed(page, 'q=Which')
  await page.getByRole('link', { name: `Edit: ${stem}` }).click()
  await page.getByRole('textbox', { name: 'Option B' }).waitFor()
  const clear = page.getByRole('button', { name: 'Picture: Clear' })
  await clear.focus()
  await page.keyboard.press('Enter')
  await page.getByText('The picture is removed when you save.').waitFor()
  const keep = page.getByRole('button', { name: 'Picture: Keep the current one' })
  expect(await keep.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await clear.waitFor()
  await page.keyboard.press('Enter')
  await write(page, page, 'Option B', 'The heart')
  await clean(page, 'edit question')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await press(page, 'Stay')
  await press(page, 'Save')
  await toast(page, 'Question updated successfully')
  await page.waitForFunction(() => location.search.includes('q=Which'))
  const { data: changed } = await place.read(made._id)
  expect(changed.logo).toBe(null)
  expect(changed.correctAns).toBe(changed.options[1]._id)
  await deleted(page, stem, 'Question deleted successfully')
})

test('a linked group', onDevices, async ({ admin: page, device }) => {
  await page.goto(place.questions)
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
  expect(linked.length).toBe(2)
  expect(linked.every(({ group }) => group !== null && group === linked[0].group)).toBe(true)
})

test('a theory question', onDevices, async ({ admin: page, device }) => {
  await page.goto(place.theories)
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
  await deleted(page, name, 'Theory deleted successfully')
})
