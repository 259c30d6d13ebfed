// The service worker of every page (public/sw.js) in a test, as far as it hands in tests.
import source from '../../../../public/sw.js?raw'

export interface WorkerWorld {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Null in a browser without locks. */
  lock: ((name: string, work: () => Promise<unknown>) => Promise<unknown>) | null
  /** Hears what the pages are told. */
  tell: (message: unknown) => void
}

/** Starts the worker. Returns the way to fire its `sync` event, which rejects where the browser is to try again. */
export function startWorker({ fetch, lock, tell }: WorkerWorld): (tag?: string) => Promise<void> {
  const listeners: Record<string, (event: unknown) => void> = {}
  const worker = {
    location: { origin: 'https://sabi.test' },
    registration: {},
    clients: { matchAll: async () => [{ postMessage: tell }] },
    navigator: lock === null ? {} : { locks: { request: lock } },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
  }
  new Function('self', 'caches', 'fetch', source)(worker, {}, fetch)
  return async (tag = 'hand-in') => {
    const work: Promise<unknown>[] = []
    listeners.sync?.({ tag, waitUntil: (one: Promise<unknown>) => work.push(one) })
    await Promise.all(work)
  }
}
