// Ends a running test: submitted by the student or by force when the time is up, or
// cancelled (spec 2 §4.7). It has ended when the server says so, and not before.

import { isSure } from './testClock'
import type { Core } from './testCore'
import { Down, fault } from './testLine'
import { toWire, unsentAnswers } from './testOutbox'
import type { Saving } from './testSaving'

/** Forced submission: at one second remaining. */
const LAST_SECOND = 1_000

export interface Ending {
  submit: (forced?: boolean) => Promise<void>
  keepOn: () => void
  cancel: () => Promise<void>
  /** `known` is what the server said: `{state, quizId}`. */
  end: (known: Record<string, unknown>) => void
  /** Milliseconds left; submits by force when none are. */
  tick: () => number | null
  /** Ends a submission under way, when the window goes. */
  stop: () => void
}

export function createEnding(core: Core, saving: () => Saving): Ending {
  const { api, clocks, get, id, keeper, left, line, set } = core
  let backOut = new AbortController()

  const isForced = () => {
    const { submission } = get()
    return submission.is !== 'none' && submission.forced
  }
  const fail = (why: string) => set({ submission: { is: 'failed', forced: isForced(), why } })

  async function submit(forced = isForced()) {
    const { submission, ended } = get()
    if (ended !== null) return
    if (submission.is === 'sending') {
      if (forced && !submission.forced) set({ submission: { ...submission, forced } })
      return
    }
    set({ submission: { is: 'sending', forced, offline: false } })
    await saving().halt()
    backOut = new AbortController()
    const { signal } = backOut
    try {
      await line.run(submitOnce, signal, () => {
        const { submission } = get()
        if (submission.is === 'sending') set({ submission: { ...submission, offline: true } })
      })
    } catch (thrown) {
      if (!signal.aborted) fail(fault(thrown).error.errMessage)
    }
  }

  async function submitOnce(signal: AbortSignal) {
    core.adopt(keeper.readNow())
    if (isForced() && !isSure(get().clock, clocks())) {
      // The device has slept, or started without the server: ask before ending a test.
      await saving().readAgain(signal)
      if (get().ended !== null) return
      if ((left() ?? LAST_SECOND + 1) > LAST_SECOND) return keepOn()
    }
    let answered = unsentAnswers(get().outbox).map(toWire)
    for (;;) {
      try {
        const { quizId } = await api.submit(id, answered, signal)
        return end({ state: quizId === null ? 'cancelled' : 'submitted', quizId })
      } catch (thrown) {
        const { error, is } = fault(thrown)
        if (is === 'closed') return end(error.body)
        if (['down', 'stale', 'time-up'].includes(is)) throw new Down(error)
        // An answer that cannot be taken must not hold up the end of the time.
        if (is !== 'refused' || !isForced() || answered.length === 0) throw error
        answered = []
      }
    }
  }

  function keepOn() {
    backOut.abort()
    set({ submission: { is: 'none' } })
    saving().resume()
    saving().drain()
  }

  async function cancel() {
    try {
      await api.cancel(id)
      end({ state: 'cancelled', quizId: null })
    } catch (thrown) {
      const { error, is } = fault(thrown)
      if (is === 'closed') end(error.body)
      else if (is === 'time-up') await submit(true)
      else throw error
    }
  }

  function end(known: Record<string, unknown>) {
    const time = left()
    set({
      ended: {
        how: known.state === 'cancelled' ? 'cancelled' : 'submitted',
        quizId: typeof known.quizId === 'string' ? known.quizId : null,
        timeUp: isForced() || (time !== null && time <= LAST_SECOND),
      },
      submission: { is: 'none' },
    })
    void saving().halt()
    void keeper.erase()
  }

  function tick(): number | null {
    const time = left()
    if (time === null || time > LAST_SECOND || get().ended !== null) return time
    if (!isForced()) void submit(true)
    return time
  }

  return { submit, keepOn, cancel, end, tick, stop: () => backOut.abort() }
}
