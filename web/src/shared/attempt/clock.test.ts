// The clock: never further off than it says, deaf to the device's own time, awake after sleep.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  face,
  guess,
  hear,
  isSure,
  minutesToAnnounce,
  pausedFor,
  remaining,
  serverTime,
  wallOffset,
} from './clock'

const at = (mono: number, wall = mono + 1_000_000) => ({ mono, wall })

it('takes half of the round trip as the time on the way back', () => {
  const clock = hear(null, 50_000, at(100), at(300))
  expect(serverTime(clock, at(300))).toBe(50_100)
  expect(serverTime(clock, at(1_300))).toBe(51_100)
})

it('follows no wall clock that is set, and notices one that jumps ahead', () => {
  const clock = hear(null, 50_000, at(0), at(0))
  expect(serverTime(clock, at(1_000, 0))).toBe(51_000)
  expect(isSure(clock, at(1_000, 0))).toBe(true)
  const woken = at(1_000, 1_001_000 + 600_000)
  expect(serverTime(clock, woken)).toBe(51_000)
  expect(isSure(clock, woken)).toBe(false)
  expect(isSure(hear(clock, 651_000, woken, woken), woken)).toBe(true)
})

it('takes no answer on whose way the device slept', () => {
  const clock = hear(null, 50_000, at(0), at(0))
  const woken = at(2_000, 1_002_000 + 600_000)
  // The server may have looked before the sleep, or after it.
  const after = hear(clock, 51_000, at(1_000), woken)
  expect(serverTime(after, woken)).toBe(52_000)
  expect(isSure(after, woken)).toBe(false)
  const first = hear(null, 51_000, at(1_000), woken)
  expect(serverTime(first, woken)).toBe(652_000)
  expect(isSure(first, woken)).toBe(false)
  expect(isSure(hear(after, 652_000, woken, woken), woken)).toBe(true)
})

it('starts without the server from the kept offset, never before a time already passed', () => {
  const clock = guess(500, 0, at(0, 10_000))
  expect(serverTime(clock, at(1_000, 11_000))).toBe(11_500)
  expect(isSure(clock, at(0, 10_000))).toBe(false)
  expect(serverTime(guess(500, 99_000, at(0, 10_000)), at(0, 10_000))).toBe(99_000)
  expect(wallOffset(clock, at(0, 10_000))).toBe(500)
})

it('stays within half of the best round trip, and drift, over any run of answers', () => {
  const answers = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 60_000 }),
      up: fc.integer({ min: 0, max: 4_000 }),
      down: fc.integer({ min: 0, max: 4_000 }),
    }),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(answers, fc.integer({ min: 0, max: 1e12 }), (list, base) => {
      let mono = 0
      let clock = null
      let best = Number.POSITIVE_INFINITY
      for (const { wait, up, down } of list) {
        const sent = mono + wait
        mono = sent + up + down
        clock = hear(clock, base + sent + up, at(sent), at(mono))
        best = Math.min(best + (wait + up + down) * 0.0005, (up + down) / 2)
        expect(Math.abs(serverTime(clock, at(mono)) - (base + mono))).toBeLessThanOrEqual(
          best + 0.001,
        )
      }
    }),
  )
})

it('counts down to nought and no further', () => {
  const clock = hear(null, 1_000, at(0), at(0))
  expect(remaining(clock, 5_000, at(1_000))).toBe(3_000)
  expect(remaining(clock, 5_000, at(9_000))).toBe(0)
  expect(remaining(clock, null, at(0))).toBeNull()
})

it.each([
  [0, '00:00'],
  [1, '00:01'],
  [59_999, '01:00'],
  [65_000, '01:05'],
  [3_600_000, '1:00:00'],
  [3_909_000, '1:05:09'],
])('shows %i ms as %s', (ms, text) => expect(face(ms)).toBe(text))

it.each([
  [1_801_000, 1_800_000, 30],
  [1_800_000, 1_799_000, null],
  [301_000, 299_000, 5],
  [60_500, 59_500, 1],
  [900_000, 30_000, 1],
  // After a sleep.
  [2_400_000, 360_000, 6],
  [400_000, 130_000, 3],
  [30_000, 29_000, null],
])('from %i to %i ms tells %s minutes', (before, now, told) =>
  expect(minutesToAnnounce(before, now)).toBe(told),
)

it('stands still while a power-safe device is silent, for what is left of an hour', () => {
  const safe = { heardAt: 100_000, pauseLeft: 60_000 }
  expect(pausedFor(safe, 900_000, 120_000)).toBe(0)
  expect(pausedFor(safe, 900_000, 130_000)).toBe(10_000)
  expect(pausedFor(safe, 900_000, 800_000)).toBe(60_000)
  // The time was up before the clock would have stopped.
  expect(pausedFor(safe, 115_000, 500_000)).toBe(0)
  expect(pausedFor(null, 900_000, 800_000)).toBe(0)
  expect(pausedFor(safe, null, 800_000)).toBe(0)
})
