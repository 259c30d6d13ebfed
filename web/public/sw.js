// Where a page cannot be loaded (no connection, no answer, or a gateway without a server behind
// it), shows public/offline.html, which says what can be done without a connection. Handles pages
// only: their files are not affected, and a test window has a worker of its own (test-sw.js).

const CACHE = 'sabi-offline'
const PAGE = '/offline.html'
/** Milliseconds to wait for a server that does not answer. */
const DEADLINE = 20_000

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, '/offline.js'])))
})

self.addEventListener('activate', (event) => {
  // The page is requested while this worker is still starting.
  const ready = [self.clients.claim(), self.registration.navigationPreload?.enable()]
  event.waitUntil(Promise.all(ready))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname === '/offline.js') event.respondWith(kept(request))
})

async function page(event) {
  const asked = ask(event).catch(() => null)
  const silence = new Promise((over) => setTimeout(over, DEADLINE, null))
  const response = await Promise.race([asked, silence])
  const gone = response === null || [502, 503, 504].includes(response.status)
  return (gone && (await copyOf(PAGE))) || response || Response.error()
}

const ask = async (event) => (await event.preloadResponse) ?? fetch(event.request)
const kept = async (request) => (await copyOf(request)) ?? fetch(request)

async function copyOf(request) {
  try {
    return await caches.match(request, { cacheName: CACHE })
  } catch {
    return undefined // Storage is refused.
  }
}
