// Serves the test window without a connection, from the cache that the window itself
// fills (features/test/shell.ts). With a connection it does nothing but pass on.

const CACHE = 'sabi-test'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/api/')) return
  event.respondWith(
    fetch(request).catch(async (lost) => {
      const cache = await caches.open(CACHE)
      const kept = await cache.match(request.mode === 'navigate' ? '/' : request)
      if (kept) return kept
      throw lost
    }),
  )
})
