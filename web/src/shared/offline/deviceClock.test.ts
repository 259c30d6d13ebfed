// The server's time as the device estimates it, in a page that has heard the server.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, ok } from '@/shared/api/client'
import { fakeApi } from '@/testing/fakeApi'
import { estimatedNow, forgetClock, keepTime } from './deviceClock'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  vi.setSystemTime(new Date('2026-03-05T14:30:00Z'))
  forgetClock()
})
afterEach(() => void vi.useRealTimers())

/** The server answers, and says what time it is. */
async function hear(at: number) {
  const headers = { Date: new Date(at).toUTCString(), 'Content-Type': 'application/json' }
  const answer = new Response(JSON.stringify({ success: true, data: [] }), { headers })
  fakeApi({ 'GET /attempts': answer })
  await ok(api.GET('/api/v1/attempts'))
}

it('counts the time for which the device slept after the last response of the server', async () => {
  const at = Date.parse('2026-03-05T14:30:00Z')
  await hear(at)
  keepTime()
  expect(estimatedNow()).toBe(at)
  // The monotonic clock stands still meanwhile.
  vi.setSystemTime(at + 3_600_000)
  expect(estimatedNow()).toBe(at + 3_600_000)
  expect(estimatedNow()).toBe(at + 3_600_000)
  // What the server says next is right.
  await hear(at + 3_000_000)
  expect(estimatedNow()).toBe(at + 3_000_000)
})
