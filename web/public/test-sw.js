// Serves the test window from the cache that the window itself fills (src/features/attempt/shell.ts):
// unchanging files at once, other files when there is no connection, the server is down or it takes
// too long to answer. What it lacks comes from the app that is stored for practice without internet
// (sw.js), where it is.

const CACHE = 'sabi-test'
/** Milliseconds to wait for a server that does not answer, when a copy is stored. */
const DEADLINE = 3_500

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/api/')) return
  event.respondWith(answer(request, url.pathname))
})

async function answer(request, path) {
  const kept = (await copyOf(request)) ?? (await copyInApp(request))
  if (!kept) return fetch(request)
  // Their names change with their content.
  if (path.startsWith('/assets/')) return kept
  const asked = fetch(request).then((response) => (response.status < 500 ? response : kept))
  return Promise.race([asked.catch(() => kept), silence(kept)])
}

async function copyOf(request) {
  try {
    const cache = await caches.open(CACHE)
    if (request.mode !== 'navigate') return await cache.match(request)
    // The page of the version that the test runs with; earlier versions of the app stored one page
    // for all.
    const attempt = new URL(request.url).searchParams.get('attempt') ?? ''
    return (
      (await cache.match(`/?attempt=${encodeURIComponent(attempt)}`)) ?? (await cache.match('/'))
    )
  } catch {
    return undefined // Storage is refused.
  }
}

/** Of the newest version that is stored whole; a file of any version. */
async function copyInApp(request) {
  try {
    if (request.mode !== 'navigate') return await caches.match(request, { ignoreVary: true })
    for (const name of (await caches.keys()).reverse()) {
      if (!name.startsWith('sabi-app-')) continue
      const cache = await caches.open(name)
      if (await cache.match('/whole')) return await cache.match('/')
    }
  } catch {
    // Storage is refused.
  }
  return undefined
}

const silence = (kept) => new Promise((over) => setTimeout(over, DEADLINE, kept))
