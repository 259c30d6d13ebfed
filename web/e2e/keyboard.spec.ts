// A whole JAMB mock of 180 questions by keyboard alone, as in the real UTME, through a
// reload, a minute without a connection and a killed server; no answer may be lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { findIn } from './api.ts'
import { expect, type Locator, type Page, test } from './fixtures.ts'
import { PATIENCE } from './patience.ts'
import { figures, recount, testWindow } from './steps.ts'

const OFFLINE = 60_000
const LETTERS = 'ABCD'

/** Presses Tab until the focus is on `target`, however the page orders its parts. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor({ state: 'attached' })
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Chooses a radio card: Tab to the group, arrows within. */
async function pick(page: Page, name: string) {
  const radio = page.getByRole('radio', { name: new RegExp(`^${name}`) })
  await radio.waitFor({ state: 'attached' })
  const group = page.getByRole('radio').and(page.locator(':enabled')).first()
  await tabTo(page, group)
  if (!(await group.isChecked())) await page.keyboard.press('Space')
  for (let presses = 0; presses < 10 && !(await radio.isChecked()); presses += 1) {
    await page.keyboard.press('ArrowDown')
  }
  expect(await radio.isChecked(), `the arrows reach ${name}`).toBe(true)
}

async function press(page: Page, name: string) {
  await tabTo(page, page.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

declare global {
  interface Window {
    sabiTouched: (what: string) => void
  }
}

test('a mock of 180 questions by keyboard alone loses no answer', async ({
  student: page,
  server,
}) => {
  const context = page.context()
  // From here on nobody touches the mouse.
  const touched: string[] = []
  await context.exposeFunction('sabiTouched', (what: string) => touched.push(what))
  const watch = () => {
    for (const name of ['pointerdown', 'mousedown', 'touchstart']) {
      window.addEventListener(name, () => window.sabiTouched(name), true)
    }
  }
  await context.addInitScript(watch)
  await page.goto('/exams')

  await pick(page, 'JAMB UTME')
  await press(page, 'Next')
  await page.getByRole('heading', { name: 'Mode of Assessment' }).waitFor()
  await pick(page, 'Mock')
  await press(page, 'Next')
  await tabTo(page, page.getByRole('checkbox', { name: /agree to the terms/ }))
  await page.keyboard.press('Space')
  await press(page, 'Start Mock')
  await page.getByRole('heading', { name: 'Start Mock', level: 1 }).waitFor()
  const sitting = await testWindow(page, () => press(page, 'Start Mock'))
  const status = (text: string | RegExp) => sitting.getByText(text).first().waitFor()
  await sitting.getByRole('heading', { name: 'Question 1 of 60' }).waitFor()

  // The options as the student sees them, to check later which key chose which.
  const id = new URL(sitting.url()).searchParams.get('attempt')
  const read = await server.api('student@sabi.test')
  const { paper } = await read(`/attempts/${id}`)
  const order = paper.subjects.flatMap(({ questions }) => questions)
  expect(order.length).toBe(180)
  expect(JSON.stringify(paper)).not.toMatch(/correctAns|description/)

  const keys = new Map()
  let at = 0
  const heading = sitting.locator('section[aria-label=Question] h2')
  const shows = async (index: number) => {
    let number = index
    const subject = findIn(paper.subjects, ({ questions }) => {
      if (number < questions.length) return true
      number -= questions.length
      return false
    })
    await sitting.getByRole('tab', { name: subject.subject.title, selected: true }).waitFor()
    await heading
      .filter({ hasText: `Question ${number + 1} of ${subject.questions.length}` })
      .waitFor()
  }
  /** Answers on to question `end`, leaving each seventh unanswered; checks the place now and then. */
  const answerTo = async (end: number) => {
    while (at < end) {
      if (at % 20 === 0) await shows(at)
      if (at % 7 !== 6) {
        const letter = LETTERS[(at * 5 + (at >> 3)) % LETTERS.length]
        await sitting.keyboard.press(letter.toLowerCase())
        keys.set(order[at]._id, letter)
      }
      at += 1
      if (at < order.length) await sitting.keyboard.press('n')
    }
  }

  await answerTo(40)
  // Back two, to another choice, and on again.
  await sitting.keyboard.press('p')
  await sitting.keyboard.press('p')
  await shows(38)
  await sitting.keyboard.press('d')
  keys.set(order[38]._id, 'D')
  await sitting.keyboard.press('n')
  await sitting.keyboard.press('n')
  await status(/^Saved \d\d:\d\d$/)

  await sitting.reload()
  await sitting.getByText(`${given(keys, paper.subjects[0])} of 60 answered`).waitFor()
  // A test opens again where it was left.
  await walkTo(sitting, shows, at)
  await answerTo(80)

  await context.setOffline(true)
  const lost = Date.now()
  await answerTo(101)
  await status('Offline: kept on this device')
  await sleep(lost + OFFLINE - Date.now())
  await status('Offline: kept on this device')
  await context.setOffline(false)
  await status(/^Saved \d\d:\d\d$/)

  await answerTo(125)
  const start = await server.kill()
  await answerTo(140)
  await status('Offline: kept on this device')
  await start()
  await status(/^Saved \d\d:\d\d$/)

  await answerTo(180)
  await status(/^Saved \d\d:\d\d$/)
  await sitting.keyboard.press('s')
  await sitting.getByText(`${keys.size} of 180 answered`).waitFor()
  await sitting.keyboard.press('r')
  await sitting.getByRole('dialog').waitFor({ state: 'detached' })
  await sitting.keyboard.press('s')
  await sitting.getByRole('dialog').waitFor()
  // The focus is on the way back.
  await sitting.keyboard.press('Enter')
  await sitting.getByRole('dialog').waitFor({ state: 'detached' })
  await sitting.keyboard.press('s')
  await sitting.getByRole('dialog').waitFor()
  await sitting.keyboard.press('y')
  await sitting.waitForURL(/\/practice-results\//, { timeout: PATIENCE })

  const quizId = new URL(sitting.url()).pathname.split('/').at(-1)
  const again = await server.api('student@sabi.test')
  const view = await again(`/get-result-data-view/${quizId}`)
  const corrections = view.subjectResults.flatMap(({ results }) => results)
  expect(corrections.length).toBe(180)
  const count = { right: 0, wrong: 0, unseen: 0 }
  for (const question of order) {
    const { resultData } = findIn(corrections, (one) => one._id === question._id)
    const letter = keys.get(question._id)
    const pressed = letter && question.options[LETTERS.indexOf(letter)]._id
    expect(resultData.answered?._id, question.question).toBe(pressed)
    if (pressed === undefined) count.unseen += 1
    else count[pressed === resultData.correctAnswer?._id ? 'right' : 'wrong'] += 1
  }
  expect(count.right).toBeGreaterThan(0)
  expect(count.wrong).toBeGreaterThan(0)
  expect(count.unseen).toBeGreaterThan(0)
  const { right, wrong, unseen } = recount(view)
  expect({ right, wrong, unseen }).toStrictEqual(count)
  const { correctCount, wrongCount, unseenCount, score } = view.quiz
  expect({ right: correctCount, wrong: wrongCount, unseen: unseenCount }).toStrictEqual(count)
  expect(score.outOf400).toBe(Math.round((count.right / 180) * 400))
  await tabTo(sitting, figures(sitting))
  await sitting.keyboard.press('Enter')
  const shown = sitting.getByRole('region', { name: 'Answers' }).locator('dd')
  await shown.first().waitFor()
  expect(await shown.allInnerTexts()).toStrictEqual(
    [count.right, count.wrong, count.unseen, 180].map(String),
  )
  expect(touched, 'nothing but keys').toStrictEqual([])
})

/** How many questions of a subject were given a key. */
const given = (keys: Map<string, string>, { questions }: { questions: { _id: string }[] }) =>
  questions.filter(({ _id }) => keys.has(_id)).length

/** Goes on by N until the question of this index is on screen. */
async function walkTo(page: Page, shows: (index: number) => Promise<void>, index: number) {
  const current = await page
    .locator('section[aria-label=Question] h2')
    .innerText()
    .then((text) => Number(/\d+/.exec(text)?.[0]) - 1)
  for (let i = current; i < index; i += 1) await page.keyboard.press('n')
  await shows(index)
}
