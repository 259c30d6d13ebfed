// Sends what waits in the outbox: soon after each change, one save at a time, again and
// again until the server has it, and reads the attempt anew where somebody else was first.

import { debounce } from 'es-toolkit/compat'
import { messages } from '../messages'
import type { Core } from './core'
import { Down, fault } from './line'
import { absorb, acknowledge, type Batch, hasUnsent, refuse, takeBatch } from './outbox'
import { byId, parseTime, type TestState } from './state'

/** Answers rest this long before they are sent, and a text that keeps growing at most so long. */
const SOON = 500
const AT_LATEST = 5_000

export interface Saving {
  /** Sends what waits, now. */
  drain: () => void
  /** The same, after the answer has rested. */
  soon: () => void
  /** The same, for what nobody waits for. */
  later: () => void
  /** Stops sending, and waits until nothing is under way; `resume` allows it again. */
  halt: () => Promise<void>
  resume: () => void
  /** From now on each save may be the page's last. */
  leave: (leaving: boolean) => void
  /** Has the attempt read anew before the next save. */
  distrust: () => void
  trusts: () => boolean
  readAgain: (signal: AbortSignal) => Promise<void>
  /** Sends what waits; whether all arrived, as far as can be said without a connection. */
  settled: () => Promise<boolean>
}

interface Ends {
  /** The server said how it ended. */
  end: (known: Record<string, unknown>) => void
  /** The same, where answers may not have arrived. */
  finish: (known: Record<string, unknown>, signal: AbortSignal) => Promise<void>
  timeUp: () => void
}

export function createSaving(core: Core, trusted: boolean, { end, finish, timeUp }: Ends): Saving {
  const { api, clocks, get, id, keep, keeper, line, listen, set } = core
  let mustRead = !trusted
  let leaving = false
  /** How many answers a save carries: one at a time while looking for one that is refused. */
  let limit = Number.POSITIVE_INFINITY
  let saving: Promise<void> | null = null
  let again = false
  let stop = new AbortController()

  const soon = debounce(drain, SOON, { maxWait: AT_LATEST })
  const later = debounce(drain, AT_LATEST)
  const calm = () => {
    soon.cancel()
    later.cancel()
  }

  function drain() {
    calm()
    if (!core.open()) return
    again = true
    saving ??= sendAll(stop.signal).finally(() => {
      saving = null
      // Asked for while a halted round was still ending.
      if (again) drain()
    })
  }

  async function sendAll(signal: AbortSignal) {
    try {
      while (again) {
        again = false
        await line.run(saveOnce, signal, () => set({ link: { is: 'offline' } }))
      }
    } catch (thrown) {
      again = false
      // Halted, for a submission or by leaving: what waits is kept.
      if (!signal.aborted) set({ link: linkAfter(thrown) })
    }
  }

  async function saveOnce(signal: AbortSignal) {
    core.mustBeOwn()
    core.adopt(keeper.readNow())
    for (;;) {
      if (mustRead) await readAgain(signal)
      const batch = takeBatch(get().outbox, limit)
      if (batch === null || get().ended !== null) return set({ link: { is: 'up' } })
      if (get().link.is !== 'offline') set({ link: { is: 'sending' } })
      try {
        return await save(batch, signal)
      } catch (thrown) {
        const { error, is } = fault(thrown)
        if (is === 'down') throw new Down(error)
        if (is === 'closed') return await finish(error.body, signal)
        if (is === 'time-up') return timeUp()
        if (is === 'stale') mustRead = true
        else if (is === 'refused' && batch.answers.length > 0)
          single(batch, Object.values(error.fields)[0] ?? error.errMessage)
        else throw error
      }
    }
  }

  async function save(batch: Batch, signal: AbortSignal) {
    const sent = clocks()
    const saved = await api.save(id, batch.body, signal, leaving)
    listen(saved.serverNow, sent)
    const reply = { revision: saved.revision, savedAt: Date.parse(saved.savedAt) }
    set({
      outbox: acknowledge(get().outbox, batch, reply),
      deadline: parseTime(saved.deadline),
      link: { is: 'up' },
    })
    keep()
    // Something else stands there: show that, not what was sent.
    if (saved.ignored.length > 0) mustRead = true
    if (mustRead || limit === 1) again = true
  }

  /** Something in this batch is refused: sends one by one until it is found, and marks it. */
  function single(batch: Batch, why: string) {
    const found = batch.answers.length === 1
    if (found) set({ outbox: refuse(get().outbox, batch, why) })
    limit = found ? Number.POSITIVE_INFINITY : 1
  }

  async function readAgain(signal: AbortSignal) {
    const sent = clocks()
    const attempt = await api.peek(id, signal).catch((thrown) => {
      const { error, is } = fault(thrown)
      throw is === 'down' ? new Down(error) : error
    })
    mustRead = false
    listen(attempt.serverNow, sent)
    if (attempt.state !== 'running') {
      set({ outbox: absorb(get().outbox, attempt) })
      return end({ ...attempt })
    }
    set({
      outbox: absorb(get().outbox, attempt),
      deadline: parseTime(attempt.deadline),
      revealed: { ...get().revealed, ...byId(attempt.revealed) },
    })
    keep()
  }

  function settled(): Promise<boolean> {
    drain()
    return new Promise((resolve) => {
      const look = () => {
        const { outbox, link } = get()
        const done = !hasUnsent(outbox)
        if (!done && (link.is === 'up' || link.is === 'sending')) return false
        resolve(done)
        return true
      }
      if (look()) return
      const unlisten = core.store.subscribe(() => look() && unlisten())
    })
  }

  return {
    drain,
    soon,
    later,
    halt: async () => {
      calm()
      stop.abort()
      await saving
    },
    resume: () => {
      if (stop.signal.aborted) stop = new AbortController()
    },
    leave: (is) => {
      leaving = is
    },
    distrust: () => {
      mustRead = true
    },
    trusts: () => !mustRead,
    readAgain,
    settled,
  }
}

/** What stopped the saving for good, or until the student signs in again. */
function linkAfter(thrown: unknown): TestState['link'] {
  const { error, is } = fault(thrown)
  if (is === 'signed-out') return { is }
  return { is: 'stopped', why: error.errMessage || messages.common.failed }
}
