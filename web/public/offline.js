// The page for a device without a connection: it offers to continue a test that is stored on the
// device, and tries to connect again.

/** Milliseconds after which a power-safe timer pauses, as in src/shared/attempt/clock.ts. */
const SILENCE = 20_000

const again = () => location.reload()
document.getElementById('again').addEventListener('click', again)
window.addEventListener('online', again)
if (navigator.onLine) document.title = 'Not responding · Sabi'
if (navigator.onLine) document.querySelector('h1').textContent = 'Sabi is not responding'

/**
 * The time when this page opened, by both clocks of the device. From then on the monotonic one
 * counts.
 */
const opened = { wall: Date.now(), mono: performance.now() }
const sinceOpened = () => performance.now() - opened.mono

/** Milliseconds after which the time shown is updated. */
const LOOK = 10_000

list().catch(() => undefined)

async function list() {
  // Without the test window's own files the stored paper cannot be used.
  if (!(await caches.has('sabi-test'))) return
  const rows = (await copies())
    .filter(({ attempt }) => attempt.state === 'running')
    .map((copy) => ({ ...copy, ...rowOf(copy.attempt) }))
  const show = () => {
    for (const { row, about, titles, ...copy } of rows) {
      const time = timeOf(copy)
      row.hidden = time.left === 0
      about.textContent = [titles, sayTime(time)].filter(Boolean).join('. ')
    }
    const none = rows.every(({ row }) => row.hidden)
    document.getElementById('kept').hidden = none
    document.getElementById('none').hidden = !none
  }
  document.querySelector('#kept ul').append(...rows.map(({ row }) => row))
  show()
  setInterval(show, LOOK)
}

/**
 * How much time is left, and whether the timer is paused, as in the test window
 * (src/shared/attempt/clock.ts): the server's time is estimated once from the wall clock, never
 * before a time that the server has passed, and then counted by the monotonic clock. Null without a
 * deadline.
 */
function timeOf({ attempt, kept }) {
  const told = attempt.deadline === null ? null : Date.parse(attempt.deadline)
  const { deadline, powerSafe } = kept?.timing ?? { deadline: told, powerSafe: null }
  if (deadline === null) return { left: null, stands: false }
  const { offset, last } = kept?.clock ?? { offset: 0, last: 0 }
  const server = Math.max(opened.wall + offset, last) + sinceOpened()
  const stops = powerSafe === null ? deadline : powerSafe.heardAt + SILENCE
  const most = stops < deadline ? powerSafe.pauseLeft : 0
  const stood = Math.min(Math.max(0, server - stops), most)
  return { left: Math.max(0, deadline + stood - server), stands: stood > 0 && stood < most }
}

function rowOf(attempt) {
  const row = document.createElement('li')
  const name = document.createElement('div')
  name.textContent = [attempt.exam.title, attempt.assessment.title, attempt.year]
    .filter(Boolean)
    .join(', ')
  const about = document.createElement('span')
  const link = document.createElement('a')
  link.href = pathOf(attempt)
  link.textContent = 'Continue'
  link.setAttribute('aria-label', `Continue: ${name.textContent}`)
  name.append(about)
  row.append(name, link)
  return { row, about, titles: attempt.subjects.map(({ title }) => title).join(', ') }
}

function sayTime({ left, stands }) {
  if (left === null) return ''
  if (stands) return 'Your time is paused until you are back online.'
  const ends = new Date(opened.wall + sinceOpened() + left)
  const time = [ends.getHours(), ends.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':')
  return `Ends at ${time}.`
}

/** The address of the test window, as the app builds it. */
function pathOf({ _id, exam, assessment, examType }) {
  const theory = examType === 'theory'
  const query = `?attempt=${encodeURIComponent(_id)}`
  if (assessment.slug === 'mock') {
    return `/${theory ? 'theories' : 'mock'}-exam/${encodeURIComponent(exam._id)}${query}`
  }
  return `/${theory ? 'theories' : 'objective'}-questions${query}`
}

/**
 * The stored papers of running tests, each with its stored answers, as idb-keyval stores them
 * (src/shared/attempt/storage.ts).
 */
function copies() {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('sabi.attempts')
    opened.onerror = () => reject(opened.error)
    // Nothing was ever stored here: the app creates the database when needed.
    opened.onupgradeneeded = () => opened.transaction.abort()
    opened.onsuccess = () => {
      const store = opened.result.transaction('kept').objectStore('kept')
      const names = store.getAllKeys()
      const read = store.getAll()
      read.onerror = () => reject(read.error)
      read.onsuccess = () => {
        const answers = new Map(names.result.map((name, n) => [name, read.result[n]]))
        const papers = read.result.filter((one) => 'paper' in one)
        resolve(
          papers.map(({ attempt }) => ({
            attempt,
            kept: answers.get(`sabi.attempt.${attempt._id}`),
          })),
        )
      }
    }
  })
}
