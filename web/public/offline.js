// What the page for a device without a connection can do: go on with a test that is kept here,
// and try again.

/** Milliseconds after which a power-safe clock stops, as in features/test/attempt/clock.ts. */
const SILENCE = 20_000

const again = () => location.reload()
document.getElementById('again').addEventListener('click', again)
window.addEventListener('online', again)
if (navigator.onLine) document.title = 'Not responding · Sabi'
if (navigator.onLine) document.querySelector('h1').textContent = 'Sabi is not responding'

list().catch(() => undefined)

async function list() {
  // Without the window's own files its paper is no use.
  if (!(await caches.has('sabi-test'))) return
  const all = (await copies()).map((copy) => ({ ...copy, ...timeOf(copy) }))
  const running = all.filter(
    ({ attempt, ends }) => attempt.state === 'running' && (ends === null || ends > Date.now()),
  )
  if (running.length === 0) return
  const rows = running.map(rowOf)
  document.querySelector('#kept ul').append(...rows)
  document.getElementById('kept').hidden = false
  document.getElementById('none').hidden = true
}

/**
 * When its time is over by this device's clock, and whether it stands still, as its window counts it
 * (features/test/attempt/clock.ts).
 */
function timeOf({ attempt, kept }) {
  const told = attempt.deadline === null ? null : Date.parse(attempt.deadline)
  const { deadline, powerSafe } = kept?.timing ?? { deadline: told, powerSafe: null }
  if (deadline === null) return { ends: null, stands: false }
  const offset = kept?.clock.offset ?? 0
  const stops = powerSafe === null ? deadline : powerSafe.heardAt + SILENCE
  const most = stops < deadline ? powerSafe.pauseLeft : 0
  const stood = Math.min(Math.max(0, Date.now() + offset - stops), most)
  return { ends: deadline + stood - offset, stands: stood > 0 && stood < most }
}

function rowOf({ attempt, ends, stands }) {
  const row = document.createElement('li')
  const name = document.createElement('div')
  name.textContent = [attempt.exam.title, attempt.assessment.title, attempt.year]
    .filter(Boolean)
    .join(', ')
  const about = document.createElement('span')
  const titles = attempt.subjects.map(({ title }) => title).join(', ')
  about.textContent = [titles, sayTime(ends, stands)].filter(Boolean).join('. ')
  name.append(about)
  const link = document.createElement('a')
  link.href = pathOf(attempt)
  link.textContent = 'Continue'
  link.setAttribute('aria-label', `Continue: ${name.firstChild.textContent}`)
  row.append(name, link)
  return row
}

function sayTime(ends, stands) {
  if (ends === null) return ''
  if (stands) return 'Your time is paused until you are back online.'
  const time = new Date(ends).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return `Ends at ${time}.`
}

/** The address of the test's window, as the app spells it. */
function pathOf({ _id, exam, assessment, examType }) {
  const theory = examType === 'theory'
  const query = `?attempt=${encodeURIComponent(_id)}`
  if (assessment.slug === 'mock') {
    return `/${theory ? 'theories' : 'mock'}-exam/${encodeURIComponent(exam._id)}${query}`
  }
  return `/${theory ? 'theories' : 'objective'}-questions${query}`
}

/**
 * The papers that running tests keep, each with what is kept of its answers, as idb-keyval holds them
 * (features/test/attempt/storage.ts).
 */
function copies() {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('sabi.attempts')
    opened.onerror = () => reject(opened.error)
    // Nothing was ever kept here: the app makes it when there is something.
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
