// The exchange of a running test with the server: one call at a time, under a lock that all
// tabs of this device share. `next` alone decides which call that is, from the state; replies
// and failures only change the state. Pure: effects are listed, not done.

import type { Answer, Attempt } from '@/shared/api/types'
import type { Saved, Submitted } from './api'
import { hear, isSure, type Reading, serverTime, wallOffset } from './clock'
import {
  absorb,
  heartbeat,
  type Kind,
  merge,
  toWire,
  unacknowledged,
  unsentAnswers,
} from './outbox'
import {
  afterRefusal,
  afterSave,
  byId,
  type Call,
  type Failure,
  heardNow,
  type Link,
  lostIn,
  type Moment,
  nextBatch,
  type Outcome,
  outcomeOf,
  parseTime,
  powerSafeOf,
  type TestState,
  timeLeft,
} from './state'
import type { StoredAttempt } from './storage'

/** What the machine wants done; `run.ts` does it. */
export type Effect =
  /** Keeps this on the device, then reports `kept`. */
  | { do: 'keep'; kept: StoredAttempt; version: number }
  /** Forgets the test on this device. */
  | { do: 'erase' }
  /** Asks for the lock, then reports `locked`. */
  | { do: 'lock' }
  | { do: 'unlock' }
  /** Makes a call, then reports `replied` or `failed`. */
  | { do: 'call'; number: number; call: Call }
  /** Aborts the call under way, or the wait for the lock. */
  | { do: 'abort' }
  /** Asks for a key, then reports `revealed`. */
  | { do: 'reveal'; id: string; kind: Kind }
  /** No key is asked for, because answers given before have not arrived. */
  | { do: 'refuse-reveal'; id: string; link: Link }

/** The server's response to a call. */
export type Reply =
  | { is: 'peek'; attempt: Attempt }
  | { is: 'save'; saved: Saved }
  | { is: 'submit'; submitted: Submitted }

/** One step of the machine while it is taken. */
export interface Draft {
  state: TestState
  effects: Effect[]
  now: Moment
  /** Whether the state is to be kept on the device at the end of the step. */
  keeps: boolean
}

/** Forced submission: at one second remaining. */
const LAST_SECOND = 1_000
/** How long after a save of answers the next one waits, unless something calls for it at once. */
const APART = 5_000
/** How often the device must be heard for a power-safe clock to run, if only of its being there. */
export const HEARTBEAT = 10_000

const FIRST_WAIT = 1_000
const LONGEST_WAIT = 15_000
/** The longest that the server's Retry-After is followed. */
const LONGEST_REST = 4 * LONGEST_WAIT

export function set(draft: Draft, part: Partial<TestState>) {
  draft.state = { ...draft.state, ...part }
}

/** Whether answers are taken: neither ended nor on the way to be submitted. */
export const isOpen = ({ ended, submission }: TestState) =>
  ended === null && submission.is !== 'sending'

export const isForced = ({ submission }: TestState) => submission.is !== 'none' && submission.forced

/** Whether another user is logged in on this device. Then nothing of this test may be sent. */
export const isForeign = ({ state, now }: Draft) => now.owner !== null && now.owner !== state.user

export const isHeartbeatDue = ({ state: { powerSafe, clock }, now }: Draft) =>
  powerSafe !== null && serverTime(clock, now) - powerSafe.heardAt >= HEARTBEAT

/** Sends what waits, now. */
export function drain(draft: Draft) {
  set(draft, { sendAt: null, restingSince: null })
  if (draft.state.started && isOpen(draft.state)) set(draft, { requested: true })
}

/** Tries again at once where the next try is waited for. */
export function wake(draft: Draft) {
  if (draft.state.exchange.is === 'waiting') set(draft, { exchange: { is: 'idle' }, tries: 0 })
}

/** Gives up what is under way, for something else or because the window goes. */
export function interrupt(draft: Draft) {
  wake(draft)
  set(draft, { sendAt: null, restingSince: null, requested: false })
  const { exchange } = draft.state
  if (exchange.is !== 'calling' || exchange.dropped) return
  set(draft, { exchange: { ...exchange, dropped: true } })
  draft.effects.push({ do: 'abort' })
}

/** Ends the test; `forced` when the time is up and there is no way back. */
export function submit(draft: Draft, forced = isForced(draft.state)) {
  const { submission, ended } = draft.state
  if (ended !== null) return
  if (submission.is !== 'sending') interrupt(draft)
  else if (!forced || submission.forced) return
  const offline = submission.is === 'sending' && submission.offline
  set(draft, { submission: { is: 'sending', forced, offline } })
}

/** Back to the paper from a submission that has no answer yet. */
export function returnToTest(draft: Draft) {
  if (draft.state.submission.is !== 'none') interrupt(draft)
  set(draft, { submission: { is: 'none' } })
  draft.keeps = true
  drain(draft)
}

/** Takes in what another tab of this device has kept. */
export function adopt(draft: Draft, kept: StoredAttempt | null) {
  if (kept === null) return
  const { outbox, revealed, powerSafe } = draft.state
  const heard = kept.timing?.powerSafe?.heardAt ?? 0
  set(draft, {
    outbox: merge(outbox, kept.outbox),
    revealed: { ...kept.revealed, ...revealed },
    ...(powerSafe !== null && heard > powerSafe.heardAt && kept.timing),
  })
}

/** Asks for the lock where an exchange is wanted and none is under way. */
export function proceed(draft: Draft) {
  const { started, ended, exchange, requested, submission } = draft.state
  const wanted = requested || submission.is === 'sending'
  if (!started || ended !== null || exchange.is !== 'idle' || !wanted) return
  set(draft, { exchange: { is: 'locking' } })
  draft.effects.push({ do: 'lock' })
}

/** The lock is ours. `kept` is what the device holds now, which other tabs may have changed. */
export function locked(draft: Draft, kept: StoredAttempt | null) {
  if (draft.state.exchange.is !== 'locking') return
  adopt(draft, kept)
  set(draft, { requested: false })
  next(draft)
}

/**
 * Makes the call that is due, or gives the lock back. `asked`: the server was just asked for the
 * time; `answered`: what a submission carries instead of all that waits.
 */
function next(draft: Draft, asked = false, answered?: Answer[]) {
  const { state, now } = draft
  const { submission, outcome, outbox, fresh } = state
  if (!state.started || state.ended !== null) return release(draft)
  if (isForeign(draft)) return giveUp(draft, { is: 'signed-out' })
  if (outcome !== null) return peek(draft)
  if (submission.is === 'sending') {
    // The wall clock has jumped, or the test started without the server: ask before ending it.
    if (submission.forced && !asked && !isSure(state.clock, now)) return peek(draft)
    const waiting = answered ?? unsentAnswers(outbox).map(toWire)
    return call(draft, { is: 'submit', answered: waiting, forced: submission.forced })
  }
  if (!fresh) return peek(draft)
  const batch = nextBatch(state) ?? (isHeartbeatDue(draft) ? heartbeat(outbox) : null)
  if (batch === null) {
    set(draft, { link: { is: 'up' }, oneByOne: false })
    return release(draft)
  }
  if (state.link.is !== 'offline') set(draft, { link: { is: 'sending' } })
  const carriesAnswers = batch.answers.length + batch.review.length > 0
  if (carriesAnswers) set(draft, { apartUntil: now.mono + APART })
  call(draft, { is: 'save', batch, last: state.leaving })
}

const peek = (draft: Draft) => call(draft, { is: 'peek', known: draft.state.outbox.revision })

function call(draft: Draft, what: Call) {
  const number = draft.state.calls + 1
  set(draft, {
    calls: number,
    exchange: { is: 'calling', number, call: what, dropped: false },
  })
  draft.effects.push({ do: 'call', number, call: what })
}

function release(draft: Draft) {
  set(draft, { exchange: { is: 'idle' }, tries: 0 })
  draft.effects.push({ do: 'unlock' })
}

/** The server answered call `number`, which was made at `sent`. */
export function replied(draft: Draft, number: number, reply: Reply, sent: Reading) {
  const { exchange } = draft.state
  if (exchange.is !== 'calling' || exchange.number !== number) return
  const { call } = exchange
  if (reply.is === 'save' && call.is === 'save') {
    const { saved } = reply
    hearTime(draft, saved.serverNow, sent)
    const deadline = parseTime(saved.deadline)
    set(draft, {
      ...afterSave(draft.state, call.batch, saved),
      deadline,
      powerSafe: heardNow(draft.state, Date.parse(saved.serverNow), deadline),
      link: { is: 'up' },
    })
    draft.keeps = true
    const { fresh, oneByOne } = draft.state
    if (!fresh || oneByOne) drain(draft)
    release(draft)
  } else if (reply.is === 'peek' && call.is === 'peek')
    afterPeek(draft, reply.attempt, call.known, sent)
  else if (reply.is === 'submit') {
    const { quizId } = reply.submitted
    finish(draft, { how: quizId === null ? 'cancelled' : 'submitted', quizId })
  }
}

function afterPeek(draft: Draft, attempt: Attempt, known: number, sent: Reading) {
  hearTime(draft, attempt.serverNow, sent)
  set(draft, { outbox: absorb(draft.state.outbox, attempt, known), fresh: true })
  const { outcome, powerSafe, revealed } = draft.state
  if (outcome !== null) return end(draft, outcome)
  if (attempt.state !== 'running') return end(draft, outcomeOf(attempt))
  set(draft, {
    deadline: parseTime(attempt.deadline),
    powerSafe: powerSafeOf(attempt, powerSafe?.heardAt ?? 0),
    revealed: { ...revealed, ...byId(attempt.revealed) },
  })
  draft.keeps = true
  if (isForced(draft.state) && !isLastSecond(draft)) {
    set(draft, { submission: { is: 'none' } })
    drain(draft)
  }
  next(draft, true)
}

const hearTime = (draft: Draft, serverNow: string, sent: Reading) =>
  set(draft, { clock: hear(draft.state.clock, Date.parse(serverNow), sent, draft.now) })

/** Whether the time is up, or as good as. */
export function isLastSecond({ state, now }: Draft): boolean {
  const time = timeLeft(state, now)
  return time !== null && time <= LAST_SECOND
}

/** Call `number` failed, or the request for the lock (null). `chance` is any number from 0 to 1. */
export function failed(draft: Draft, number: number | null, failure: Failure, chance: number) {
  const { exchange } = draft.state
  if (exchange.is === 'locking' && number === null)
    return giveUp(draft, linkAfter(failure), failure.why)
  if (exchange.is !== 'calling' || exchange.number !== number) return
  if (exchange.dropped) return release(draft)
  const { call } = exchange
  if (failure.is === 'closed') return finish(draft, outcomeOf(failure.body))
  if (call.is === 'save') {
    const better = afterRefusal(draft.state, call.batch, failure)
    if (better !== null) {
      set(draft, better)
      return next(draft)
    }
    if (failure.is === 'time-up') {
      release(draft)
      return submit(draft, true)
    }
  }
  if (call.is === 'submit') {
    const { answered } = call
    // An answer that cannot be taken must not hold up the end of the time, nor cost another one.
    if (failure.is === 'refused' && isForced(draft.state) && answered.length > 0)
      return next(draft, true, without(answered, Object.keys(failure.fields)))
    if (failure.is === 'stale' || failure.is === 'time-up') return rest(draft, failure, chance)
  }
  if (failure.is === 'down') return rest(draft, failure, chance)
  giveUp(draft, linkAfter(failure), failure.why)
}

/** The answers but those that the server names by `answered[2].answer`; none where it names none. */
function without(answered: Answer[], fields: string[]): Answer[] {
  const named = new Set(fields.map((field) => /^answered\[(\d+)\]/.exec(field)?.[1]))
  const others = answered.filter((_, place) => !named.has(String(place)))
  return others.length < answered.length ? others : []
}

/** Waits before the next try: longer each time, and never equally long on all devices. */
function rest(draft: Draft, { retryAfter }: Failure, chance: number) {
  const { submission, tries } = draft.state
  const own = Math.min(LONGEST_WAIT, FIRST_WAIT * (1 + chance) * 2 ** tries)
  const wait = own + Math.min((retryAfter ?? 0) * 1000, LONGEST_REST)
  set(draft, {
    ...(submission.is === 'sending'
      ? { submission: { ...submission, offline: true } }
      : { link: { is: 'offline' } }),
    exchange: { is: 'waiting', until: draft.now.mono + wait },
    tries: tries + 1,
    requested: true,
  })
  if (submission.is === 'sending') draft.keeps = true
  draft.effects.push({ do: 'unlock' })
}

/** What stopped the saving for good, or until the student logs in again. */
const linkAfter = ({ is, why }: Failure): Link =>
  is === 'signed-out' ? { is } : { is: 'stopped', why }

/** Gives up until the student, or a login, calls for another try. */
function giveUp(draft: Draft, link: Link, why = '') {
  const { submission } = draft.state
  const signedOut = link.is === 'signed-out'
  if (submission.is !== 'sending') set(draft, { link })
  else {
    const { forced } = submission
    set(draft, {
      submission: { is: 'failed', forced, why, signedOut },
      ...(signedOut && { link }),
    })
    draft.keeps = true
  }
  set(draft, { requested: false })
  release(draft)
}

/** The test has ended by the server's word, but answers may not have arrived before. */
function finish(draft: Draft, outcome: Outcome) {
  // The reply to the call that carried them may have been lost, so that only the server knows.
  if (unacknowledged(draft.state.outbox).length === 0) return end(draft, outcome)
  set(draft, { outcome })
  next(draft)
}

function end(draft: Draft, outcome: Outcome) {
  const lost = lostIn(draft.state.outbox)
  const timeUp = isForced(draft.state) || isLastSecond(draft)
  set(draft, {
    ended: { ...outcome, timeUp, lost },
    submission: { is: 'none' },
    outcome: null,
    sendAt: null,
  })
  release(draft)
  // What did not arrive stays until the student has read of it.
  if (lost.length > 0) draft.keeps = true
  else draft.effects.push({ do: 'erase' })
}

/** Everything of the state that is kept on the device. */
export function keptOf({ user, about, ...state }: TestState, now: Reading): StoredAttempt {
  const { outbox, place, revealed, clock, deadline, powerSafe, submission } = state
  const isSubmitted = submission.is === 'sending' && submission.offline && !submission.forced
  return {
    user,
    outbox,
    place,
    revealed,
    about,
    clock: { offset: wallOffset(clock, now), last: serverTime(clock, now) },
    timing: { deadline, powerSafe },
    ...(isSubmitted && { isSubmitted }),
  }
}
