// What a running test looks like at one moment, how it begins, and what the window may
// truthfully say of it. Pure.

import type { Attempt, Reveal } from '@/api/types'
import {
  type Clock,
  guess,
  hear,
  MOST_PAUSE,
  type PowerSafe,
  type Reading,
  SILENCE,
  type Timing,
} from './clock'
import {
  absorb,
  emptyOutbox,
  hasUnsent,
  isGiven,
  lastAnswered,
  notHeld,
  type Outbox,
} from './outbox'
import type { Keeping, Kept } from './storage'

/** How the last word with the server went. */
export type Link =
  | { is: 'up' | 'sending' | 'offline' | 'signed-out' }
  | { is: 'stopped'; why: string }

export type Submission =
  | { is: 'none' }
  /** On its way; `forced` when the time is up and there is no way back. */
  | { is: 'sending'; forced: boolean; offline: boolean }
  /** `signedOut` when it needs a sign-in first. */
  | { is: 'failed'; forced: boolean; why: string; signedOut: boolean }

/** How the test ended; `quizId` null when there is no result. */
export interface Ended {
  how: 'submitted' | 'cancelled'
  quizId: string | null
  /** Whether it is known that the time ran out. */
  timeUp: boolean
  /** Ids of the answers given here that did not reach the server before the end. */
  lost: string[]
}

export interface TestState extends Timing {
  outbox: Outbox
  /** The question on screen. */
  place: string | null
  clock: Clock
  link: Link
  keeping: Keeping | 'writing'
  revealed: Readonly<Record<string, Reveal>>
  submission: Submission
  ended: Ended | null
}

/** Where a test begins. */
export interface Beginning {
  attempt: Attempt
  /** When the attempt was asked for and received; null when it comes from the device. */
  heard: { sent: Reading; got: Reading } | null
  kept: Kept | null
  /** The question to open: the first of these that the paper holds, else its own first. */
  place: (candidates: (string | null)[]) => string | null
}

export function firstState(from: Beginning, now: Reading): TestState {
  const { attempt, heard, kept } = from
  const before = kept?.outbox ?? emptyOutbox
  // What comes from the device was not asked for now.
  const outbox = absorb(before, attempt, heard ? before.revision : 0)
  const told = Date.parse(attempt.serverNow)
  const timing = {
    deadline: parseTime(attempt.deadline),
    powerSafe: powerSafeOf(attempt, outbox.savedAt ?? 0),
  }
  return {
    outbox,
    place: from.place([kept?.place ?? null, lastAnswered(outbox)]),
    clock: heard
      ? hear(null, told, heard.sent, heard.got)
      : guess(kept?.clock.offset ?? 0, Math.max(told, kept?.clock.last ?? 0), now),
    ...timing,
    // Without the server the attempt is as it was when its window first opened.
    ...(heard === null && kept?.timing),
    link: { is: heard ? 'up' : 'offline' },
    keeping: 'disk',
    revealed: { ...kept?.revealed, ...byId(attempt.revealed) },
    submission: { is: 'none' },
    ended: attempt.state === 'running' ? null : endOf(attempt, outbox),
  }
}

/** The end of an attempt that was over before the window opened; nobody tells what ended it. */
function endOf({ state, quizId }: Attempt, outbox: Outbox): Ended {
  const how = state === 'cancelled' ? 'cancelled' : 'submitted'
  return { how, quizId, timeUp: false, lost: idsOf(notHeld(outbox)) }
}

export const idsOf = (entries: [id: string, entry: unknown][]) => entries.map(([id]) => id)

/** Reveals by the id of their question. */
export const byId = (reveals: readonly Reveal[]): Record<string, Reveal> =>
  Object.fromEntries(reveals.map((one) => [idOf(one), one]))

const idOf = (reveal: Reveal) => ('theory' in reveal ? reveal.theory : reveal.question) ?? ''

/**
 * As the server tells it, which has moved the deadline by then by what the clock stood still.
 * `heardAt` is when this device is known to have been heard.
 */
export function powerSafeOf(attempt: Attempt, heardAt: number): PowerSafe | null {
  if (!attempt.powerSafe) return null
  return {
    heardAt: Math.max(heardAt, Date.parse(attempt.serverNow) - SILENCE),
    pauseLeft: Math.max(0, MOST_PAUSE - attempt.pausedTime * 1000),
  }
}

/** The same after a save at `heardAt`, which told the deadline. */
export function heardNow(
  { powerSafe, deadline }: TestState,
  heardAt: number,
  told: number | null,
): PowerSafe | null {
  if (powerSafe === null) return null
  const stood = told === null || deadline === null ? 0 : Math.max(0, told - deadline)
  return { heardAt, pauseLeft: Math.max(0, powerSafe.pauseLeft - stood) }
}

export const parseTime = (time: string | null) => (time === null ? null : Date.parse(time))

/** In practice an answer is settled once its key was shown: the server takes no other. */
export const isSettled = ({ assessment }: Attempt, { revealed }: TestState, id: string) =>
  assessment.slug === 'practice' && id in revealed

/** How many questions have an answer. */
export const answeredCount = ({ outbox }: TestState) =>
  Object.values(outbox.answers).filter((entry) => isGiven(entry.value)).length

/** What the window may truthfully say about the answers given so far. */
export type SaveStatus =
  | { is: 'none' | 'saving' | 'offline' | 'memory' | 'signed-out' }
  | { is: 'saved'; at: number }
  | { is: 'refused'; why: string }

export function saveStatus({ outbox, link, keeping }: TestState): SaveStatus {
  const bad = Object.values(outbox.answers).find((entry) => !entry.acked && entry.refused)
  if (bad?.refused !== undefined) return { is: 'refused', why: bad.refused }
  if (hasUnsent(outbox)) {
    if (link.is === 'stopped') return { is: 'refused', why: link.why }
    if (keeping === 'writing') return { is: 'saving' }
    if (link.is === 'up' || link.is === 'sending') return { is: 'saving' }
    if (keeping === 'memory') return { is: 'memory' }
    return { is: link.is }
  }
  return outbox.savedAt === null ? { is: 'none' } : { is: 'saved', at: outbox.savedAt }
}
