// The declarations of the back office's entities, as the app has them, read by the tests.
import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names, addresses, calls, words, columns and fields; what only a browser can show stays behind. */
export async function declared() {
  const { window } = new JSDOM('', { url: 'http://localhost/' })
  const names = ['window', 'document', 'navigator', 'localStorage', 'HTMLElement', 'DOMParser']
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      value: name === 'window' ? window : window[name],
      configurable: true,
    })
  }
  const vite = await createServer({
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { resources } = await vite.ssrLoadModule('/src/admin/resources/index.ts')
    return resources
  } finally {
    await vite.close()
    for (const name of names) delete globalThis[name]
  }
}
