// The running test as one state machine: (state, event) → [state, effects]. Each change is stored
// on the device first (typed text once a second, and before anything is sent). It is sent to the
// server soon, and shown as saved only when the server has acknowledged it. This file handles the
// events of the student, the browser, the clock and other tabs; `exchange.ts` decides which call is
// due and what its response changes. Both are pure: readings of the clocks come with the events, timers are
// times in the state (`dueAt`), and effects are listed.

import type { Reveal } from '@/shared/api/types'
import { isSure, type Reading, serverTime } from './clock'
import {
  adopt,
  type Draft,
  drain,
  type Effect,
  failed,
  HEARTBEAT,
  interrupt,
  isForced,
  isForeign,
  isHeartbeatDue,
  isLastSecond,
  isOpen,
  keptOf,
  locked,
  proceed,
  type Reply,
  replied,
  returnToTest,
  set,
  submit,
  wake,
} from './exchange'
import { hasUnsent, type Kind, type Outbox, putAnswer, putMark, putReview, putSeen } from './outbox'
import { type Failure, hasWaiting, type Moment, type TestState, timeLeft } from './state'
import type { StorageResult, StoredAttempt } from './storage'

export type { Effect, Reply } from './exchange'

export type Input =
  /** The window opens, and goes. */
  | { is: 'start' | 'stop' }
  /** `mark` when the choice is to be marked at once, which makes it final. */
  | { is: 'answer'; id: string; kind: Kind; value: string | null; mark?: boolean }
  | { is: 'review'; id: string; marked: boolean }
  /** Puts a question on screen. */
  | { is: 'show'; id: string }
  /** Asks for key and explanation. */
  | { is: 'reveal'; id: string; kind: Kind }
  | { is: 'revealed'; id: string; reveal: Reveal }
  | { is: 'submit' }
  /** Back to the paper from a submission that has no answer yet. */
  | { is: 'return-to-test' }
  /** The student has read which answers did not arrive in time: they need not be kept. */
  | { is: 'lost-read' }
  /** Time has passed: now and then, and whenever `dueAt` says. */
  | { is: 'tick' }
  /** The connection or the attention is back: a good moment to send. */
  | { is: 'awake' }
  /** The window is hidden; on phones this is the last word. */
  | { is: 'hidden' }
  /** The window is shown again; `away` is how long it was hidden, in milliseconds. */
  | { is: 'shown'; away: number }
  /** Somebody logged in or out in this browser. */
  | { is: 'session' }
  /** Another tab of this device has kept this; null once it erased all. */
  | { is: 'other-tab'; kept: StoredAttempt | null }
  /** The newest write to the device is done. */
  | { is: 'kept'; version: number; keeping: StorageResult }
  /** The lock is ours; `kept` is what the device holds now. */
  | { is: 'locked'; kept: StoredAttempt | null }
  /** Call `number`, made at `sent`, was answered. */
  | { is: 'replied'; number: number; reply: Reply; sent: Reading }
  /** Call `number` failed, or the request for the lock (null); `chance` is random, from 0 to 1. */
  | { is: 'failed'; number: number | null; failure: Failure; chance: number }

export type Event = Input & { now: Moment }

/** How long typed text may wait to be kept: each write holds all answers. */
const TYPING = 1_000
/** How long an answer rests before it is sent. */
const SOON = 500
/** How long a text that keeps growing may rest, and what nobody waits for. */
const AT_LATEST = 5_000
/** In the last seconds nothing rests before it is sent. */
const HURRY = 10_000
/** How long out of sight before clock and answers are read again. */
const LONG_AWAY = 60_000
/** Milliseconds until the server is asked for the time once more. */
const ASK_AGAIN = 3_000

export function step(before: TestState, event: Event): [TestState, Effect[]] {
  const draft: Draft = { state: before, effects: [], now: event.now, keeps: false }
  apply(draft, event)
  revealWhatArrived(draft)
  proceed(draft)
  if (draft.keeps || mustKeep(draft)) {
    const version = draft.state.version + 1
    set(draft, { version, keeping: 'writing', keepAt: null })
    // Before anything is sent.
    draft.effects.unshift({ do: 'keep', kept: keptOf(draft.state, draft.now), version })
  }
  return [draft.state, draft.effects]
}

/** Whether text that was typed has waited long enough, or is sent now, or the window is left. */
function mustKeep({ state, effects, now }: Draft) {
  const { keepAt, started, leaving, ended } = state
  if (keepAt === null || ended !== null) return false
  return now.mono >= keepAt || leaving || !started || effects.some((one) => one.do === 'call')
}

/** The monotonic time of the next `tick` that the machine needs; null for none. */
export function dueAt(state: TestState) {
  const { started, ended, exchange, keepAt, sendAt, powerSafe, heartbeatAt } = state
  if (!started || ended !== null) return null
  const due = Math.min(
    keepAt ?? Number.POSITIVE_INFINITY,
    sendAt ?? Number.POSITIVE_INFINITY,
    exchange.is === 'waiting' ? exchange.until : Number.POSITIVE_INFINITY,
    powerSafe === null ? Number.POSITIVE_INFINITY : heartbeatAt,
  )
  return due === Number.POSITIVE_INFINITY ? null : due
}

function apply(draft: Draft, event: Event) {
  const { state, now } = draft
  switch (event.is) {
    case 'start':
      return start(draft)
    case 'stop':
      return stop(draft)
    case 'answer': {
      const { id, kind, value, mark } = event
      const answered = putAnswer(state.outbox, id, kind, value, serverTime(state.clock, now))
      if (kind === 'theory') return typed(draft, answered)
      if (!mark || value === null) return change(draft, answered)
      // Somebody waits for the key.
      return change(draft, putMark(answered, id), drain)
    }
    case 'review': {
      const { id, marked } = event
      return change(draft, putReview(state.outbox, id, marked, serverTime(state.clock, now)))
    }
    case 'show':
      return show(draft, event.id)
    case 'reveal':
      if (isForeign(draft)) return refuseReveal(draft, event.id, { is: 'signed-out' })
      // In practice a look at the key settles the answer: what was given must be there first.
      set(draft, { toReveal: { ...state.toReveal, [event.id]: event.kind } })
      return drain(draft)
    case 'revealed':
      set(draft, { revealed: { ...state.revealed, [event.id]: event.reveal } })
      draft.keeps = true
      return
    case 'submit':
      return submit(draft)
    case 'return-to-test':
      return returnToTest(draft)
    case 'lost-read':
      draft.effects.push({ do: 'erase' })
      return
    case 'tick':
      return tick(draft)
    case 'awake':
      return awake(draft)
    case 'hidden':
      set(draft, { leaving: true })
      return drain(draft)
    case 'shown':
      set(draft, { leaving: false })
      if (!isSure(state.clock, now) || event.away > LONG_AWAY) set(draft, { fresh: false })
      // The mock may be over.
      if (event.away > LONG_AWAY) set(draft, { heldBack: [] })
      return awake(draft)
    case 'session':
      return sessionChanged(draft)
    case 'other-tab':
      adopt(draft, event.kept)
      // Gone: another tab has ended the test.
      if (event.kept === null) set(draft, { fresh: false })
      // That tab may be closed before it has sent all: then it is on us.
      if (hasToAsk(draft.state)) later(draft)
      return
    case 'kept':
      // Text that was typed meanwhile is not kept yet.
      if (event.version === state.version && state.keepAt === null)
        set(draft, { keeping: event.keeping })
      return
    case 'locked':
      return locked(draft, event.kept)
    case 'replied':
      return replied(draft, event.number, event.reply, event.sent)
    case 'failed':
      return failed(draft, event.number, event.failure, event.chance)
  }
}

function start(draft: Draft) {
  const { ended, place } = draft.state
  if (ended !== null) {
    if (ended.lost.length === 0) draft.effects.push({ do: 'erase' })
    return
  }
  set(draft, { started: true, heartbeatAt: draft.now.mono + HEARTBEAT / 2 })
  if (place !== null) show(draft, place)
  draft.keeps = true
  awake(draft)
}

function stop(draft: Draft) {
  interrupt(draft)
  set(draft, { started: false })
  if (draft.state.exchange.is !== 'locking') return
  set(draft, { exchange: { is: 'idle' } })
  draft.effects.push({ do: 'abort' })
}

function change(draft: Draft, outbox: Outbox, send = soon) {
  if (outbox === draft.state.outbox || !isOpen(draft.state)) return
  set(draft, { outbox })
  draft.keeps = true
  const time = timeLeft(draft.state, draft.now)
  if (time !== null && time < HURRY) drain(draft)
  else send(draft)
}

/** The same for text: it is kept once a second while it grows. */
function typed(draft: Draft, outbox: Outbox) {
  const { keeps, state } = draft
  change(draft, outbox)
  if (draft.state.outbox === state.outbox) return
  draft.keeps = keeps
  set(draft, { keepAt: state.keepAt ?? draft.now.mono + TYPING, keeping: 'writing' })
}

function show(draft: Draft, id: string) {
  const { outbox, place } = draft.state
  if (place === id && id in outbox.seen) return
  set(draft, { place: id })
  const seen = putSeen(outbox, id)
  if (seen === outbox) draft.keeps = true
  else change(draft, seen, later)
}

/** Sends after the answer has rested: its student may go on typing, or choose another. */
function soon(draft: Draft) {
  const { mono } = draft.now
  const { restingSince, apartUntil } = draft.state
  const since = restingSince ?? mono
  const sendAt = Math.max(apartUntil, Math.min(mono + SOON, since + AT_LATEST))
  set(draft, { sendAt, restingSince: since })
}

/** The same for what nobody waits for. */
function later(draft: Draft) {
  if (draft.state.restingSince === null) set(draft, { sendAt: draft.now.mono + AT_LATEST })
}

const hasToAsk = (state: TestState) => !state.fresh || hasWaiting(state)

function awake(draft: Draft) {
  wake(draft)
  if (hasToAsk(draft.state)) drain(draft)
}

function sessionChanged(draft: Draft) {
  const { link, submission, user } = draft.state
  if (isForeign(draft)) return set(draft, { link: { is: 'signed-out' } })
  if (link.is !== 'signed-out' || draft.now.owner !== user) return
  drain(draft)
  // What only the login held up.
  if (submission.is === 'failed' && submission.signedOut && submission.forced) submit(draft)
}

function tick(draft: Draft) {
  const { started, ended, exchange, sendAt, apartUntil } = draft.state
  if (!started || ended !== null) return
  const { mono } = draft.now
  if (exchange.is === 'waiting' && mono >= exchange.until) set(draft, { exchange: { is: 'idle' } })
  if (sendAt !== null && mono >= sendAt) {
    // Another save has left meanwhile.
    if (mono < apartUntil) set(draft, { sendAt: apartUntil })
    else drain(draft)
  }
  if (draft.state.powerSafe !== null && mono >= draft.state.heartbeatAt) {
    set(draft, { heartbeatAt: mono + HEARTBEAT / 2 })
    if (isHeartbeatDue(draft)) drain(draft)
  }
  watchTime(draft)
}

/** Submits by force when the time is up, and has the server asked where that is not certain. */
function watchTime(draft: Draft) {
  const { state, now } = draft
  if (state.deadline === null) return
  if (!isSure(state.clock, now) && now.mono >= state.askAt && isOpen(state)) {
    set(draft, { askAt: now.mono + ASK_AGAIN, fresh: false })
    drain(draft)
  }
  // A clock that rests on the device's own says nothing for certain: the test goes on, and its
  // answers are kept, until the server has been asked.
  if (state.clock.asked && !isForced(state) && isLastSecond(draft)) submit(draft, true)
}

/** Asks for the keys that wait, once the answers given before have arrived. */
function revealWhatArrived(draft: Draft) {
  const { toReveal, outbox, link, ended } = draft.state
  const waiting = Object.entries(toReveal)
  if (waiting.length === 0) return
  const arrived = !hasUnsent(outbox)
  if (!arrived && ended === null && (link.is === 'up' || link.is === 'sending')) return
  set(draft, { toReveal: {} })
  // The window shows no question any more.
  if (ended !== null) return
  for (const [id, kind] of waiting) {
    if (arrived) draft.effects.push({ do: 'reveal', id, kind })
    else refuseReveal(draft, id, link)
  }
}

const refuseReveal = (draft: Draft, id: string, link: TestState['link']) =>
  void draft.effects.push({ do: 'refuse-reveal', id, link })
