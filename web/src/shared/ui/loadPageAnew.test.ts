// The page is reloaded only if it can be loaded, and nobody is asked about it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isLoadedAnew, loadNewVersion, loadPageAnew } from './loadPageAnew'

const reload = vi.fn()
const answers = (answer: typeof fetch) => vi.stubGlobal('fetch', vi.fn(answer))

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})
afterEach(() => void vi.useRealTimers())

it('loads the page where it is served, and waits to see it go', async () => {
  answers(async () => new Response())
  const over = vi.fn()
  void loadPageAnew().then(over)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reload).toHaveBeenCalledOnce()
  expect(isLoadedAnew()).toBe(true)
  expect(over).not.toHaveBeenCalled()
  // The user was asked whether to leave, and stayed.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(over).toHaveBeenCalledOnce()
  expect(isLoadedAnew()).toBe(false)
})

it.each([
  ['there is no line', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['nobody is behind the gateway', async () => new Response(null, { status: 502 })],
])('leaves it standing where %s', async (_, answer) => {
  answers(answer)
  await loadPageAnew()
  expect(reload).not.toHaveBeenCalled()
  expect(isLoadedAnew()).toBe(false)
})

it('leaves it standing where the line says nothing', async () => {
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
  answers(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  )
  const tried = loadPageAnew()
  patience.abort()
  await tried
  expect(reload).not.toHaveBeenCalled()
})

const page = (version: string) => async () =>
  new Response(`<script src="/assets/initial-${version}.js"></script>`)
const own = 'https://sabi.test/assets/initial-A.js'

it('loads a new version by itself, and only once', async () => {
  sessionStorage.clear()
  answers(page('B'))
  const loading = loadNewVersion(own)
  await vi.advanceTimersByTimeAsync(10_000)
  await loading
  expect(reload).toHaveBeenCalledOnce()
  await loadNewVersion(own)
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  ['the version is the same', page('A')],
  ['the page is none of the app', async () => new Response('Captive portal')],
  ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('leaves the page where %s', async (_, answer) => {
  sessionStorage.clear()
  answers(answer)
  await loadNewVersion(own)
  expect(reload).not.toHaveBeenCalled()
})
