// An editor pastes a page of Word with an equation, a list and pictures, one of which has to be
// chosen.
import { biology, picture, press, toast } from './backOffice.ts'
import { expect, type Locator, test } from './fixtures.ts'
import { eventually } from './patience.ts'

let place: Awaited<ReturnType<typeof biology>>
test.beforeAll(async ({ server }) => {
  place = await biology(server)
})

/** Pastes these texts, by kind, into the box that has the cursor. */
const paste = (box: Locator, texts: Record<string, string>) =>
  box.evaluate((element, texts) => {
    const clipboardData = new DataTransfer()
    for (const [kind, text] of Object.entries(texts)) clipboardData.setData(kind, text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    element.dispatchEvent(event)
  }, texts)

const item = (marker: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span><![endif]>${text}</p>`

test('a page of Word comes whole, and says what is missing', async ({ admin: page }) => {
  await page.goto(`${place.questions}`)
  await page
    .getByRole('link', { name: /^Edit: / })
    .first()
    .click()
  const box = page.getByRole('textbox', { name: 'Explanation', exact: true })
  await box.click()
  await page.keyboard.press('ControlOrMeta+A')
  const hex = picture('a.png').buffer.toString('hex')
  await paste(box, {
    'text/html': `<html><body><p class=MsoNormal>Then <!--[if gte msEquation 12]><m:oMath><m:sSup><m:e><m:r>x</m:r></m:e><m:sup><m:r>2</m:r></m:sup></m:sSup></m:oMath><![endif]--><![if !msEquation]><img src="file:///C:/eq.png"><![endif]></p>${item('1.', 'First')}${item('2.', 'Second')}<p><img src="file:///C:/clip_image001.png"></p></body></html>`,
    'text/rtf': `{\\rtf1{\\pict\\picw8\\pngblip ${hex}}}`,
  })
  await box.locator('img[src^="/uploads/"]').waitFor()
  // Shown as a formula while it is edited.
  await eventually(async () => {
    expect(await box.locator('.katex annotation').first().textContent()).toBe('x^2')
    expect(await box.locator('ol > li').allInnerTexts()).toStrictEqual(['First', 'Second'])
  })

  // A picture that the clipboard does not hold, and no other host gives.
  await page.keyboard.press('ControlOrMeta+End')
  await paste(box, { 'text/html': '<p>Seen</p><p><img src="https://127.0.0.1:9/none.png"></p>' })
  await page.getByText('Not pasted: 1 picture.').waitFor()
  await press(page, 'Save')
  await page.getByText('A picture is missing. Choose it below the text, or remove it.').waitFor()
  await page.getByLabel('Choose picture 1').setInputFiles(picture('chosen.png'))
  await page.getByText('Not pasted: 1 picture.').waitFor({ state: 'detached' })
  // Save waits for nothing: while the picture is uploaded it says so.
  await box.locator('img[src^="/uploads/"]').nth(1).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-2) ?? ''
  await press(page, 'Save')
  await toast(page, 'Question updated successfully')
  const { data } = await place.read(id)
  expect(data.description.match(/<img[^>]+src="\/uploads\//g)?.length).toBe(2)
  expect(data.description).toMatch(/\\\(x\^2\\\)/)
  expect(data.description).toMatch(/<ol><li><p>First<\/p><\/li><li><p>Second<\/p><\/li><\/ol>/)
})
