// What a running test looks like at one moment, how it begins, and what the window may
// truthfully say of it. Pure: every reading of a clock is handed in.

import { union } from 'es-toolkit'
import type { Answer, Attempt, Reveal } from '@/shared/api/types'
import type { Fault, Saved } from './api'
import {
  type Clock,
  guess,
  hear,
  MOST_PAUSE,
  type PowerSafe,
  pausedFor,
  type Reading,
  remaining,
  SILENCE,
  serverTime,
  type Timing,
} from './clock'
import {
  absorb,
  acknowledge,
  type Batch,
  emptyOutbox,
  hasUnsent,
  isFinal,
  isGiven,
  type Kind,
  lastAnswered,
  type Outbox,
  refuse,
  takeBatch,
  unacknowledged,
  unmarked,
} from './outbox'
import type { StorageResult, StoredAttempt } from './storage'

/** How the last word with the server went. */
export type Link =
  | { is: 'up' | 'sending' | 'offline' | 'signed-out' }
  | { is: 'stopped'; why: string }

export type Submission =
  | { is: 'none' }
  /** On its way; `forced` when the time is up and there is no way back. */
  | { is: 'sending'; forced: boolean; offline: boolean }
  /** `signedOut` when it needs a login first. */
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

/** The part of the state that decides what the next save carries. */
export interface Sending {
  outbox: Outbox
  /** Whether the attempt was read since somebody else may have changed it. */
  fresh: boolean
  /** Whether saves carry one answer each, to find the one that is refused. */
  oneByOne: boolean
  /** The keys that are known here. */
  revealed: Readonly<Record<string, Reveal>>
  /** Questions to be marked whose key the server keeps back: they are in a mock that is being taken. */
  heldBack: readonly string[]
}

/** A request of this test to the server. */
export type Call =
  /** Reads the attempt; `known` is the revision that was known when it was asked for. */
  | { is: 'peek'; known: number }
  /** `last` when the page may be on its way out. */
  | { is: 'save'; batch: Batch; last: boolean }
  | { is: 'submit'; answered: Answer[]; forced: boolean }

/** The one exchange with the server, under a lock that all tabs of this device share. */
export type Exchange =
  | { is: 'idle' }
  | { is: 'locking' }
  /** `dropped` once nothing waits for its result any more: it is being aborted. */
  | { is: 'calling'; number: number; call: Call; dropped: boolean }
  /** The server did not answer. `until` is when to try again, by the monotonic clock. */
  | { is: 'waiting'; until: number }

/** How the server says that an attempt ended. */
export interface Outcome {
  how: Ended['how']
  quizId: string | null
}

export interface TestState extends Timing, Sending {
  /** Whose attempt it is. */
  user: string
  /** Which test it is, to be named where its window is not open. */
  about: StoredAttempt['about']
  /** The question on screen. */
  place: string | null
  clock: Clock
  link: Link
  keeping: StorageResult | 'writing'
  /** Counts what was kept, so that only the newest write decides about `keeping`. */
  version: number
  /** Keys that are asked for once the answers given so far have arrived. */
  toReveal: Readonly<Record<string, Kind>>
  submission: Submission
  /** The end, where it is still to be asked which answers arrived before it. */
  outcome: Outcome | null
  ended: Ended | null
  /** Whether the window is open: nothing is sent before `start` and after `stop`. */
  started: boolean
  /** Whether the window is hidden, so that each save may be its last. */
  leaving: boolean
  /** Whether an exchange is wanted now, or after the one under way. */
  requested: boolean
  exchange: Exchange
  /** The calls made so far: the number of the newest. */
  calls: number
  /** The tries without an answer, one after the other. */
  tries: number
  /** Monotonic time at which typed text that is not kept yet must be kept; null for none. */
  keepAt: number | null
  /** Monotonic times: when to send what rests, and since when it has rested. */
  sendAt: number | null
  restingSince: number | null
  /** Before this monotonic time no answer is sent that can wait. */
  apartUntil: number
  /** Monotonic time at which to see whether a power-safe clock must hear of the device. */
  heartbeatAt: number
  /** Monotonic time before which the server is not asked for the time once more. */
  askAt: number
}

/** Both clocks of the device, and whose the browser's session is (null when not known). */
export interface Moment extends Reading {
  owner: string | null
}

/** Where a test begins. */
export interface Beginning {
  user: string
  attempt: Attempt
  /** When the attempt was asked for and received; null when it comes from the device. */
  heard: { sent: Reading; got: Reading } | null
  kept: StoredAttempt | null
  about?: StoredAttempt['about']
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
    user: from.user,
    about: from.about,
    outbox,
    fresh: heard !== null,
    oneByOne: false,
    heldBack: [],
    place: from.place([kept?.place ?? null, lastAnswered(outbox)]),
    clock: heard
      ? hear(null, told, heard.sent, heard.got)
      : guess(kept?.clock.offset ?? 0, Math.max(told, kept?.clock.last ?? 0), now),
    ...timing,
    // Without the server the attempt is as it was when its window first opened.
    ...(heard === null && kept?.timing),
    link: { is: heard ? 'up' : 'offline' },
    keeping: 'disk',
    version: 0,
    revealed: { ...kept?.revealed, ...byId(attempt.revealed) },
    toReveal: {},
    // Was promised to be submitted once there is network again.
    submission:
      kept?.isSubmitted && attempt.state === 'running'
        ? { is: 'sending', forced: false, offline: heard === null }
        : { is: 'none' },
    outcome: null,
    ended: attempt.state === 'running' ? null : endOf(attempt, outbox),
    started: false,
    leaving: false,
    requested: false,
    exchange: { is: 'idle' },
    calls: 0,
    tries: 0,
    keepAt: null,
    sendAt: null,
    restingSince: null,
    apartUntil: 0,
    heartbeatAt: 0,
    askAt: 0,
  }
}

/** The end of an attempt that was over before the window opened; nobody tells what ended it. */
const endOf = (attempt: Attempt, outbox: Outbox): Ended => ({
  ...outcomeOf(attempt),
  timeUp: false,
  lost: lostIn(outbox),
})

/** Ids of the answers given here that the server does not hold. */
export const lostIn = (outbox: Outbox) => unacknowledged(outbox).map(([id]) => id)

/** The same of an attempt that is over, or of the server's refusal because it is. */
export const outcomeOf = ({ state, quizId }: { state?: unknown; quizId?: unknown }): Outcome => ({
  how: state === 'cancelled' ? 'cancelled' : 'submitted',
  quizId: typeof quizId === 'string' ? quizId : null,
})

/** Reveals by the id of their question. */
export const byId = (reveals: readonly Reveal[]): Record<string, Reveal> =>
  Object.fromEntries(reveals.map((one) => [idOf(one), one]))

const idOf = (reveal: Reveal) => ('theory' in reveal ? reveal.theory : reveal.question) ?? ''

/**
 * The pause allowance. The server has already moved the deadline by past pauses.
 * `heardAt` is when this device is known to have been heard.
 */
export function powerSafeOf(attempt: Attempt, heardAt: number): PowerSafe | null {
  if (!attempt.powerSafe) return null
  return {
    heardAt: Math.max(heardAt, Date.parse(attempt.serverNow) - SILENCE),
    pauseLeft: Math.max(0, MOST_PAUSE - attempt.pausedTime * 1000),
  }
}

/** The same after a save at `heardAt`, whose response had this deadline. */
export function heardNow(
  { powerSafe, deadline }: TestState,
  heardAt: number,
  newDeadline: number | null,
): PowerSafe | null {
  if (powerSafe === null) return null
  const paused = newDeadline === null || deadline === null ? 0 : Math.max(0, newDeadline - deadline)
  return { heardAt, pauseLeft: Math.max(0, powerSafe.pauseLeft - paused) }
}

const pauseOf = ({ powerSafe, deadline, clock }: TestState, now: Reading) =>
  pausedFor(powerSafe, deadline, serverTime(clock, now))

/** Milliseconds until the deadline, with pauses; null without a deadline. */
export const timeLeft = (state: TestState, now: Reading): number | null => {
  const { clock, deadline } = state
  return remaining(clock, deadline === null ? null : deadline + pauseOf(state, now), now)
}

/** Whether a power-safe timer is paused. */
export function isPaused(state: TestState, now: Reading): boolean {
  const paused = pauseOf(state, now)
  return paused > 0 && paused < (state.powerSafe?.pauseLeft ?? 0)
}

export const parseTime = (time: string | null) => (time === null ? null : Date.parse(time))

/**
 * Whether the server takes no other answer: in practice once its key was shown, in study once the
 * choice is marked.
 */
export const isSettled = ({ assessment }: Attempt, { revealed, outbox }: TestState, id: string) =>
  (assessment.slug === 'practice' && id in revealed) || isFinal(outbox, id)

/** How far the marking of a choice has come; `none` where it is not marked at once. */
export type Marking =
  | { is: 'none' | 'done' | 'asking' | 'in-mock' | 'offline' | 'signed-out' }
  | { is: 'stopped'; why: string }

export function markingOf({ outbox, revealed, heldBack, link }: TestState, id: string): Marking {
  if (!isFinal(outbox, id)) return { is: 'none' }
  if (id in revealed) return { is: 'done' }
  if (heldBack.includes(id)) return { is: 'in-mock' }
  if (link.is === 'up' || link.is === 'sending') return { is: 'asking' }
  return link.is === 'stopped' ? link : { is: link.is }
}

/** The questions to mark with the next save. */
const toMark = ({ outbox, revealed, heldBack }: Sending) =>
  unmarked(outbox, (id) => id in revealed || heldBack.includes(id))

/** Whether answers, marks for review or questions to mark wait to be sent. */
export const hasWaiting = (sending: Sending) =>
  hasUnsent(sending.outbox) || toMark(sending).length > 0

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

/** Why a call failed. */
export interface Failure {
  is: Fault
  /** Words for the student. */
  why: string
  /** Messages by the field of the request that they are about. */
  fields: Readonly<Record<string, string>>
  /** The body of the server's response. */
  body: { state?: unknown; quizId?: unknown }
  /** Seconds to wait before the next try, where the server asks for it. */
  retryAfter: number | null
}

/** The next save; null when nothing waits. */
export const nextBatch = (sending: Sending): Batch | null =>
  takeBatch(sending.outbox, toMark(sending), sending.oneByOne ? 1 : undefined)

/** The server took `batch`. */
export function afterSave(sending: Sending, batch: Batch, saved: Saved): Sending {
  const { revision, savedAt, ignored } = saved
  const revealed = { ...sending.revealed, ...byId(saved.revealed) }
  const reply = { revision, savedAt: Date.parse(savedAt) }
  return {
    outbox: acknowledge(sending.outbox, batch, reply),
    // Of an answer that lost, what stands in its place is to be shown.
    fresh: sending.fresh && ignored.length === 0,
    oneByOne: sending.oneByOne,
    revealed,
    heldBack: union(sending.heldBack, batch.mark).filter((id) => !(id in revealed)),
  }
}

/**
 * What puts a failed save right: reading the attempt again where somebody else saved first, or
 * leaving out the answer that is refused. Null where neither helps.
 */
export function afterRefusal(sending: Sending, batch: Batch, failure: Failure): Sending | null {
  if (failure.is === 'stale') return { ...sending, fresh: false }
  if (failure.is !== 'refused' || batch.answers.length === 0) return null
  if (batch.answers.length > 1) return { ...sending, oneByOne: true }
  const why = Object.values(failure.fields)[0] ?? failure.why
  return { ...sending, outbox: refuse(sending.outbox, batch, why), oneByOne: false }
}
