// The public site's texts as an administrator keeps them, on a computer and on a phone: banners,
// news, testimonials, questions and instructions are added, found, changed and deleted, a page and
// the home page are changed.
import {
  admin,
  clean,
  deleted,
  isWrong,
  named,
  open,
  openList,
  picture,
  press,
  toast,
  write,
} from './backOffice.ts'
import { expect, onDevices, onPhone, type Page, test } from './fixtures.ts'

/**
 * The records to add: the address of their list, their name and text in the form, and the message.
 */
const entities = [
  {
    one: 'banner',
    many: 'Banners',
    list: '/admin/banners',
    name: 'Title',
    text: 'Description',
    wrong: 'Title is required',
    hasPicture: true,
    toasts: [
      'Banner successfully added.',
      'Banner updated successfully',
      'Banner deleted successfully',
    ],
    /** A button leads somewhere. */
    async more(page: Page) {
      await page.getByRole('textbox', { name: 'Button name' }).fill('Begin')
      await press(page, 'Add banner')
      const url = page.getByRole('textbox', { name: 'Button URL' })
      await isWrong(page, 'Button url is required', url)
      await url.fill('/exams')
    },
  },
  {
    one: 'news',
    many: 'News',
    list: '/admin/news-list',
    name: 'Title',
    text: 'Description',
    wrong: 'Title is required',
    hasPicture: true,
    toasts: ['News successfully added.', 'News updated successfully', 'News deleted successfully'],
  },
  {
    one: 'testimonial',
    many: 'Testimonials',
    list: '/admin/testimonials',
    name: 'Name',
    text: 'Description',
    wrong: 'Name is required',
    hasPicture: true,
    toasts: [
      'Testimonial successfully added',
      'Testimonial updated successfully',
      'Testimonial deleted successfully',
    ],
  },
  {
    one: 'FAQ',
    many: 'FAQs',
    list: '/admin/faqs',
    name: 'Question',
    text: 'Answer',
    wrong: 'Question field is required',
    toasts: [
      'FAQ successfully added.',
      'FAQ was successfully updated.',
      'FAQ deleted successfully',
    ],
  },
  {
    one: 'instruction',
    many: 'Instructions',
    list: '/admin/exam-instructions',
    text: 'Content',
    wrong: 'Content is required',
    toasts: [
      'Instruction successfully added.',
      'Instruction updated successfully',
      'Instruction deleted successfully.',
    ],
  },
]

// On a computer each is walked through with all other declared entities.
for (const entity of entities) {
  test(entity.many, onPhone, async ({ admin: page }) => {
    const { one, many, list, name, text, wrong, hasPicture, toasts, more } = entity
    await openList(page, many)

    await page.getByRole('link', { name: `Add ${one}` }).click()
    const editor = page.getByRole('textbox', { name: text, exact: true })
    await editor.waitFor()
    await press(page, `Add ${one}`)
    const first = page.getByRole('textbox', { name: name ?? text })
    // It closes after five seconds.
    if (one === 'FAQ') await toast(page, 'Please fix the validation errors')
    await isWrong(page, wrong, first)

    const called = name ? 'Made on a phone' : 'Written on a phone.'
    if (name) await first.fill(called)
    await write(page, page, text, 'Written on a phone.')
    if (hasPicture) {
      const image = page.getByLabel(/^Image/)
      await image.setInputFiles(picture('icon.svg'))
      await toast(page, 'Please select valid image.')
      await image.setInputFiles(picture('icon.png'))
      await page.getByText('New picture: icon.png').waitFor()
    }
    await more?.(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload image' }).click()
    await (await chooser).setFiles(picture('inside.png'))
    await editor.locator('img[src^="/uploads/"]').waitFor()
    await page.getByRole('switch', { name: /^Status(?!:)/ }).check({ force: true })
    await press(page, `Add ${one}`)
    await toast(page, toasts[0])
    await page.waitForURL(`**${list}`)
    const row = named(page, called)
    await row.getByText('Active', { exact: true }).waitFor()
    if (hasPicture) {
      expect(await row.locator('img').getAttribute('src')).toMatch(/^\/uploads\//)
    }

    await page.getByRole('link', { name: `Edit: ${called}` }).click()
    await editor.locator('img[src^="/uploads/"]').waitFor()
    expect(await editor.innerText()).toMatch(/Written on a phone/)
    if (hasPicture) {
      await press(page, 'Image: Clear')
      await page.getByText('The picture is removed when you save.').waitFor()
    }
    const changed = name ? called : 'Changed on a phone.'
    await write(page, page, text, 'Changed on a phone.')
    await press(page, 'Save')
    await toast(page, toasts[1])
    await page.waitForURL(`**${list}`)
    await named(page, changed).waitFor()
    if (hasPicture) await row.locator('img').waitFor({ state: 'detached' })
    await deleted(page, changed, toasts[2])
  })
}

test('a long question', onDevices, async ({ admin: page }) => {
  await openList(page, 'FAQs')
  await page.getByRole('link', { name: '+ Add FAQ', exact: true }).click()
  const question = page.getByRole('textbox', { name: 'Question' })
  await question.fill('w'.repeat(501))
  const answer = 'Quite long '.repeat(12)
  await write(page, page, 'Answer', answer)
  await press(page, 'Add FAQ')
  await isWrong(page, 'Question cannot exceed 500 characters', question)
  const asked = 'How long '.repeat(10)
  await question.fill(asked)
  await press(page, 'Add FAQ')
  await toast(page, 'FAQ successfully added.')
  const cut = `${asked.slice(0, 60)}...`
  await named(page, cut)
    .getByText(`${answer.slice(0, 100)}...`, { exact: true })
    .waitFor()
  await clean(page, 'a long question')
  await deleted(page, cut, 'FAQ deleted successfully')
})

test('a page', onDevices, async ({ admin: page, device }) => {
  await openList(page, 'Pages')
  expect(await page.getByRole('link', { name: /^Add/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  const edit = named(page, 'about-us').getByRole('link', { name: /^Edit/ })
  await edit.click()
  const heading = page.getByRole('textbox', { name: 'Page title' })
  await heading.fill('')
  await press(page, 'Save')
  await isWrong(page, 'Page title is required', heading)
  await heading.fill(`About Sabi on a ${device}`)
  await write(page, page, 'Content', `Read on a ${device}.`)
  await press(page, 'Save')
  await toast(page, 'Page updated successfully')
  await page.waitForURL('**/admin/pages')
  const shown = await page.request.get('/api/v1/page/about-us')
  const [{ page_title, content }] = (await shown.json()).data
  expect(page_title).toBe(`About Sabi on a ${device}`)
  expect(content).toMatch(new RegExp(`Read on a ${device}`))

  await edit.click()
  await page.getByRole('switch', { name: /^Status(?!:)/ }).uncheck({ force: true })
  await press(page, 'Save')
  await named(page, 'about-us').getByText('InActive', { exact: true }).waitFor()
  expect((await page.request.get('/api/v1/page/about-us')).status()).toBe(404)
  await edit.click()
  await page.getByRole('switch', { name: /^Status(?!:)/ }).check({ force: true })
  await press(page, 'Save')
  await named(page, 'about-us').getByText('Active', { exact: true }).waitFor()
})

test('the home page', onDevices, async ({ admin: page, device, server }) => {
  await open(page, 'Home page')
  const part = (name: string) => page.getByRole('group', { name, exact: true })
  const why = part('Why Choose Us').getByRole('textbox', { name: 'Heading', exact: true })
  await part('Achieve Your Goal').getByRole('textbox', { name: 'Description 6' }).waitFor()
  await clean(page, 'home page')
  await why.fill('x'.repeat(161))
  await press(page, 'Save')
  await isWrong(page, 'cannot exceed 160 characters', why)
  await why.fill(`Why, on a ${device}`)
  await write(page, part('Achieve Your Goal'), 'Description 6', `Sixth on a ${device}`)

  // Another administrator changes another text meanwhile.
  const call = await server.api(admin)
  const { data: stored } = await call('/admin/home-setting')
  const newsHeading = `News on a ${device}`
  await call(`/admin/home-setting/update/${stored._id}`, {
    method: 'PUT',
    json: { version: stored.version, newsHeading },
  })
  await press(page, 'Save')
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this record' })
  await notice.getByRole('row', { name: /^Latest News: Heading/ }).waitFor()
  await press(page, 'Add my changes to theirs')
  await press(page, 'Save')
  await toast(page, 'Home content updated successfully')

  const { data: now } = await call('/admin/home-setting')
  expect(now.whyChooseUs.heading).toBe(`Why, on a ${device}`)
  expect(now.achieveYourGoal.sections[5].description).toMatch(new RegExp(`Sixth on a ${device}`))
  expect(now.latestNews.heading).toBe(newsHeading)
  expect(now.examCategories).toStrictEqual(stored.examCategories)
})
