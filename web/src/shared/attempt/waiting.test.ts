// How long a running test waits between two tries: ever longer, ended at once by a wake or a stop.
import { expect, it } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { device, open, pass, server, setUp, stops } from './testing/device'

setUp()

/** A test whose saves get no answer, with the moments at which they are made. */
async function cut(retryAfter: number | null = null) {
  const test = open(device().attemptStore())
  await pass(10_000)
  const made: number[] = []
  const began = server.now
  server.api.save = async () => {
    made.push(server.now - began)
    throw new ApiError(0, 'offline', 'cut', {}, {}, retryAfter)
  }
  test.answer('e1', 'question', 'e1-a')
  return made
}

it('waits longer each time, up to a quarter of a minute, and begins anew when woken', async () => {
  const made = await cut()
  await pass(120_000)
  const waits = made.slice(1).map((at, n) => at - (made[n] ?? 0))
  expect(waits[0]).toBeGreaterThanOrEqual(1_000)
  expect(waits[0]).toBeLessThanOrEqual(2_100)
  expect(waits.at(-1)).toBeGreaterThanOrEqual(14_900)
  expect(waits.at(-1)).toBeLessThanOrEqual(15_100)
  const before = made.length
  window.dispatchEvent(new Event('focus'))
  await pass(2_100)
  expect(made.length).toBe(before + 2)
  stops.pop()?.()
  await pass(60_000)
  expect(made.length).toBe(before + 2)
})

it('waits besides for as long as the server asks', async () => {
  const made = await cut(30)
  await pass(31_400)
  expect(made).toHaveLength(1)
  await pass(1_200)
  expect(made).toHaveLength(2)
})
