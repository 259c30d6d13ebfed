// The server's time as this device knows it, also without a network and after a restart: what the last
// response of the server said, and the device's clocks since.
import { serverNow } from '@/shared/api/timeoutFetch'
import { type Clock, guess, serverTime } from '@/shared/attempt/clock'
import { tryStorage } from '@/shared/device/tryStorage'

const KEY = 'sabi.clock'
/** The wall clock jumps by more than this only where it was set, or the device slept. */
const JUMP = 2_000

interface Known {
  /** The server's clock minus the device's wall clock, in milliseconds. */
  offset: number
  /** A time that has passed. */
  last: number
}

/** Two responses of the server in one page differ by more than this, in milliseconds. */
const SAME = 5

let clock: Clock | null = null
/** The server's time at the start of the page, by the response that set the clock. */
let responseBase: number | null = null

/**
 * The estimated time of the server, in milliseconds. Without a response of the server it never falls while
 * the page is open, nor below what was kept by `keepTime`.
 */
export function estimatedNow(): number {
  const reading = { mono: performance.now(), wall: Date.now() }
  const heard = serverNow()
  const base = heard === null ? null : heard - reading.mono
  // Only a new answer sets the clock: after an older one the device may have slept.
  if (heard !== null && base !== null && Math.abs(base - (responseBase ?? 0)) > SAME) {
    responseBase = base
    clock = { ...guess(heard - reading.wall, heard, reading), base }
    return heard
  }
  if (clock === null) {
    const { offset, last } = known()
    clock = guess(offset, last, reading)
  }
  const gap = reading.wall - reading.mono
  // The device slept, which its other clock may not have counted.
  if (gap - clock.gap > JUMP) clock = { ...clock, base: clock.base + gap - clock.gap }
  clock = { ...clock, gap }
  return serverTime(clock, reading)
}

/** Keeps the time for a start without a network. */
export function keepTime(): void {
  const now = estimatedNow()
  const offset = serverNow() === null ? known().offset : now - Date.now()
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify({ offset, last: now })))
}

/** A time (milliseconds) that has passed, as an answer says that was given at it: the estimate is not before. */
export function passed(at: number): void {
  const behind = at - estimatedNow()
  if (behind > 0 && clock !== null) clock = { ...clock, base: clock.base + behind }
}

/** The clock counts as set back once it is behind the latest known time by more than this, in milliseconds. */
const BEHIND = 60 * 60_000

/**
 * Whether the device's clock shows a time that has long passed: it was set back, or the device had no power
 * at all. What is timed by it would look older than it is.
 */
export function isSetBack(): boolean {
  const { offset, last } = known()
  return serverNow() === null && Date.now() + offset < last - BEHIND
}

function known(): Known {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  const { offset, last } = (kept ?? {}) as Partial<Known>
  return {
    offset: typeof offset === 'number' ? offset : 0,
    last: typeof last === 'number' ? last : 0,
  }
}

/** For tests that play a restart. */
export function forgetClock(): void {
  clock = null
  responseBase = null
}
