// The declarations of the app, as it has them, read by the tests: the back office's entities and the
// routes.
import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import { createServer } from 'vite'
import type { Resource } from '../src/features/admin/resource/defineResource'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names, addresses, calls, words, columns and fields; what only a browser can show stays behind. */
export async function declared(): Promise<Resource[]> {
  const [{ resources }] = await loaded('/src/features/admin/resources/index.ts')
  return resources
}

/** These modules of the app. */
export async function loaded(...modules: string[]) {
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
    return await Promise.all(modules.map((name) => vite.ssrLoadModule(name)))
  } finally {
    await vite.close()
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  }
}
