// What the page for a device without a connection can do: go on with a test that is kept here,
// and try again.

const again = () => location.reload()
document.getElementById('again').addEventListener('click', again)
window.addEventListener('online', again)
if (navigator.onLine) document.title = 'No answer · Sabi'
if (navigator.onLine) document.querySelector('h1').textContent = 'No answer from Sabi'

list().catch(() => undefined)

async function list() {
  // Without the window's own files its paper is no use.
  if (!(await caches.has('sabi-test'))) return
  const all = await copies()
  const running = all.filter(({ attempt }) => {
    const { state, deadline } = attempt
    return state === 'running' && (deadline === null || Date.parse(deadline) > Date.now())
  })
  if (running.length === 0) return
  const rows = running.map(({ attempt }) => rowOf(attempt))
  document.querySelector('#kept ul').append(...rows)
  document.getElementById('kept').hidden = false
  document.getElementById('none').hidden = true
}

function rowOf(attempt) {
  const row = document.createElement('li')
  const name = document.createElement('div')
  name.textContent = [attempt.exam.title, attempt.assessment.title, attempt.year]
    .filter(Boolean)
    .join(', ')
  const about = document.createElement('span')
  const titles = attempt.subjects.map(({ title }) => title).join(', ')
  const ends = attempt.deadline && new Date(attempt.deadline)
  const time = ends?.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  about.textContent = time ? `${titles}. Time runs until ${time}.` : titles
  name.append(about)
  const link = document.createElement('a')
  link.href = pathOf(attempt)
  link.textContent = 'Go on'
  link.setAttribute('aria-label', `Go on: ${name.firstChild.textContent}`)
  row.append(name, link)
  return row
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

/** The papers that running tests keep, as idb-keyval holds them (features/test/attempt/storage.ts). */
function copies() {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('sabi.attempts')
    opened.onerror = () => reject(opened.error)
    // Nothing was ever kept here: the app makes it when there is something.
    opened.onupgradeneeded = () => opened.transaction.abort()
    opened.onsuccess = () => {
      const read = opened.result.transaction('kept').objectStore('kept').getAll()
      read.onerror = () => reject(read.error)
      read.onsuccess = () => resolve(read.result.filter((one) => 'paper' in one))
    }
  })
}
