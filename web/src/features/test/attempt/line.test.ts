// The line to the server: tried again ever more rarely, woken at once, and ended by a halt.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { createLine, Down } from './line'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A call that is down, with the moments at which it is made. */
function cut(retryAfter: number | null = null) {
  const made: number[] = []
  const began = Date.now()
  const work = async () => {
    made.push(Date.now() - began)
    throw new Down(new ApiError(0, 'offline', 'cut', {}, {}, retryAfter))
  }
  return { made, work }
}

const none = () => undefined

it('waits longer each time, up to a quarter of a minute, and begins anew when woken', async () => {
  const { made, work } = cut()
  const line = createLine('l1')
  const halt = new AbortController()
  const ended = line.run(work, halt.signal, none).catch((thrown) => thrown)
  await vi.advanceTimersByTimeAsync(120_000)
  const waits = made.slice(1).map((at, n) => at - (made[n] ?? 0))
  expect(waits[0]).toBeGreaterThanOrEqual(1_000)
  expect(waits[0]).toBeLessThanOrEqual(2_000)
  expect(waits.at(-1)).toBe(15_000)
  const before = made.length
  line.wake()
  await vi.advanceTimersByTimeAsync(2_001)
  expect(made.length).toBe(before + 2)
  halt.abort(new Error('halted'))
  expect(await ended).toEqual(new Error('halted'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(made.length).toBe(before + 2)
})

it('waits besides for as long as the server asks', async () => {
  const { made, work } = cut(30)
  const halt = new AbortController()
  const ended = createLine('l2').run(work, halt.signal, none).catch(none)
  await vi.advanceTimersByTimeAsync(30_900)
  expect(made).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(made).toHaveLength(2)
  halt.abort()
  await ended
})
