// The test on a phone of 360 px: nothing makes the page wider than the window, the header is one
// row, the buttons are at the bottom edge, and a toast covers neither. Focus rings are complete
// there and on a computer.

import { findIn } from './api.ts'
import { type Choices, type Started, startedTest, submittedTest } from './attempts.ts'
import { admin } from './backOffice.ts'
import { desktop, phone } from './browser.ts'
import { expect, type Locator, type Page, test, type Visit } from './fixtures.ts'
import { look, settled } from './look.ts'
import { eventually, PATIENCE } from './patience.ts'
import { appStarted, boxOf, pickExam, signIn } from './steps.ts'

const landscape = { width: phone.height, height: phone.width }

const study: Choices = { exam: 'jamb-utme', mode: 'study', questions: 100 }
const heading = (page: Page, text: string | RegExp) =>
  page.getByRole('heading', { name: text }).waitFor()
const box = (page: Page, selector: string) =>
  page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON())

/** How many pixels the page is wider than the window. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function opened(visit: Visit, started: Started, viewport = phone) {
  const { page, context } = await visit({ viewport })
  await signIn(page, { at: started.path })
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  // Fonts that come later move what is measured.
  await settled(page)
  return { page, context }
}

/** Where a toast with these words comes to rest. Read by the page itself: a toast closes after five seconds. */
const toastBox = (page: Page, words: string) =>
  page.evaluate(
    async ({ words, patience }) => {
      const found = () =>
        [...document.querySelectorAll('.mantine-Notification-root')].find((toast) =>
          toast.textContent?.includes(words),
        )
      const begun = performance.now()
      while (!found() && performance.now() - begun < patience)
        await new Promise((done) => setTimeout(done, 20))
      const toast = found()
      if (!toast) throw new Error(`no toast says ${words}`)
      await Promise.all(toast.getAnimations().map(({ finished }) => finished))
      return toast.getBoundingClientRect().toJSON() as DOMRect
    },
    { words, patience: PATIENCE },
  )

test('tables and wide maths scroll in their own box', async ({ server, visit }) => {
  const started = await startedTest(server, study)
  const { page } = await opened(visit, started)
  await page.getByRole('switch', { name: 'Let me think first' }).click()
  for (const title of ['Biology', 'Physics']) {
    const { questions } = findIn(started.paper.subjects, ({ subject }) => subject.title === title)
    await page.getByRole('tab', { name: title }).click()
    const first = questions.findIndex(({ passage }) => passage?.includes('<table'))
    const group = questions.filter((one) => one.group && one.group === questions[first].group)
    expect(group.length, `${title} has a passage with a table`).toBeGreaterThan(1)
    for (let number = first + 1; number <= first + group.length; number += 1) {
      await page.getByRole('button', { name: /^All questions/ }).click()
      await page.getByRole('button', { name: new RegExp(`^Question ${number},`) }).click()
      await heading(page, `Question ${number} of ${questions.length}`)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const folded = page.locator('details:not([open]) > summary')
      if (await folded.count()) await folded.click()
      await page.getByRole('button', { name: 'View Answer' }).click()
      await page.getByRole('region', { name: 'Answer' }).waitFor()
      expect(await tooWide(page), `${title}, question ${number}`).toBe(0)
    }
    const { left, right } = await page
      .getByRole('tab', { name: title })
      .evaluate((one) => one.getBoundingClientRect().toJSON())
    expect(left, `the tab of ${title} is in view`).toBeGreaterThanOrEqual(0)
    expect(right, `the tab of ${title} is in view`).toBeLessThanOrEqual(phone.width)
    const table = page.locator('details table')
    const width = await table.evaluate((one) => one.getBoundingClientRect().right)
    expect(width, `the table of ${title} ends in the window`).toBeLessThanOrEqual(phone.width)
  }
})

test('what no bank of ours holds yet does not widen the page either', async ({ server, visit }) => {
  const started = await startedTest(server, study)
  const { page } = await visit({ viewport: phone })
  const formula = `\\(\\text{${'as long as a line can be '.repeat(8)}}\\)`
  const table = `<table><tbody><tr>${'<td>Twelve_letters</td>'.repeat(9)}</tr></tbody></table>`
  await page.route(`**/api/v1/attempts/${started.attempt._id}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const { questions } of json.paper.subjects) {
      for (const question of questions) {
        question.question = `<p>Before ${formula} after.</p>${table}$$${formula.slice(2, -2)}$$`
        for (const option of question.options) option.option = formula
      }
    }
    await route.fulfill({ response, json })
  })
  await signIn(page, { at: started.path })
  await page.locator('label .katex').first().waitFor()
  // Text, table, formula and four options: each can be reached, and moved, by the keyboard.
  const moved = page.locator('main [tabindex="0"]').filter({ has: page.locator('.katex, td') })
  await moved.nth(5).waitFor()
  expect(await tooWide(page)).toBe(0)
})

/** The address of an uploaded picture of 1600 × 1200 pixels, lines and letters on white. */
async function uploaded(visit: Visit) {
  const { page, context } = await visit()
  await signIn(page, { as: admin, at: '/admin' })
  const url = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('nothing to draw with')
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, 1600, 1200)
    pen.fillStyle = '#123'
    for (let n = 0; n < 400; n += 1) {
      pen.fillRect((n * 613) % 1600, (n * 311) % 1200, 3 + (n % 90), 2)
      pen.fillText(`part ${n}`, (n * 389) % 1600, (n * 227) % 1200)
    }
    const form = new FormData()
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    form.append('file', drawn as Blob, 'leaf.png')
    const answer = await fetch('/api/upload-image', { method: 'POST', body: form })
    return (await answer.json()).url
  })
  await context.close()
  return url
}

test('a picture costs what is seen of it, and is shown whole when it is pressed', async ({
  server,
  visit,
}) => {
  const url = await uploaded(visit)
  const started = await startedTest(server, { ...study, questions: 6 })
  const { page, context } = await visit({ viewport: phone, hasTouch: true })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === url) asked.push(search)
  })
  await page.route(`**/api/v1/attempts/${started.attempt._id}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const [first] = json.paper.subjects[0].questions
    first.logo = url
    first.question = `<p>Name the parts. <img src="${url}" alt="A leaf"></p>`
    first.options[1].option = `<img src="${url}" alt="A stem">`
    await route.fulfill({ response, json })
  })
  await signIn(page, { at: started.path })
  const leaf = page.getByRole('button', { name: 'Enlarge the picture: A leaf' })
  const shown = (one: Locator) =>
    one.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))
  expect(await shown(leaf.locator('img'))).toBe(800)
  expect(new Set(asked)).toStrictEqual(new Set(['?size=small']))
  expect(await tooWide(page)).toBe(0)

  await leaf.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A leaf' })
  const large = dialog.locator('img')
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('[role=dialog] img')?.naturalWidth === 1600,
  )
  // All of it, upright and lying, and twice as large when it is pressed.
  for (const viewport of [phone, landscape]) {
    await page.setViewportSize(viewport)
    await eventually(async () => {
      const { x, y, width, height } = await boxOf(large)
      expect(x, `${viewport.width} px`).toBeGreaterThanOrEqual(0)
      expect(x + width, `${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
      expect(y + height, `${viewport.width} px`).toBeLessThanOrEqual(viewport.height)
    })
  }
  await page.setViewportSize(phone)
  if (process.env.SABI_PICTURES)
    await page.screenshot({ path: `${process.env.SABI_PICTURES}/enlarged.png` })
  await dialog.getByRole('button', { name: 'Larger' }).tap()
  await eventually(async () => expect((await boxOf(large)).width).toBe(2 * phone.width))
  await look('enlarged', page, large)
  await page.setViewportSize(phone)
  // Its keys are not those of the test.
  await page.keyboard.press('c')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  // A picture among the options chooses its option; its corner shows it.
  await page.getByAltText('A stem').tap()
  await page.getByRole('radio', { checked: true }).waitFor({ state: 'attached' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Enlarge the picture: A stem' }).tap()
  await page.getByRole('dialog', { name: 'A stem' }).locator('img').waitFor()
  await context.setOffline(false)
})

for (const [name, viewport] of Object.entries({ upright: phone, landscape })) {
  test(`${name}: the header at the top, the way on at the bottom edge`, async ({
    server,
    visit,
  }) => {
    const started = await startedTest(server, { exam: 'jamb-utme', mode: 'practice' })
    const { page } = await opened(visit, started, viewport)
    await page.keyboard.press('a')
    await page.locator('[data-status=saved]').waitFor()
    const bar = await box(page, 'section[aria-label="Your test"]')
    // Upright, exam and mode have a line of their own.
    const most = name === 'upright' ? 70 : 64
    expect(bar.height, `the header takes ${bar.height} px`).toBeLessThanOrEqual(most)
    const exam = await box(page, 'section[aria-label="Your test"] h1')
    const edge = name === 'upright' ? 5 : 2
    expect(exam.top, `the name of the exam is ${exam.top} px from the edge`).toBeGreaterThanOrEqual(
      edge,
    )
    const card = page.getByRole('region', { name: 'Question', exact: true })
    const room = await card.evaluate((one) => Number.parseFloat(getComputedStyle(one).paddingLeft))
    expect(room, `the question is ${room} px from the edge of its card`).toBeGreaterThanOrEqual(16)
    const next = page.getByRole('button', { name: 'Next', exact: true })
    for (const to of [0, 10_000]) {
      await page.evaluate((top) => window.scrollTo({ top }), to)
      const { bottom } = await next.evaluate((one) => one.getBoundingClientRect().toJSON())
      const above = viewport.height - bottom
      expect(above, `Next ends ${above} px above the bottom edge`).toBeGreaterThanOrEqual(0)
      expect(above, `Next ends ${above} px above the bottom edge`).toBeLessThanOrEqual(16)
    }
    // A toast is shown down here, above the bar, although its cause is at the top.
    await page.evaluate(() => {
      document.querySelector('main')?.dispatchEvent(new Event('copy', { bubbles: true }))
    })
    const { top, bottom } = await toastBox(page, 'Copying is disabled!')
    const foot = await next.evaluate((one) => one.getBoundingClientRect().top)
    expect(top, `the toast is at ${top} to ${bottom}`).toBeGreaterThan(bar.bottom)
    expect(bottom, `the toast is at ${top} to ${bottom}`).toBeLessThanOrEqual(foot)
  })
}

test('the whole registration is on one screen', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await page.goto('/register')
  const register = page.getByRole('button', { name: 'Register' })
  await register.waitFor()
  await appStarted(page)
  await settled(page)
  const { y, height } = await boxOf(register)
  expect(y + height, `the button ends at ${y + height}`).toBeLessThanOrEqual(phone.height)
})

test('a toast is in the middle, 80 px from the right edge', async ({ page }) => {
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await signIn(page, { at: '/profile' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (viewport === phone) await page.getByRole('button', { name: 'Open menu' }).click()
    await page
      .getByRole('button', { name: /^Log ?out$/i })
      .last()
      .click()
    // Tests are still running here.
    await page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click()
    const { top, bottom, right } = await toastBox(page, 'Logout successfully.')
    expect(viewport.width - right).toBe(80)
    expect(
      Math.abs((top + bottom - viewport.height) / 2),
      `${top} to ${bottom}`,
    ).toBeLessThanOrEqual(8)
  }
})

test('what shows that something is awaited stands still where motion is reduced', async ({
  page,
}) => {
  await page.route('**/api/v1/activate-account/*', () => undefined)
  await page.goto('/activate-account/awaited')
  // The loading ring is replaced by the page's own content: read only elements that are still
  // there.
  const ring = await page.waitForFunction(() => {
    const one = document.querySelector('[data-loader] > span')
    if (!one) return null
    const { animationName, width } = getComputedStyle(one)
    return { animationName, width }
  })
  expect(await ring.jsonValue()).toStrictEqual({ animationName: 'none', width: '20px' })
})

/** The tabs at the bottom edge of a phone. */
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const rect = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON())

test('the way to a test has its way on at the bottom edge, above the tabs', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await signIn(page, { at: '/exams' })
  await pickExam(page, 'JAMB UTME')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.waitFor()
  await settled(page)
  const { bottom } = await rect(next)
  const { top } = await rect(tabs(page))
  expect(bottom, `Next ends at ${bottom} px, the tabs begin at ${top}`).toBeLessThanOrEqual(top)
  expect(top - bottom, `Next ends at ${bottom} px, the tabs begin at ${top}`).toBeLessThanOrEqual(
    24,
  )
  await page.evaluate(() => window.scrollTo({ top: 10_000 }))
  const last = await page
    .getByRole('group', { name: 'Select Exam Type' })
    .evaluate((one) => one.getBoundingClientRect().bottom)
  const foot = await next.evaluate((one) => one.parentElement?.getBoundingClientRect().top ?? 0)
  expect(last, 'nothing is hidden below it').toBeLessThanOrEqual(foot)
})

test('what is said of a mode stands above the bar with Start', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await signIn(page, { at: '/practise?exam=jamb-utme' })
  const modes = page.getByRole('group', { name: 'Mode' })
  for (const [mode, text] of [
    ['Practice', /^You choose the questions/],
    ['Mock', /^The full paper in real exam time/],
    ['Study', /^No timer/],
  ]) {
    await modes.locator('label').filter({ hasText: mode }).click()
    const about = modes.getByText(text)
    await about.waitFor()
    await settled(page)
    const { bottom } = await rect(about)
    const { top } = await rect(page.locator('[data-pinned]'))
    expect(
      bottom,
      `${mode}: its text ends at ${bottom} px, the bar begins at ${top}`,
    ).toBeLessThanOrEqual(top)
  }
})

test('the dashboard has no Next at the bottom edge', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await signIn(page)
  await pickExam(page, 'JAMB UTME')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.scrollIntoViewIfNeeded()
  const pinned = await next.evaluate((one) => {
    for (let box: Element | null = one; box; box = box.parentElement) {
      if (['fixed', 'sticky'].includes(getComputedStyle(box).position)) return true
    }
    return false
  })
  expect(pinned).toBe(false)
})

/** In the page: what has the focus and lies below what stays at the bottom edge. */
function hiddenFocus() {
  const focused = document.activeElement ?? document.body
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  // Something that is larger than the window cannot be seen as a whole.
  if (bottom - top > window.innerHeight / 2) return null
  const at = document.elementFromPoint((left + right) / 2, Math.min(bottom, innerHeight) - 2)
  const bar = at?.closest('nav, [data-pinned]')
  const isCovered = bar && getComputedStyle(bar).position === 'fixed' && !bar.contains(focused)
  return isCovered || bottom > innerHeight + 1 ? focused.outerHTML.slice(0, 160) : null
}

test('the tabs are on every page of a student, cover nothing, and are not in the test', async ({
  server,
  visit,
}) => {
  const started = await startedTest(server, study)
  const { page } = await visit({ viewport: phone })
  await signIn(page)
  for (const [path, current] of [
    ['/dashboard', 'Home'],
    ['/practise', 'Practise'],
    ['/exams', 'Practise'],
    ['/results', 'Results'],
    ['/profile', 'Me'],
    ['/account-setting', 'Me'],
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await settled(page)
    const bar = await rect(tabs(page))
    expect(bar.bottom, `${path}: ${JSON.stringify(bar)}`).toBe(phone.height)
    expect(bar.height, `${path}: ${JSON.stringify(bar)}`).toBeLessThanOrEqual(72)
    const marked = tabs(page).locator('[aria-current]')
    expect(await marked.allInnerTexts(), path).toStrictEqual([current])
    expect(await tooWide(page), path).toBe(0)
    // The end of the page stands above the tabs, and above the way on where there is one.
    await page.evaluate(() => window.scrollTo({ top: 100_000 }))
    const end = await page.locator('main').evaluate((one) => one.getBoundingClientRect().bottom)
    const pinned = page.locator('[data-pinned]')
    const edge = (await pinned.count()) > 0 ? (await rect(pinned)).top : bar.top
    expect(end, `${path}: the page ends at ${end} px, below ${edge} px`).toBeLessThanOrEqual(
      edge + 1,
    )
    await page.evaluate(() => window.scrollTo({ top: 0 }))
    const hidden: string[] = []
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement === document.body)) break
      const found = await page.evaluate(hiddenFocus)
      if (found) hidden.push(found)
    }
    expect(hidden, path).toStrictEqual([])
  }
  await page.goto(started.path)
  await page.getByRole('heading', { name: /^Question 1 of/ }).waitFor()
  expect(await tabs(page).count()).toBe(0)
  expect(await page.evaluate(() => 'tabs' in document.documentElement.dataset)).toBe(false)
})

test('a toast covers neither the tabs nor the way on', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await signIn(page, { at: '/practise?exam=post-utme' })
  await page.locator('label').filter({ hasText: 'Sciences' }).first().click()
  await page.locator('label').filter({ hasText: 'Computer Science' }).first().click()
  await page.getByRole('button', { name: /^Start free/ }).click()
  const { bottom } = await toastBox(page, 'Subject registered successfully.')
  const start = page.getByRole('button', { name: 'Start', exact: true })
  await start.waitFor()
  const { top } = await rect(page.locator('[data-pinned]'))
  expect(bottom, `the toast ends at ${bottom} px, the way on begins at ${top}`).toBeLessThanOrEqual(
    top,
  )
})

test('corrections are no wider than the phone', async ({ server, visit }) => {
  const quiz = await submittedTest(server, { ...study, mode: 'practice' })
  const { page } = await visit({ viewport: phone })
  await signIn(page, { at: `/practice-results-view/${quiz}` })
  for (const title of ['Biology', 'Physics', 'Mathematics']) {
    await page.getByRole('button', { name: title }).click()
    await page.getByRole('heading', { name: 'Question 1', exact: true }).waitFor()
    const folded = page.locator('details:not([open]) > summary', { hasText: 'Passage' })
    await folded.evaluateAll((all: HTMLElement[]) => {
      for (const one of all) one.click()
    })
    await page.waitForFunction(() => document.querySelector('.katex') !== null)
    expect(await tooWide(page), title).toBe(0)
  }
})

test('exam and mode are whole in the header, and the calculator leaves the question in view', async ({
  server,
  visit,
}) => {
  const started = await startedTest(server, { exam: 'jamb-utme', mode: 'practice' })
  const { page } = await visit({ viewport: phone, hasTouch: true, isMobile: true })
  await signIn(page, { at: started.path })
  await heading(page, /^Question 1 of/)
  await settled(page)
  const bar = page.locator('section[aria-label="Your test"]')
  for (const text of ['JAMB UTME', 'Practice · 2019']) {
    const cut = await bar
      .getByText(text, { exact: true })
      .evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(cut, `${text} is cut by ${cut} px`).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: 'Calculator' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Calculator' })
  await sheet.getByRole('button', { name: '7', exact: true }).tap()
  await settled(page)
  const { top, bottom } = await sheet.evaluate((one) => one.getBoundingClientRect().toJSON())
  expect(Math.abs(bottom - phone.height), `the sheet ends at ${bottom} px`).toBeLessThan(2)
  expect(top, `the sheet begins at ${top} px`).toBeGreaterThan(phone.height / 2)
  // Any option can be brought above it, and chosen meanwhile.
  const last = page.getByRole('radio').last()
  await last.evaluate((one) => one.scrollIntoView({ block: 'end' }))
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  const option = await last.evaluate((one) => one.getBoundingClientRect().toJSON())
  expect(
    option.bottom,
    `the last option ends at ${option.bottom} px, the sheet begins at ${top}`,
  ).toBeLessThanOrEqual(top)
  await last.tap({ force: true })
  await page.getByRole('radio', { checked: true }).waitFor({ state: 'attached' })
  await sheet.getByRole('button', { name: 'Close calculator' }).tap()
  await sheet.waitFor({ state: 'detached' })
  // A device without a keyboard is told nothing about keys.
  await page.getByRole('button', { name: /^All questions/ }).tap()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('List all questions').waitFor()
  expect(await drawer.getByRole('button', { name: 'Keys' }).isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Submit Test' }).tap()
  const yes = page.getByRole('button', { name: /^Yes, submit/ })
  await yes.waitFor()
  expect((await yes.innerText()).trim()).toBe('Yes, submit')
})

test('results and subscriptions are compact cards', async ({ server, visit }) => {
  await submittedTest(server, { ...study, mode: 'practice', questions: 5 })
  const { page } = await visit({ viewport: phone })
  await signIn(page)
  for (const [path, button] of [
    ['/results', page.getByRole('link', { name: /View Result/ })],
    ['/my-subscriptions', page.getByRole('button', { name: /Upgrade Plan/ })],
  ] as const) {
    await page.goto(path)
    await button.first().waitFor()
    await settled(page)
    const card = page.locator('tbody tr').first()
    const { height } = await card.evaluate((one) => one.getBoundingClientRect().toJSON())
    expect(height, `a card of ${path} takes ${height} px`).toBeLessThanOrEqual(190)
    expect(await tooWide(page), path).toBe(0)
  }
})

test('the sign-in form stands above the keyboard of a phone', async ({ visit }) => {
  const { page } = await visit({ viewport: phone })
  await page.goto('/login')
  const bottom = () =>
    page
      .getByRole('button', { name: 'Login' })
      .evaluate((one) => one.getBoundingClientRect().bottom)
  const endsAbove = (most: number) =>
    eventually(async () => {
      const at = await bottom()
      expect(at, `it ends at ${at} px of ${most}`).toBeLessThanOrEqual(most)
    })
  await appStarted(page)
  await settled(page)
  // A keyboard takes about two fifths of an upright phone.
  await endsAbove(phone.height * 0.62)
  await page.setViewportSize({ width: phone.width, height: 420 })
  await endsAbove(420)
})

/** What cuts the ring around what has the focus, or that there is none; null while it is whole. */
function cutRing() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  let ringed: Element | null = focused
  while (ringed && getComputedStyle(ringed).outlineStyle === 'none') ringed = ringed.parentElement
  if (!ringed) return `no ring: ${focused.outerHTML.slice(0, 120)}`
  const { outlineWidth, outlineOffset } = getComputedStyle(ringed)
  const out = Math.max(0, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset))
  const { left, right, top, bottom, width, height } = ringed.getBoundingClientRect()
  for (let box = ringed.parentElement; box && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box)
    const edge = box.getBoundingClientRect()
    const across = overflowX !== 'visible' && width + 2 * out <= edge.width
    const down = overflowY !== 'visible' && height + 2 * out <= edge.height
    if (
      (across && (left - out < edge.left - 0.5 || right + out > edge.right + 0.5)) ||
      (down && (top - out < edge.top - 0.5 || bottom + out > edge.bottom + 0.5))
    )
      return `${box.className} cuts the ring of ${ringed.outerHTML.slice(0, 120)}`
  }
  return null
}

test('the ring around what has the focus is whole', async ({ page, server }) => {
  const quiz = await submittedTest(server, { ...study, mode: 'practice', questions: 5 })
  const { path } = await startedTest(server, study)
  await signIn(page)
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    for (const [at, shown] of [
      [path, page.getByRole('tab', { name: 'Biology' })],
      ['/dashboard', page.getByText('Select Exam Type')],
      ['/results', page.getByRole('link', { name: /View Result/ }).first()],
      [`/practice-results-view/${quiz}`, page.getByRole('button', { name: 'Biology' })],
    ] as const) {
      await page.goto(at)
      await shown.waitFor()
      await settled(page)
      const cut: string[] = []
      for (let presses = 0; presses < 45; presses += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(() => document.activeElement === document.body)) break
        const found = await page.evaluate(cutRing)
        if (found) cut.push(found)
      }
      expect(cut, `${at.split('?')[0]} at ${viewport.width} px`).toStrictEqual([])
    }
  }
})
