// The service worker of every page, with cache, line and time in the test's hands.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stamped } from '../../offline'
import source from '../../public/sw.js?raw'

const listeners: Record<string, (event: unknown) => void> = {}
const worker = {
  location: { origin: 'https://sabi.test' },
  addEventListener: (name: string, listener: (event: unknown) => void) => {
    listeners[name] = listener
  },
}
const kept = { refused: false }
const caches = {
  match: async (what: string | { url: string }) => {
    if (kept.refused) throw new Error('Storage is refused')
    return new Response(`kept ${typeof what === 'string' ? what : new URL(what.url).pathname}`)
  },
}
let line: () => Promise<Response>
new Function('self', 'caches', 'fetch', source)(worker, caches, () => line())

function ask(path: string, more: object = {}, event: object = {}) {
  let answer: Promise<Response> | null = null
  listeners.fetch?.({
    request: { url: `https://sabi.test${path}`, method: 'GET', mode: 'navigate', ...more },
    respondWith: (with_: Promise<Response>) => {
      answer = with_
    },
    ...event,
  })
  return answer as Promise<Response> | null
}
const text = async (answer: Promise<Response> | null) => (await answer)?.text()

beforeEach(() => {
  vi.useFakeTimers()
  kept.refused = false
})
afterEach(() => void vi.useRealTimers())

it('passes on what the line answers, by what was asked ahead where it was', async () => {
  line = async () => new Response('asked')
  expect(await text(ask('/dashboard'))).toBe('asked')
  const preloadResponse = Promise.resolve(new Response('asked ahead'))
  expect(await text(ask('/dashboard', {}, { preloadResponse }))).toBe('asked ahead')
  line = async () => new Response('no such page', { status: 404 })
  expect(await text(ask('/nowhere'))).toBe('no such page')
})

it('says what can be done where the line is cut, or a gateway has nobody behind it', async () => {
  line = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await text(ask('/dashboard'))).toBe('kept /offline.html')
  line = async () => new Response('Bad gateway', { status: 502 })
  expect(await text(ask('/dashboard'))).toBe('kept /offline.html')
})

it('does not wait for ever on a line that says nothing', async () => {
  line = () => new Promise(() => undefined)
  const answer = text(ask('/dashboard'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answer).toBe('kept /offline.html')
})

it('gives what there is where storage is refused', async () => {
  kept.refused = true
  line = async () => new Response('Bad gateway', { status: 502 })
  expect(await text(ask('/dashboard'))).toBe('Bad gateway')
  line = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect((await ask('/dashboard'))?.type).toBe('error')
})

it('steps in for pages alone, and for the script of its own', async () => {
  const script = { mode: 'no-cors' }
  expect(ask('/assets/a.js', script)).toBeNull()
  expect(ask('/api/v1/me/export')).toBeNull()
  expect(ask('/dashboard', { method: 'POST' })).toBeNull()
  expect(await text(ask('/offline.js', script))).toBe('kept /offline.js')
})

it('keeps a page that needs nothing else', () => {
  const page = new DOMParser().parseFromString(
    readFileSync(`${process.cwd()}/public/offline.html`, 'utf8'),
    'text/html',
  )
  const asked = [...page.querySelectorAll('[src], link[href], img')]
  expect(asked.map((one) => one.getAttribute('src'))).toEqual(['/offline.js'])
  expect(page.querySelectorAll('h1')).toHaveLength(1)
})

it('changes with the page or its script, so that browsers fetch both again', () => {
  const files = (...texts: string[]) => texts.map((text) => new TextEncoder().encode(text))
  const first = stamped(source, files('page', 'script'))
  expect(first.startsWith(source)).toBe(true)
  expect(stamped(source, files('page', 'script'))).toBe(first)
  expect(stamped(source, files('page', 'another script'))).not.toBe(first)
  expect(stamped(source, files('another page', 'script'))).not.toBe(first)
})
