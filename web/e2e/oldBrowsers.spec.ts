// The oldest browsers that students have: each logs in, answers by mouse and by key on a phone of 360 px,
// loses the network and has it again, submits, and reads corrections with formulas; and downloads questions,
// practises for three days without a network, and hands in. The server is asked what it has. Without
// SABI_OLD_BROWSERS the oldest alone runs; `all`, or names with commas between them, choose others
// (old-browsers/browsers.mjs).
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findIn } from './api.ts'
import { offlineResults, type Started, startedTest } from './attempts.ts'
import { phone } from './browser.ts'
import { test as base, expect } from './fixtures.ts'
import { type WrittenLine, writtenLine } from './line.ts'
import { browsers, type OldBrowser } from './old-browsers/browsers.mjs'
import { eventually, PATIENCE } from './patience.ts'
import { type Server, startServer } from './server.ts'

const password = 'Correct-horse-7-battery'
const wanted = process.env.SABI_OLD_BROWSERS || 'chromium-88'
const names = wanted === 'all' ? Object.keys(browsers) : wanted.split(',')
for (const name of names) {
  if (!(name in browsers)) throw new Error(`no old browser is called ${name}`)
}

type Opened = {
  line: WrittenLine
  page: OldBrowser
  student: ReturnType<typeof user>
  /** Writes a picture of the page, if SABI_PICTURES names a folder for it. */
  picture: (what: string) => Promise<void>
}

const test = base.extend<{
  ahead: Server
  opened: (name: string, server: Server) => Promise<Opened>
}>({
  /** A server whose clock goes on, which would end the tests of others. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
  ahead: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },

  /** Opens this browser at the end of a line of its own to a server. */
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  opened: async ({}, use, info) => {
    const { title } = info
    const all: Opened[] = []
    await use(async (name, server) => {
      const line = await writtenLine(server)
      const page = await browsers[name](phone)
      const picture = async (what: string) => {
        if (!process.env.SABI_PICTURES || !page.picture) return
        const file = `${process.env.SABI_PICTURES}/old-${title.replaceAll(' ', '-')}-${what}.png`
        writeFileSync(file, Buffer.from(await page.picture(), 'base64'))
      }
      const opened = { line, page, picture, student: user(page, line) }
      all.push(opened)
      return opened
    })
    for (const { line, page, picture } of all) {
      // These browsers write no trace.
      if (info.status !== info.expectedStatus)
        await page
          .run(() => `${location.href}\n${document.body.innerText}`)
          .then((body) => info.attach('the page', { body, contentType: 'text/plain' }))
          .catch(() => undefined)
      await picture('last').catch(() => undefined)
      await page.close()
      await line.close()
    }
  },
})

declare global {
  interface Window {
    /** Whether the element that is to be pressed has heard it; a new page knows nothing of it. */
    sabiPress?: 'awaited' | 'heard'
  }
}

/**
 * In the page: the first of these elements with this text that can be pressed, as the place to press. It
 * notes that it was pressed.
 */
function placeOf(selector: string, text: string) {
  const fits = (one: HTMLButtonElement) => {
    const said = (one.getAttribute('aria-label') || one.textContent || '').trim()
    return said.startsWith(text) && one.getClientRects().length > 0 && !one.disabled
  }
  const found = Array.from(document.querySelectorAll<HTMLButtonElement>(selector)).find(fits)
  if (!found) return null
  found.scrollIntoView({ block: 'center' })
  window.sabiPress = 'awaited'
  const hear = () => {
    window.sabiPress = 'heard'
  }
  found.addEventListener('click', hear, { capture: true, once: true })
  const { left, top, width, height } = found.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const shows = (text: string) => (document.body.textContent || '').includes(text)

/** A browser at the address of a line, with what the tests do in it. */
function user(page: OldBrowser, line: WrittenLine) {
  const until = <Args extends unknown[]>(
    what: string,
    check: (...args: Args) => unknown,
    ...args: Args
  ) => eventually(async () => expect(await page.run(check, ...args), what).toBeTruthy())
  const placeAtRest = (selector: string, text: string) => {
    let last: unknown
    return eventually(async () => {
      const one = await page.run(placeOf, selector, text)
      if (!one) throw new Error(`there is no ${selector} "${text}"`)
      const before = last
      last = one
      expect(one, `${selector} "${text}" does not stand still`).toStrictEqual(before)
      return one
    })
  }
  const press = async (selector: string, text = '') => {
    for (const begun = Date.now(); Date.now() - begun < PATIENCE; ) {
      const { x, y } = await placeAtRest(selector, text)
      await page.click(x, y)
      // What appears above it at that moment moves it away. A page that is left cannot be asked.
      const press = await page.run(() => window.sabiPress).catch(() => undefined)
      if (press !== 'awaited') return
    }
    throw new Error(`${selector} "${text}" moves away from each press`)
  }
  return {
    until,
    press,
    open: async (path: string) => {
      await page.open(line.url + path)
      // The first screen in the page's HTML takes nothing yet.
      await until('the app has not started', () =>
        Boolean(document.querySelector('#root:not([data-first])')),
      )
    },
    sees: (text: string) => until(`"${text}" is not shown`, shows, text),
    fill: async (selector: string, text: string) => {
      await press(selector)
      await page.type(text)
    },
    status: (state: string) =>
      until(
        `nothing says ${state}`,
        (one: string) => !!document.querySelector(`[data-status=${one}]`),
        state,
      ),
    key: (key: string) => page.type(key),
  }
}

async function signIn({ open, fill, press, sees }: Opened['student']) {
  await open('/login')
  await fill('input[autocomplete=username]', 'student@sabi.test')
  await fill('input[autocomplete=current-password]', password)
  await press('button', 'Login')
  await sees('Select Exam Type')
}

/** In the page: styles of a button and of the page, which show whether Mantine's and our style sheets apply. */
function look() {
  const button = Array.from(document.querySelectorAll('button')).find(
    (one) => (one.textContent || '').trim() === 'Login',
  )
  if (!button) return null
  const { backgroundColor, display, minHeight, cursor } = getComputedStyle(button)
  const scroller = document.documentElement
  return {
    backgroundColor,
    display,
    minHeight,
    cursor,
    height: button.getBoundingClientRect().height,
    tooWide: scroller.scrollWidth - scroller.clientWidth,
  }
}

const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** The answers of an attempt as the server has them, by question. */
async function saved({ call, attempt }: Started) {
  const { answers } = (await call(`/attempts/${attempt._id}`)).attempt
  return Object.fromEntries(answers.map(({ question, answer }) => [question, answer]))
}

/** A part of the way: what comes after a failed one could only wait. */
async function step(what: string, walk: () => Promise<void>) {
  await test.step(what, walk)
}

/** In the page: whether this browser can store the app and encrypt questions. */
const canPractiseOffline = () =>
  Boolean(window.crypto.subtle) && 'serviceWorker' in navigator && 'caches' in window

/** In the page: the device sleeps for this number of days, which only its wall clock counts. */
function sleepForDays(days: number) {
  const now = Date.now
  Date.now = () => now() + days * 86_400_000
}

/** Files that came more than once. */
const twice = (paths: string[]) => paths.filter((path, n) => paths.indexOf(path) !== n)

for (const name of names) {
  test(name, async ({ server, opened }) => {
    const { line, page, picture, student } = await opened(name, server)
    const { until, press, key, sees, status } = student

    await step('a visitor sees the page, and a student signs in', async () => {
      await student.open('/login')
      await sees('Login')
      expect(await page.run(() => window.innerWidth)).toBe(phone.width)
      await until('the button has no look', look)
      const { backgroundColor, height, tooWide: wide } = (await page.run(look)) ?? {}
      expect(backgroundColor).toMatch(/rgb\(15, 95, 59\)|rgb\(\d+, \d+, \d+\)/)
      expect(backgroundColor, 'the button has no style of ours').not.toBe('rgb(239, 239, 239)')
      expect(height, `the button is ${height} px high`).toBeGreaterThanOrEqual(36)
      expect(wide).toBe(0)
      expect(
        await page.run(
          () =>
            getComputedStyle(document.querySelector('.too-old') || document.body).display ===
            'none',
        ),
        'it is told that it is too old',
      ).toBeTruthy()
      await picture('login')
      await signIn(student)
      await picture('dashboard')
    })

    await step('the page asks once who is signed in', async () => {
      line.forget()
      await student.open('/dashboard')
      await sees('Select Exam Type')
      await sleep(1_500)
      const calls = line.asked().filter((path) => path.startsWith('/api/'))
      expect(calls.filter((path) => path === '/api/v1/me').length, calls.join('\n')).toBe(1)
    })

    const started = await startedTest(server, {
      exam: 'jamb-utme',
      mode: 'practice',
      questions: 10,
    })
    const [{ subject, questions }] = started.paper.subjects
    const expected: Record<string, string> = {}

    await step('a test opens, and no file comes twice', async () => {
      line.forget()
      await student.open(started.path)
      await sees('Question 1 of')
      const files = () => line.asked().filter((path) => path.startsWith('/assets/'))
      expect(files().length, files().join('\n')).toBeGreaterThan(5)
      expect(twice(files())).toStrictEqual([])
      // Once the window has put by what it needs without the network. WebKit under automation has no cache
      // to take it from, and Firefox asks again for fonts.
      await sleep(8_000)
      if (name.startsWith('chromium')) expect(twice(files())).toStrictEqual([])
      expect(line.asked().filter((path) => path === '/api/v1/me').length).toBe(1)
      expect(await page.run(tooWide)).toBe(0)
      await picture('test')
    })

    const answer = async (number: number, byKey: boolean) => {
      const { _id, options } = questions[number]
      const option = number % Math.min(options.length, 4)
      if (byKey) await key('abcd'[option])
      else {
        const place = await page.run((n: number) => {
          const label = document.querySelectorAll('[role=radiogroup] label')[n]
          label.scrollIntoView({ block: 'center' })
          const { left, top, width, height } = label.getBoundingClientRect()
          return { x: left + width / 2, y: top + height / 2 }
        }, option)
        await page.click(place.x, place.y)
      }
      await until(
        `option ${option} of question ${number + 1} is not chosen`,
        (n: number) =>
          document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')[n].checked,
        option,
      )
      expected[_id] = options[option]._id
      if (number === questions.length - 1) return
      if (byKey) await key('n')
      else await press('button', 'Next')
      await sees(`Question ${number + 2} of`)
    }

    await step('ten answers by mouse and key, three of them without network', async () => {
      expect(questions.length, subject.title).toBe(10)
      for (let number = 0; number < 4; number += 1) await answer(number, number % 2 === 1)
      await eventually(async () => expect(await saved(started)).toStrictEqual(expected))
      await line.close()
      for (let number = 4; number < 7; number += 1) await answer(number, number % 2 === 1)
      await status('offline')
      await picture('offline')
      expect(Object.keys(await saved(started)).length).toBe(4)
      await line.open()
      await status('saved')
      for (let number = 7; number < 10; number += 1) await answer(number, number % 2 === 1)
      await eventually(async () => expect(await saved(started)).toStrictEqual(expected))
    })

    await step('after a reload the answers are there', async () => {
      await student.open(started.path)
      await sees('Question ')
      await until(
        'no option is chosen',
        () => !!document.querySelector('[role=radiogroup] :checked'),
      )
    })

    await step('submitted, it shows the result, and corrections with formulas', async () => {
      await key('s')
      await press('button', 'Yes, submit')
      await until('there is no result', () => location.pathname.startsWith('/practice-results/'))
      const quiz = (await page.run(() => location.pathname)).split('/').pop()
      await sees('View Corrections')
      await picture('result')
      await student.open(`/practice-results-view/${quiz}`)
      await press('button', 'Mathematics')
      await until('there are no formulas', () => {
        const formula = document.querySelector('.katex')
        return formula && formula.getBoundingClientRect().width > 5
      })
      expect(await page.run(tooWide)).toBe(0)
      await picture('corrections')
      const view = await started.call(`/get-result-data-view/${quiz}`)
      const { results } = findIn(view.subjectResults, (one) => one.subject._id === subject._id)
      const read = results.map(({ resultData }) => resultData.answered?._id)
      expect(read).toStrictEqual(questions.map(({ _id }) => expected[_id]))
    })

    expect(line.errors(), 'the app reports errors').toStrictEqual([])
  })

  test(`${name} without a network`, async ({ ahead, opened }) => {
    const { line, page, picture, student } = await opened(name, ahead)
    const { until, press, key, sees } = student

    await signIn(student)
    await student.open('/offline')
    if (!(await page.run(canPractiseOffline))) {
      await sees('This browser cannot store questions.')
      const type = `${name} cannot store the app or encrypt: it says so`
      test.info().annotations.push({ type })
      return
    }

    await step('all questions are downloaded, with the app', async () => {
      await press('button', 'Download all my subjects')
      await sees('The app is on this device.')
      await until('it is still downloading', () =>
        Array.from(document.querySelectorAll('button')).every((one) => one.textContent !== 'Stop'),
      )
      expect(await page.run(tooWide)).toBe(0)
      await picture('shelf')
    })
    await line.close()

    /** Answers the first questions with B. */
    const answer = async (count: number) => {
      for (let number = 1; number <= count; number += 1) {
        await sees(`Question ${number} of`)
        await key('b')
        await until(
          `question ${number} is not answered`,
          () => document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')[1].checked,
        )
        if (number < count) await key('n')
      }
      await sees('Saved on this device')
    }
    /** Ends the test. Returns the address of its result. */
    const submit = async () => {
      await key('s')
      await press('button', 'Yes, submit')
      await until('there is no result', () =>
        location.pathname.startsWith('/practice-results/offline-'),
      )
      await sees('Practised offline')
      await sees('Waiting to be sent.')
      return page.run(() => location.pathname)
    }
    const start = async (mode: string) => {
      await press('label', mode)
      await press('button', 'Start offline')
    }

    await step('the first day: a year, with a reload before the end, and corrections', async () => {
      await student.open('/practise?offline=bank')
      await start('Study')
      await answer(3)
      await picture('practice')
      await student.open(await page.run(() => location.pathname + location.search))
      await sees('Question 3 of')
      await until(
        'the answer is gone',
        () => document.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')[1].checked,
      )
      await submit()
      await press('a', 'View Corrections')
      await sees('Question 1')
    })

    await step('the second day: what went wrong', async () => {
      await student.open('/practise?offline=mistakes')
      await page.run(sleepForDays, 1)
      await start('Study')
      await answer(2)
      await submit()
    })

    let last = ''
    await step('the third day: practice with a timer', async () => {
      await student.open('/practise?offline=bank')
      await page.run(sleepForDays, 2)
      await start('Practice')
      await until('there is no timer', () => !!document.querySelector('[role=timer]'))
      await answer(2)
      last = await submit()
    })

    await step('with a network again each test has one result, of its day', async () => {
      await ahead.daysLater(3)
      const call = await ahead.api('student@sabi.test')
      expect(await offlineResults(call)).toStrictEqual([])
      await line.open()
      await student.open('/dashboard')
      await eventually(async () => expect((await offlineResults(call)).length).toBe(3))
      await student.open(last)
      await until(
        'it shows the result of the device',
        () => !location.pathname.includes('offline-'),
      )
      await sees('Sabi has received this test.')
      const results = await offlineResults(call)
      expect(new Set(results.map(({ _id }) => _id)).size).toBe(3)
      const days = results.map(({ createdAt }) => createdAt.slice(0, 10))
      expect(new Set(days).size, days.join(', ')).toBe(3)
    })

    expect(line.errors(), 'the app reports errors').toStrictEqual([])
  })
}
