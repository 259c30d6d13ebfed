// Languages as subjects: every letter of the Yoruba, Hausa and Igbo alphabets, tone marks included, is
// drawn in the typeface of the text around it, and Arabic is read from right to left, wherever a
// question is shown.
import { startedTest, submittedTest } from './attempts.ts'
import { admin } from './backOffice.ts'
import { phone } from './browser.ts'
import { expect, type Locator, type Page, test } from './fixtures.ts'
import { settled } from './look.ts'
import { signIn } from './steps.ts'

/** Vowels and syllabic nasals with each tone (high, low, middle), as the orthographies write them. */
const toned = (letters: string[], tones: string[]) =>
  letters.flatMap((letter) => tones.map((tone) => (letter + tone).normalize('NFC'))).join(' ')
const both = (text: string) => `${text} ${text.toUpperCase()}`

const alphabets = {
  Yoruba: both(
    `a b d e ẹ f g gb h i j k l m n o ọ p r s ṣ t u w y ${toned(
      ['a', 'e', 'ẹ', 'i', 'o', 'ọ', 'u', 'm', 'n'],
      ['', '\u0301', '\u0300', '\u0304'],
    )}`,
  ),
  Hausa: both(
    `a b ɓ c d ɗ e f g h i j k ƙ l m n o r r̃ s sh t ts u w y ƴ z ʼ ${toned(
      ['a', 'e', 'i', 'o', 'u'],
      ['\u0300', '\u0302', '\u0304'],
    )}`,
  ),
  Igbo: both(
    `a b ch d e f g gb gh gw h i ị j k kp kw l m n ṅ nw ny o ọ p r s sh t u ụ v w y z ${toned(
      ['a', 'e', 'i', 'ị', 'o', 'ọ', 'u', 'ụ', 'm', 'n'],
      ['', '\u0301', '\u0300', '\u0304'],
    )}`,
  ),
}
const arabic = 'ما معنى كلمة «كتاب»؟'

/** The typefaces in which the glyphs of an element are drawn. */
async function typefaces(page: Page, element: Locator) {
  const session = await page.context().newCDPSession(page)
  const mark = `m${Math.random()}`
  await element.evaluate((one, mark) => one.setAttribute('data-measured', mark), mark)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const selector = `[data-measured="${mark}"]`
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.filter(({ glyphCount }) => glyphCount > 0).map(({ familyName }) => familyName)
}

/** Where the letters of an element begin and end, and where it does itself. */
const edges = (element: Locator) =>
  element.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()]
    return { left: text.left - box.left, right: box.right - text.right }
  })

async function isReadFromTheRight(element: Locator, where: string) {
  const { left, right } = await edges(element)
  expect(right, `${where}: ${left} px before it, ${right} px after it`).toBeLessThan(2)
  expect(left, `${where}: ${left} px before it, ${right} px after it`).toBeGreaterThan(right)
}

/** Replaces what the server sends of a question. */
const foreign = (question: { question: string; options: { option: string }[] }, stem: string) => {
  question.question = `<p>${stem}</p>`
  question.options[0].option = arabic
  question.options[1].option = alphabets.Igbo
}

test('the test window', async ({ server, visit }) => {
  const started = await startedTest(server, {
    ...{ exam: 'jamb-utme', mode: 'study', questions: 6 },
  })
  const { page } = await visit({ viewport: phone })
  // All at once: a test that was opened keeps its paper on the device.
  const stem = [...Object.values(alphabets), arabic].join('</p><p>')
  await page.route(`**/api/v1/attempts/${started.attempt._id}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    foreign(json.paper.subjects[0].questions[0], stem)
    await route.fulfill({ response, json })
  })
  await signIn(page, { at: started.path })
  const question = page.getByRole('region', { name: 'Question', exact: true })
  await question.waitFor()
  // Until its fonts are there, text is drawn in others.
  await settled(page)
  for (const [language, letters] of Object.entries(alphabets)) {
    // Not the passage above it.
    const text = question.locator('p', { hasText: letters.slice(0, 20) })
    const found = await typefaces(page, text)
    expect(found.length, `${language} is drawn in ${found.join(' and ')}`).toBe(1)
    expect(found).toStrictEqual(await typefaces(page, page.getByRole('heading', { level: 1 })))
  }
  await isReadFromTheRight(question.locator('p', { hasText: arabic }), 'the question')
  if (process.env.SABI_PICTURES) {
    await question.screenshot({ path: `${process.env.SABI_PICTURES}/letters.png` })
  }
  const options = question.getByRole('radiogroup').locator('label [dir]')
  await isReadFromTheRight(options.nth(0), 'an Arabic option')
  const { left } = await edges(options.nth(1))
  expect(left, 'an Igbo option is read from the left').toBeLessThan(2)
})

test('corrections and the preview of the back office', async ({ server, visit }) => {
  const quiz = await submittedTest(server, {
    ...{ exam: 'jamb-utme', mode: 'practice', questions: 5 },
  })
  const student = await visit({ viewport: phone })
  await student.page.route('**/api/v1/get-result-data-view/**', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const { results } of json.subjectResults) {
      for (const question of results) {
        foreign(question, arabic)
        question.description = `<p>${arabic}</p><p>An explanation in English.</p>`
      }
    }
    await route.fulfill({ response, json })
  })
  await signIn(student.page, { at: `/practice-results-view/${quiz}` })
  const first = student.page.getByRole('region', { name: 'Question 1', exact: true })
  await isReadFromTheRight(first.locator('p', { hasText: arabic }).first(), 'a corrected question')
  await isReadFromTheRight(first.locator('li [dir]').first(), 'a corrected option')
  const [from, to] = [
    first.locator('p', { hasText: 'ما' }),
    first.locator('p', { hasText: 'An e' }),
  ]
  await isReadFromTheRight(from.last(), 'an Arabic explanation')
  expect((await edges(to)).left, 'the English sentence below it begins at the left').toBeLessThan(2)

  const office = await visit()
  const { page } = office
  await signIn(page, { as: admin, at: '/admin' })
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/admin/questions/all/all/all/all/all?page=1&limit=1')
    return (await answer.json()).data[0]._id
  })
  await page.goto(`/admin/questions/${id}`)
  await page.getByRole('textbox', { name: 'Question' }).first().fill(arabic)
  const preview = page.getByRole('region', { name: 'As the student sees it' })
  await isReadFromTheRight(preview.getByText(arabic).first(), 'the preview')
})
