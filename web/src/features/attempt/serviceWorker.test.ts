// The service worker of the test window, with cache, line and time in the test's hands.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import source from '../../../public/test-sw.js?raw'

type Listener = (event: unknown) => void
const listeners: Record<string, Listener> = {}
const kept = new Map<string, string>()
let line: (path: string) => Promise<Response>

const pathOf = (request: { url: string }) => new URL(request.url).pathname
const worker = {
  location: { origin: 'https://sabi.test' },
  addEventListener: (name: string, listener: Listener) => {
    listeners[name] = listener
  },
}
const caches = {
  open: async () => ({
    match: async (what: string | { url: string }) => {
      const text = kept.get(typeof what === 'string' ? what : pathOf(what))
      return text === undefined ? undefined : new Response(text)
    },
  }),
}
new Function('self', 'caches', 'fetch', source)(worker, caches, (request: { url: string }) =>
  line(pathOf(request)),
)

/** What the window gets; null where the worker does not step in. */
function ask(path: string, more: { mode?: string; method?: string } = {}) {
  let answer: Promise<Response> | null = null
  listeners.fetch?.({
    request: { url: `https://sabi.test${path}`, method: 'GET', mode: 'cors', ...more },
    respondWith: (with_: Promise<Response>) => {
      answer = with_
    },
  })
  return answer as Promise<Response> | null
}
const open = () => ask('/objective-questions?attempt=1', { mode: 'navigate' })
const text = async (answer: Promise<Response> | null) => (await answer)?.text()
const silent = () => new Promise<Response>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  kept.set('/', 'the copy')
  kept.set('/assets/a.js', 'a, kept')
})
afterEach(() => void vi.useRealTimers())

it('gives each test the page of the version that it runs with', async () => {
  line = async () => Promise.reject(new TypeError('Failed to fetch'))
  kept.set('/?attempt=1', 'the page of test 1')
  expect(await text(open())).toBe('the page of test 1')
  const other = ask('/list-questions?attempt=2', { mode: 'navigate' })
  expect(await text(other)).toBe('the copy')
})

it('passes on what the line answers', async () => {
  line = async () => new Response('from the server')
  expect(await text(open())).toBe('from the server')
})

it('gives the copy when the line is cut, and when the server does not stand', async () => {
  line = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await text(open())).toBe('the copy')
  line = async () => new Response('Bad gateway', { status: 502 })
  expect(await text(open())).toBe('the copy')
})

it('does not wait for ever on a line that says nothing', async () => {
  line = silent
  const answer = text(open())
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.race([answer, 'still waiting'])).toBe('the copy')
})

it('waits for a silent line where there is no copy', async () => {
  line = silent
  const answer = text(ask('/uploads/new.webp'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await Promise.race([answer, Promise.resolve('still waiting')])).toBe('still waiting')
})

it('asks for nothing whose name would change with its content', async () => {
  line = vi.fn(silent)
  expect(await text(ask('/assets/a.js'))).toBe('a, kept')
  expect(line).not.toHaveBeenCalled()
})

it('leaves the API and everything that is sent alone', () => {
  expect(ask('/api/v1/me')).toBeNull()
  expect(ask('/objective-questions', { method: 'POST' })).toBeNull()
})

it('opens with the app that is stored for practice without internet', async () => {
  const app = new Map([
    ['/', 'the stored app'],
    ['/whole', ''],
  ])
  const half = new Map([['/', 'half a version']])
  const all: Record<string, Map<string, string>> = { 'sabi-app-1': app, 'sabi-app-2': half }
  const found = (text: string | undefined) => (text === undefined ? undefined : new Response(text))
  Object.assign(caches, {
    keys: async () => Object.keys(all),
    match: async (request: { url: string }) =>
      pathOf(request) === '/assets/b.js' ? new Response('b, of the app') : undefined,
    open: async (name: string) => ({
      match: async (what: string | { url: string }) =>
        found((all[name] ?? kept).get(typeof what === 'string' ? what : pathOf(what))),
    }),
  })
  kept.delete('/')
  line = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await text(open())).toBe('the stored app')
  expect(await text(ask('/assets/b.js'))).toBe('b, of the app')
  line = async () => new Response('from the server')
  expect(await text(open())).toBe('from the server')
})
