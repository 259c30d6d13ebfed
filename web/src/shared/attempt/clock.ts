// The server's clock as seen from this device. Built on the monotonic clock
// (performance.now), so that setting the device's time changes nothing. The wall clock is read
// only to notice that it jumped: somebody set it, or the device slept, which the monotonic clock may
// not count. Then the server is asked; the time left never falls by a jump.
// Pure: every reading is handed in. All values are milliseconds.

/** One reading of both clocks of the device. */
export interface Reading {
  /** performance.now() */
  mono: number
  /** Date.now() */
  wall: number
}

export interface Clock {
  /** Server time when the monotonic clock stood at 0. */
  base: number
  /** The estimate is at most this far off, at the time of the reading. */
  slack: number
  /** Monotonic time of the reading. */
  takenAt: number
  /** Wall clock minus monotonic clock at the reading: it jumps when the device slept. */
  gap: number
  /** False when the estimate rests on the device's wall clock alone. */
  asked: boolean
}

/** More than clock adjustments and timer jitter, less than any sleep that matters. */
const JUMP = 2_000
/** How much two crystals may drift apart, as a share of the time passed. */
const DRIFT = 0.0005

/** Takes in a time told by the server in an answer to a request. */
export function hear(clock: Clock | null, serverNow: number, sent: Reading, got: Reading): Clock {
  // The device slept meanwhile, before the server looked at its clock or after: rather after.
  if (got.wall - sent.wall - (got.mono - sent.mono) > JUMP)
    return clock ?? guess(serverNow - sent.wall, serverNow, got)
  const heard: Clock = {
    // The server looked at its clock somewhere between sending and receiving.
    base: serverNow - (sent.mono + got.mono) / 2,
    slack: (got.mono - sent.mono) / 2,
    takenAt: got.mono,
    gap: got.wall - got.mono,
    asked: true,
  }
  if (clock === null || !isSure(clock, got)) return heard
  const slackNow = clock.slack + (got.mono - clock.takenAt) * DRIFT
  // Readings that exclude one another: something happened in between, the newer is right.
  if (Math.abs(heard.base - clock.base) > slackNow + heard.slack) return heard
  // A slow answer says less than what is known already.
  return heard.slack <= slackNow ? heard : clock
}

/**
 * A clock for a start without the server, from how far the wall clock was off (`offset`,
 * server minus wall) when last heard. Never before `last`, a time the server has passed.
 */
export function guess(offset: number, last: number, now: Reading): Clock {
  const server = Math.max(now.wall + offset, last)
  return {
    base: server - now.mono,
    slack: Number.POSITIVE_INFINITY,
    takenAt: now.mono,
    gap: now.wall - now.mono,
    asked: false,
  }
}

/** The server's time now, as estimated: at most as late as it is, where the device has slept. */
export const serverTime = (clock: Clock, now: Reading) => clock.base + now.mono

/** Whether the estimate still holds: told by the server, and no jump of the wall clock since. */
export const isSure = (clock: Clock, now: Reading) =>
  clock.asked && now.wall - now.mono - clock.gap <= JUMP

/** Server time minus the device's wall clock, to be kept for a start without the server. */
export const wallOffset = (clock: Clock, now: Reading) => serverTime(clock, now) - now.wall

/** A power-safe test: its clock stops while nothing is heard of the device. */
export interface PowerSafe {
  /** Server time at which the device was last heard. */
  heardAt: number
  /** For how much longer the time may be paused, in all. */
  pauseLeft: number
}

/** When the time of a test is over, as far as it has been told. */
export interface Timing {
  /** Milliseconds of the server's clock; null in study. */
  deadline: number | null
  /** Null where the clock does not stop. */
  powerSafe: PowerSafe | null
}

/** How long a device may be silent before the clock stops. */
export const SILENCE = 20_000
/** The longest that a time may be paused, in all. */
export const MOST_PAUSE = 60 * 60_000

/** For how long the time has been paused since the device was last heard, at this server time. */
export function pausedFor(safe: PowerSafe | null, deadline: number | null, server: number): number {
  if (safe === null || deadline === null) return 0
  const stops = safe.heardAt + SILENCE
  // The time ends before a pause would begin.
  if (stops >= deadline) return 0
  return Math.min(Math.max(0, server - stops), safe.pauseLeft)
}

/** Milliseconds left, never below 0; null without a deadline. */
export function remaining(clock: Clock, deadline: number | null, now: Reading): number | null {
  return deadline === null ? null : Math.max(0, deadline - serverTime(clock, now))
}

/** The clock's face: `1:05:09`, `05:09`. A started second counts as one. */
export function face(ms: number): string {
  const total = Math.ceil(ms / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(total / 3600)
  const minutes = two(Math.floor((total % 3600) / 60))
  const seconds = two(total % 60)
  return hours > 0 ? `${hours}:${minutes}:${seconds}` : `${minutes}:${seconds}`
}

const MINUTES_TOLD = [1, 5, 30] as const

/**
 * The minutes to announce when the time left falls from `before` to `now`; null for none. Those
 * that are really left: a sleep passes over what would have been told.
 */
export function minutesToAnnounce(before: number, now: number): number | null {
  const isTold = MINUTES_TOLD.some((m) => before > m * 60_000 && now <= m * 60_000)
  return isTold ? Math.ceil(now / 60_000) : null
}
