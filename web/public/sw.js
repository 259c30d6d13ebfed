// Opens the app where a page cannot be loaded: no connection, no answer, or a gateway without a server
// behind it. With the app stored (src/shared/offline/app.ts) it serves the stored version, whole;
// without it, public/offline.html says what can be done. Also shows the daily reminder, and hands in
// tests that were taken without internet. A test window has a worker of its own (test-sw.js).

/** The app of this version: all files that a student may come to load. The build fills it in (offline.ts). */
const APP = { version: '', bytes: 0, files: [] }

const CACHE = 'sabi-offline'
const PAGE = '/offline.html'
/** Each version of the app has a cache of its own, under its name. */
const APPS = 'sabi-app-'
/** In a version's cache once all its files are. */
const WHOLE = '/whole'
/** The page of the app, and where the server sends it without the first screen of one address. */
const SHELL = '/'
const BARE = '/offline'
const PICTURES = 'sabi-pictures'
/** Milliseconds to wait for a server that does not answer. */
const DEADLINE = 20_000
/** The same where the app is stored. */
const SHORT_DEADLINE = 3_000
/** Files that are fetched at the same time. */
const AT_ONCE = 6
/** Useless without a network, or with a security policy of their own. */
const online = /^\/(admin|subscription|subscription-plans|docs|uploads)(\/|$)/

/** The names of the stored versions, the newest last; null until they were looked up. */
let stored = null

self.addEventListener('install', (event) => {
  self.skipWaiting()
  const page = caches.open(CACHE).then((cache) => cache.addAll([PAGE, '/offline.js']))
  event.waitUntil(Promise.all([page, renewApp()]))
})

// With navigation preload, Firefox (seen in 153) shows its own error page without a network, whatever the
// worker answers.
const isFirefox = /\bFirefox\//.test(self.navigator?.userAgent)

self.addEventListener('activate', (event) => {
  // The page is requested while this worker is still starting.
  const { navigationPreload } = self.registration
  const preload = isFirefox ? navigationPreload?.disable() : navigationPreload?.enable()
  event.waitUntil(Promise.all([self.clients.claim(), preload, dropOldVersions()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(event, pathname))
  else if (pathname === '/offline.js') event.respondWith(kept(request))
  // Costs nothing where no app is stored.
  else if (stored?.length === 0) return
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
  else if (pathname.startsWith('/uploads/')) event.respondWith(picture(request))
})

self.addEventListener('message', (event) => {
  const [port] = event.ports
  const work = { state, store, drop, tidy: dropOldVersions }[event.data]
  if (!port || !work) return
  const tell = (message) => port.postMessage(message)
  event.waitUntil(
    work(tell).then(
      (done) => tell({ done: done ?? null }),
      (thrown) => tell({ failed: thrown?.name ?? 'Error' }),
    ),
  )
})

async function page(event, path) {
  const asked = ask(event).catch(() => null)
  // Nobody may wait for it any more when it comes.
  event.waitUntil?.(asked)
  const app = online.test(path) ? undefined : await storedPage()
  const wait = app ? SHORT_DEADLINE : DEADLINE
  const silence = new Promise((over) => setTimeout(over, wait, null))
  const response = await Promise.race([asked, silence])
  const gone = response === null || [502, 503, 504].includes(response.status)
  return (gone && (app ?? (await copyOf(PAGE)))) || response || Response.error()
}

const ask = async (event) => (await event.preloadResponse) ?? fetch(event.request)
const kept = async (request) => (await copyOf(request)) ?? fetch(request)

async function copyOf(request, cacheName = CACHE) {
  try {
    return await caches.match(request, { cacheName, ignoreVary: true })
  } catch {
    return undefined // Storage is refused.
  }
}

/** A file with a name that changes with its content, of whichever version. */
async function file(request) {
  for (const name of [...(await versions())].reverse()) {
    const copy = await copyOf(request, name)
    if (copy) return copy
  }
  return fetch(request)
}

const picture = async (request) => (await copyOf(request, PICTURES)) ?? fetch(request)

/** The page of the newest stored version: of this one where it is stored. */
async function storedPage() {
  const names = await versions()
  const name = names.includes(APPS + APP.version) ? APPS + APP.version : names[names.length - 1]
  return name && copyOf(SHELL, name)
}

/** The names of the versions that are stored whole, the newest last. */
async function versions() {
  if (stored) return stored
  try {
    const found = []
    for (const name of await appCaches()) {
      if (await copyOf(WHOLE, name)) found.push(name)
    }
    stored = found
    return found
  } catch {
    return [] // Storage is refused.
  }
}

const appCaches = async () => (await caches.keys()).filter((name) => name.startsWith(APPS))

/** What is stored of this version, and the bytes of a download. */
async function state() {
  const names = await versions()
  const { version, bytes } = APP
  return { version, bytes, whole: names.includes(APPS + version), any: names.length > 0 }
}

/** Stores all files of this version; `tell` hears how many are there. */
async function store(tell = () => undefined) {
  const cache = await caches.open(APPS + APP.version)
  const rest = [...APP.files]
  let there = 0
  const next = async () => {
    for (let name = rest.shift(); name; name = rest.shift()) {
      await keep(cache, name)
      there += 1
      tell({ there, of: APP.files.length })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  const shell = await fetch(BARE, { cache: 'no-cache' })
  const text = await shell.clone().text()
  // After another deployment the server's page names files of that version.
  if (!shell.ok || !text.includes(`/assets/${APP.version}.js`)) throw new Error('another version')
  await cache.put(SHELL, shell)
  await cache.put(WHOLE, new Response(''))
  stored = null
}

async function keep(cache, name) {
  if (await cache.match(name)) return
  // Files that have not changed come from the version before.
  const response = (await caches.match(name, { ignoreVary: true })) ?? (await fetch(name))
  if (!response.ok) throw new Error(`${name}: ${response.status}`)
  await cache.put(name, response)
}

/** Fetches this version where an earlier one is stored. */
async function renewApp() {
  try {
    if ((await appCaches()).length > 0) await store()
  } catch (thrown) {
    // A full device keeps the earlier version. After any other failure the browser tries again.
    if (thrown?.name !== 'QuotaExceededError') throw thrown
  }
}

/**
 * Deletes earlier versions that no tab uses: a tab holds a lock with the name of its version's cache
 * (src/shared/offline/background.ts). Where browsers lack locks, the version before this one stays.
 */
async function dropOldVersions() {
  const own = APPS + APP.version
  // A newer worker may be filling its cache.
  if (self.registration.installing || !(await versions()).includes(own)) return
  const others = (await appCaches()).filter((name) => name !== own)
  const locks = await self.navigator?.locks?.query()
  const used = locks ? locks.held.map(({ name }) => name) : others.slice(-1)
  const old = others.filter((name) => !used.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  stored = null
}

/** Deletes the stored app. */
async function drop() {
  await Promise.all((await appCaches()).map((name) => caches.delete(name)))
  stored = null
}

// The daily reminder. A newer one takes the place of the one before.
self.addEventListener('push', (event) => {
  const { title, body, page } = event.data.json()
  const shown = { body, data: page, tag: 'today', icon: '/icons/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data))
})

// Background Sync: hands in the tests that were taken without internet once there is a network, also
// after the last page was closed. A page does the same with more care (src/shared/offline/sync.ts):
// it also ends tests whose time is over.
self.addEventListener('sync', (event) => {
  if (event.tag === 'hand-in') event.waitUntil(handIn())
})

/** The most tests of one call (API), and the most questions, so that its body is not too large. */
const TESTS_AT_ONCE = 20
const QUESTIONS_AT_ONCE = 2_000

/** Hands in the tests of the student who is logged in. Rejects where the browser is to try again. */
async function handIn() {
  const database = await openTests()
  if (!database) return
  try {
    // Tests of another account would be refused for good.
    const { ok, body } = await call('/api/v1/me')
    if (!ok) return
    const account = body.user._id
    const work = () => sendUnsent(database, account)
    const locks = self.navigator?.locks
    // The pages use the same lock. Without locks both may send a test: the server stores it once.
    await (locks ? locks.request(`sabi.offline.${account}`, work) : work())
  } finally {
    database.close()
  }
}

async function sendUnsent(database, account) {
  const tests = await unsentTests(database, account)
  if (tests.length === 0) return
  await send(database, account, tests)
  if ((await unsentTests(database, account)).length === tests.length) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage('handed-in')
}

/**
 * Sends tests and records what became of each. The server refuses a call as a whole where it cannot
 * read one of its tests, so then each half goes alone. Such a test is left to a page, which says why.
 */
async function send(database, account, tests) {
  const questions = tests.reduce((sum, test) => sum + test.questions.length, 0)
  const isTooLarge = tests.length > TESTS_AT_ONCE || questions > QUESTIONS_AT_ONCE
  if (tests.length > 1 && isTooLarge) return sendHalves(database, account, tests)
  const { ok, status, body, at } = await call('/api/v1/me/offline', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ tests: tests.map(toWire) }),
  })
  if (ok) {
    for (const reply of body.data) await settle(database, account, reply, at)
  } else if (tests.length > 1 && [400, 413, 422].includes(status)) {
    await sendHalves(database, account, tests)
  }
}

async function sendHalves(database, account, tests) {
  const half = Math.ceil(tests.length / 2)
  await send(database, account, tests.slice(0, half))
  await send(database, account, tests.slice(half))
}

/**
 * A call, its answer, and the server's time. Not ok where nobody is logged in, or the server refuses.
 * Rejects where it may be answered another time.
 */
async function call(path, init = {}) {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), DEADLINE)
  try {
    const headers = { Accept: 'application/json', ...init.headers }
    const response = await fetch(path, { ...init, headers, signal: over.signal })
    const { ok, status } = response
    if (status === 429 || status >= 500) throw new Error(`${path}: ${status}`)
    const at = Date.parse(response.headers.get('Date') ?? '') || Date.now()
    return {
      ok,
      status,
      at,
      body: ok ? await response.json() : await response.json().catch(() => ({})),
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A test as it is handed in, as src/shared/offline/log.ts has it. */
const toWire = ({
  id,
  exam,
  assessment,
  university,
  year,
  from,
  startedAt,
  ended,
  minutes,
  packs,
}) => ({
  id: wireId(id),
  examId: exam._id,
  assessmentId: assessment._id,
  ...(university !== null && { university }),
  year,
  from,
  startedAt: new Date(startedAt).toISOString(),
  endedAt: new Date(ended.at).toISOString(),
  usedSeconds: ended.usedSeconds,
  minutes,
  packs,
  questions: ended.answers,
})

const OF_DEVICE = 'offline-'
/** The id by which the server knows a test of this device. */
const wireId = (id) => id.slice(OF_DEVICE.length)

/** The database of src/shared/offline/database.ts; null where this device has none. */
function openTests() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('sabi-offline')
    // The app creates it when needed.
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () =>
      opening.error?.name === 'AbortError' ? resolve(null) : reject(opening.error)
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close()
      resolve(opening.result)
    }
  })
}

/** The tests that were ended and are not with the server, the oldest first. */
function unsentTests(database, account) {
  return new Promise((resolve, reject) => {
    const tests = database.transaction('tests').objectStore('tests')
    // The character after the dot is the slash.
    const reading = tests.getAll(IDBKeyRange.bound([account, 'head.'], [account, 'head/']))
    reading.onerror = () => reject(reading.error)
    reading.onsuccess = () => {
      // A mock goes through its attempt, which a page does (src/shared/offline/handInMock.ts).
      const unsent = reading.result.filter(
        ({ state, assessment }) =>
          (state === 'ended' || state === 'waiting') && assessment.slug !== 'mock',
      )
      resolve(unsent.sort((a, b) => a.startedAt - b.startedAt))
    }
  })
}

/** Records the server's answer about a test, as src/shared/offline/log.ts does, for the next page. */
function settle(database, account, reply, at) {
  return new Promise((resolve, reject) => {
    const key = [account, `head.${OF_DEVICE}${reply.id}`]
    const transaction = database.transaction('tests', 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    const tests = transaction.objectStore('tests')
    const reading = tests.get(key)
    reading.onsuccess = () => {
      const test = reading.result
      if (!test || test.state === 'running' || test.state === 'stored') return
      const state = reply.state === 'cancelled' ? 'refused' : reply.state
      const stored = state === 'stored' && { storedAt: at, isNews: true }
      tests.put({ ...test, state, reply, ...stored }, key)
    }
  })
}
