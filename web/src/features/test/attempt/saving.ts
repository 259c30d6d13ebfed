// Sends what waits in the outbox: soon after each change, one save at a time, again and
// again until the server has it. Who answers quickly has several answers in one save, since
// most of a save is the headers around it, and data costs money.

import { debounce } from 'es-toolkit/compat'
import { reportError } from '@/api/clientErrors'
import { messages } from '../messages'
import type { Core } from './core'
import { fault, forLine } from './line'
import { absorb, acknowledge, type Batch, hasUnsent } from './outbox'
import { createSender } from './sender'
import { byId, heardNow, parseTime, powerSafeOf, type TestState } from './state'

/** How long an answer rests before it is sent. */
const SOON = 500
/** How long a text that keeps growing may rest. */
const AT_LATEST = 5_000
/** How long after a save of answers the next one waits, unless something calls for it at once. */
const APART = 5_000
/** How often the device must be heard for a power-safe clock to run, if only of its being there. */
const PULSE = 10_000

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
  /** Has the attempt read again before the next save. */
  markStale: () => void
  isFresh: () => boolean
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

export function createSaving(core: Core, fresh: boolean, { end, finish, timeUp }: Ends): Saving {
  const { api, clocks, get, id, keep, keeper, line, set, syncClock } = core
  const sender = createSender(
    {
      outbox: () => get().outbox,
      setOutbox: (outbox) => set({ outbox }),
      open: () => get().ended === null,
      read,
      save,
      mustTell: () => isPulseDue(),
    },
    fresh,
  )
  let leaving = false
  let saving: Promise<void> | null = null
  let again = false
  let stop = new AbortController()

  const isPulseDue = () => {
    const { powerSafe } = get()
    return powerSafe !== null && core.now() - powerSafe.heardAt >= PULSE
  }
  let beating: ReturnType<typeof setInterval> | null = null
  const stopBeating = () => {
    if (beating !== null) clearInterval(beating)
    beating = null
  }

  /** Set while the last save is too fresh for another. */
  let apart: ReturnType<typeof setTimeout> | null = null
  let due = false
  const drainApart = () => {
    if (apart === null) drain()
    else due = true
  }
  const keepApart = () => {
    if (apart !== null) clearTimeout(apart)
    apart = setTimeout(() => {
      apart = null
      if (due) drain()
    }, APART)
  }

  const soon = debounce(drainApart, SOON, { maxWait: AT_LATEST })
  const later = debounce(drainApart, AT_LATEST)
  const calm = () => {
    soon.cancel()
    later.cancel()
    due = false
  }

  function drain() {
    calm()
    if (!core.open() || stop.signal.aborted) return
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
        again = (await line.run(saveOnce, signal, () => set({ link: { is: 'offline' } }))) || again
      }
    } catch (thrown) {
      // Halted, for a submission or by leaving: what waits is kept.
      if (signal.aborted) return
      again = false
      set({ link: linkAfter(thrown) })
    }
  }

  /** Says whether to go on at once. */
  async function saveOnce(signal: AbortSignal): Promise<boolean> {
    core.mustBeOwn()
    core.adopt(keeper.readNow())
    try {
      const more = await sender.sendNext(signal)
      set({ link: { is: 'up' } })
      return more
    } catch (thrown) {
      const { error, is } = fault(thrown)
      if (is === 'closed') await finish(error.body, signal)
      else if (is === 'time-up') timeUp()
      else throw forLine(thrown)
      return false
    }
  }

  async function save(batch: Batch, signal: AbortSignal) {
    if (get().link.is !== 'offline') set({ link: { is: 'sending' } })
    if (batch.answers.length + batch.review.length > 0) keepApart()
    const sent = clocks()
    const saved = await api.save(id, batch.body, signal, leaving)
    syncClock(saved.serverNow, sent)
    const reply = { revision: saved.revision, savedAt: Date.parse(saved.savedAt) }
    const deadline = parseTime(saved.deadline)
    set({
      outbox: acknowledge(get().outbox, batch, reply),
      deadline,
      powerSafe: heardNow(get(), Date.parse(saved.serverNow), deadline),
      link: { is: 'up' },
    })
    keep()
    return saved.ignored
  }

  async function read(signal: AbortSignal) {
    const sent = clocks()
    const { revision } = get().outbox
    const attempt = await api.peek(id, signal)
    syncClock(attempt.serverNow, sent)
    set({ outbox: absorb(get().outbox, attempt, revision) })
    if (attempt.state !== 'running') return end({ ...attempt })
    set({
      deadline: parseTime(attempt.deadline),
      powerSafe: powerSafeOf(attempt, get().powerSafe?.heardAt ?? 0),
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
      stopBeating()
      again = false
      stop.abort()
      await saving
    },
    resume: () => {
      if (stop.signal.aborted) stop = new AbortController()
      if (get().powerSafe === null || beating !== null) return
      beating = setInterval(() => isPulseDue() && drain(), PULSE / 2)
    },
    leave: (is) => {
      leaving = is
    },
    markStale: sender.markStale,
    isFresh: sender.isFresh,
    readAgain: (signal) =>
      sender.readAgain(signal).catch((thrown) => {
        throw forLine(thrown)
      }),
    settled,
  }
}

/** What stopped the saving for good, or until the student signs in again. */
function linkAfter(thrown: unknown): TestState['link'] {
  const { error, is } = fault(thrown)
  if (is === 'signed-out') return { is }
  return { is: 'stopped', why: reasonOf(thrown) || error.errMessage || messages.common.failed }
}

/** Why an exception of the app's own stops it, which is reported; undefined for a server's answer. */
export function reasonOf(thrown: unknown): string | undefined {
  if (fault(thrown).is !== 'broken') return undefined
  reportError(thrown)
  return messages.test.brokenBrowser
}
