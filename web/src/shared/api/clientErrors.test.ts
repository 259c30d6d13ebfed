// Faults of the app reach the server's log: once each, few a page, and without anybody's token.
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeApi } from '@/testing/fakeApi'

const sentBy = () => fakeApi({ 'POST /client-errors': new Response(null, { status: 204 }) })
let reporting: typeof import('./clientErrorReport')
/** As the app's main script reports. */
const reportError = (thrown: unknown) => reporting.report(thrown, '/assets/initial-1.js')

// Only the module knows which errors a page has sent already.
beforeEach(async () => {
  vi.resetModules()
  reporting = await import('./clientErrorReport')
})

const bodies = (fetched: ReturnType<typeof vi.fn>) =>
  fetched.mock.calls.map(([, init]) => JSON.parse(String(init.body)))

it('sends each fault once, at most five a page, within the limits of the route', async () => {
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }),
  )
  vi.stubGlobal('fetch', fetched)
  const fault = new TypeError('x'.repeat(9_000))
  fault.stack = 'y'.repeat(9_000)
  reportError(fault)
  reportError(fault)
  for (let n = 0; n < 20; n += 1) reportError(new Error(`fault ${n}`))
  expect(fetched).toHaveBeenCalledTimes(5)
  const [first] = bodies(fetched)
  expect(first.message).toMatch(/^TypeError: x+$/)
  expect([first.message.length, first.stack.length]).toEqual([500, 4_000])
  expect(first).toMatchObject({ path: '/', version: 'initial-1.js' })
})

it('reports no response of the server, no lost connection, and no file that was not there', async () => {
  const log = sentBy()
  const { ApiError, NoAnswer } = await import('./errors')
  reportError(new ApiError(500, 'internal', 'Something went wrong'))
  reportError(new NoAnswer('offline'))
  reportError(new DOMException('called off', 'AbortError'))
  reportError(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
  expect(log).toEqual([])
})

it('hears what nothing catches', async () => {
  const { watchErrors } = await import('./clientErrors')
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }),
  )
  vi.stubGlobal('fetch', fetched)
  const stop = watchErrors()
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('too deep') }))
  stop()
  // Without a listener, the test runner would report the error as its own failure.
  const hear = () => {}
  window.addEventListener('error', hear)
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('not heard') }))
  window.removeEventListener('error', hear)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(bodies(fetched)).toMatchObject([{ message: 'RangeError: too deep' }])
})

it.each([
  ['/password/reset/s3cret', '/password/reset/:token'],
  ['/admin/reset-password/s3cret', '/admin/reset-password/:token'],
  ['/activate-account/s3cret/', '/activate-account/:token'],
  ['/practice-results/q1', '/practice-results/q1'],
])('reports %s as %s', (path, told) => {
  expect(reporting.pathToReport(path)).toBe(told)
})
