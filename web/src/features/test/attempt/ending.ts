// Ends a running test: submitted by the student or by force when the time is up (spec 2 §4.7).
// The server, which knows what other devices have saved, cancels one that holds no answer. It has
// ended when the server says so, and not before.

import { isSure } from './clock'
import type { Core } from './core'
import { Down, fault, forLine } from './line'
import { absorb, notHeld, toWire, unsentAnswers } from './outbox'
import { reasonOf, type Saving } from './saving'
import { idsOf } from './state'

/** Forced submission: at one second remaining. */
const LAST_SECOND = 1_000
/** Milliseconds until the server is asked for the time once more. */
const ASK_AGAIN = 3_000

export interface Ending {
  submit: (forced?: boolean) => Promise<void>
  keepOn: () => void
  /** `known` is what the server said: `{state, quizId}`. */
  end: (known: Record<string, unknown>) => void
  /** The same, after asking what the server holds of answers that may not have arrived. */
  finish: (known: Record<string, unknown>, signal: AbortSignal) => Promise<void>
  /** Submits by force what only a sign-in held up. */
  signedInAgain: () => void
  /** Milliseconds left; submits by force when none are. */
  tick: () => number | null
  /** Ends a submission under way, when the window goes. */
  stop: () => void
}

/** The answers but those that the server names by `answered[2].answer`; none where it names none. */
function without<A>(answered: A[], fields: string[]): A[] {
  const named = new Set(fields.map((field) => /^answered\[(\d+)\]/.exec(field)?.[1]))
  const left = answered.filter((_, place) => !named.has(String(place)))
  return left.length < answered.length ? left : []
}

export function createEnding(core: Core, saving: () => Saving): Ending {
  const { api, clocks, get, id, keeper, left, line, set } = core
  let backOut = new AbortController()

  const isForced = () => {
    const { submission } = get()
    return submission.is !== 'none' && submission.forced
  }
  const fail = (thrown: unknown) => {
    const { error, is } = fault(thrown)
    const signedOut = is === 'signed-out'
    const why = reasonOf(thrown) ?? error.errMessage
    set({
      submission: { is: 'failed', forced: isForced(), why, signedOut },
      ...(signedOut && { link: { is } }),
    })
  }

  async function submit(forced = isForced()) {
    const { submission, ended } = get()
    if (ended !== null) return
    if (submission.is === 'sending') {
      if (forced && !submission.forced) set({ submission: { ...submission, forced } })
      return
    }
    backOut = new AbortController()
    const { signal } = backOut
    set({ submission: { is: 'sending', forced, offline: false } })
    await saving().halt()
    // Backed out of, or the window went, before anything was sent.
    if (signal.aborted) return
    try {
      await line.run(submitOnce, signal, () => {
        const { submission } = get()
        if (submission.is === 'sending') set({ submission: { ...submission, offline: true } })
      })
    } catch (thrown) {
      if (!signal.aborted) fail(thrown)
    }
  }

  async function submitOnce(signal: AbortSignal) {
    core.mustBeOwn()
    core.adopt(keeper.readNow())
    if (isForced() && !isSure(get().clock, clocks())) {
      // The wall clock has jumped, or the test started without the server: ask before ending it.
      await saving().readAgain(signal)
      if (get().ended !== null) return
      if ((left() ?? LAST_SECOND + 1) > LAST_SECOND) return keepOn()
    }
    let answered = unsentAnswers(get().outbox).map(toWire)
    for (;;) {
      try {
        const { quizId } = await api.submit(id, answered, isForced(), signal)
        return await finish({ state: quizId === null ? 'cancelled' : 'submitted', quizId }, signal)
      } catch (thrown) {
        const { error, is } = fault(thrown)
        if (is === 'closed') return await finish(error.body, signal)
        if (['down', 'stale', 'time-up'].includes(is)) throw new Down(error)
        // An answer that cannot be taken must not hold up the end of the time, nor cost another one.
        if (is !== 'refused' || !isForced() || answered.length === 0) throw error
        answered = without(answered, Object.keys(error.fields))
      }
    }
  }

  function keepOn() {
    backOut.abort()
    set({ submission: { is: 'none' } })
    saving().resume()
    saving().drain()
  }

  async function finish(known: Record<string, unknown>, signal: AbortSignal) {
    // The reply to the call that carried them may have been lost, so that only the server knows.
    if (notHeld(get().outbox).length > 0) {
      const { revision } = get().outbox
      const attempt = await api.peek(id, signal).catch((thrown) => {
        throw forLine(thrown)
      })
      set({ outbox: absorb(get().outbox, attempt, revision) })
    }
    end(known)
  }

  function end(known: Record<string, unknown>) {
    const time = left()
    const lost = idsOf(notHeld(get().outbox))
    set({
      ended: {
        how: known.state === 'cancelled' ? 'cancelled' : 'submitted',
        quizId: typeof known.quizId === 'string' ? known.quizId : null,
        timeUp: isForced() || (time !== null && time <= LAST_SECOND),
        lost,
      },
      submission: { is: 'none' },
    })
    void saving().halt()
    // What did not arrive stays until the student has read of it.
    if (lost.length > 0) core.keep()
    else void keeper.erase()
  }

  function signedInAgain() {
    const { submission } = get()
    if (submission.is === 'failed' && submission.signedOut && submission.forced) void submit(true)
  }

  function tick(): number | null {
    const time = left()
    if (time === null || get().ended !== null) return time
    if (!isSure(get().clock, clocks())) askForTime()
    // A clock that rests on the device's own says nothing for certain: the test goes on, and its
    // answers are kept, until the server has been asked.
    if (time <= LAST_SECOND && get().clock.asked && !isForced()) void submit(true)
    return time
  }

  /** Monotonic time of the last question for the time; null before the first. */
  let askedAt: number | null = null

  /** Has the server asked how late it is, now and then for as long as the clock is not sure. */
  function askForTime() {
    const { mono } = clocks()
    if ((askedAt !== null && mono - askedAt < ASK_AGAIN) || !core.open()) return
    askedAt = mono
    saving().markStale()
    saving().drain()
  }

  const stop = () => backOut.abort()
  return { submit, keepOn, end, finish, signedInAgain, tick, stop }
}
