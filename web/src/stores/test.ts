// The running test: answers, place, clock and what the window says of them. Each change
// is kept on the device first, sent to the server soon, and shown as saved only when the
// server has said so. One store for each open attempt.

import { debounce } from 'es-toolkit/compat'
import { createStore, type StoreApi } from 'zustand'
import { ApiError } from '@/api/errors'
import { messages } from '@/messages'
import type { TestApi } from './testApi'
import { hear, isSure, type Reading, remaining, serverTime, wallOffset } from './testClock'
import { createLine, Down, fault, type Line } from './testLine'
import {
  absorb,
  acknowledge,
  type Batch,
  hasUnsent,
  type Kind,
  merge,
  type Outbox,
  putAnswer,
  putReview,
  putSeen,
  refuse,
  takeBatch,
  toWire,
  unsentAnswers,
} from './testOutbox'
import { type Beginning, byId, firstState, parseTime, type TestState } from './testState'
import type { Keeper, Kept } from './testStorage'

/** Both clocks of the device. */
export const readClocks = (): Reading => ({ mono: performance.now(), wall: Date.now() })

export interface TestDeps extends Beginning {
  /** Whose test it is. */
  user: string
  api: TestApi
  keeper: Keeper
  line?: Line
  clocks?: () => Reading
}

/** Answers rest this long before they are sent, and a text that keeps growing at most so long. */
const SOON = 500
const AT_LATEST = 5_000
/** In the last seconds nothing rests. */
const HURRY = 10_000
/** Forced submission: at one second remaining (spec 2 §4.7). */
const LAST_SECOND = 1_000

export interface Test {
  store: StoreApi<TestState>
  answer: (id: string, kind: Kind, value: string | null) => void
  review: (id: string, marked: boolean) => void
  /** Puts a question on screen. */
  show: (id: string) => void
  /** Milliseconds left; null without a clock. */
  left: () => number | null
  /** The same, and submits by force when the time is up. */
  tick: () => number | null
  submit: () => Promise<void>
  /** Back to the paper from a submission that has no answer yet. */
  keepOn: () => void
  /** Ends the test without a result; throws ApiError. */
  cancel: () => Promise<void>
  /** Asks for key and explanation; throws ApiError. */
  reveal: (id: string, kind: Kind) => Promise<void>
  /** Listens to the browser and sends what waits. Returns the way to stop. */
  start: () => () => void
}

export function createTest(deps: TestDeps): Test {
  const { api, keeper, user } = deps
  const id = deps.attempt._id
  const clocks = deps.clocks ?? readClocks
  const line = deps.line ?? createLine(`sabi.attempt.${id}`)
  const store = createStore<TestState>(() => firstState(deps, clocks()))
  const { getState: get, setState: set } = store

  let mustRead = deps.heard === null
  let leaving = false
  /** How many answers a save carries: one at a time while looking for one that is refused. */
  let limit = Number.POSITIVE_INFINITY
  let saving: Promise<void> | null = null
  let again = false
  let halt = new AbortController()
  let backOut = new AbortController()
  let version = 0

  const soon = debounce(drain, SOON, { maxWait: AT_LATEST })
  const later = debounce(drain, AT_LATEST)
  const serverNow = () => serverTime(get().clock, clocks())
  const left = () => remaining(get().clock, get().deadline, clocks())
  const idle = () => get().ended === null && get().submission.is !== 'sending'

  // ---- what the student does

  function change(outbox: Outbox, send: () => void) {
    if (outbox === get().outbox || !idle()) return
    set({ outbox })
    keep()
    const time = left()
    if (time !== null && time < HURRY) drain()
    else send()
  }

  function keep() {
    const mine = ++version
    const { outbox, place, clock, revealed } = get()
    const reading = clocks()
    set({ keeping: 'writing' })
    const clockKept = { offset: wallOffset(clock, reading), last: serverTime(clock, reading) }
    void keeper.write({ user, outbox, place, revealed, clock: clockKept }).then((keeping) => {
      if (mine === version) set({ keeping })
    })
  }

  function show(place: string) {
    if (get().place === place && place in get().outbox.seen) return
    set({ place })
    const outbox = putSeen(get().outbox, place)
    if (outbox === get().outbox) keep()
    else change(outbox, later)
  }

  // ---- saving

  function drain() {
    soon.cancel()
    later.cancel()
    if (!idle()) return
    again = true
    saving ??= sendAll(halt.signal).finally(() => {
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
      // Halted, for a submission or by leaving: what waits is kept.
      if (signal.aborted) return
      again = false
      set({ link: linkAfter(thrown) })
    }
  }

  async function saveOnce(signal: AbortSignal) {
    adopt(keeper.readNow())
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
        if (is === 'closed') return end(error.body)
        if (is === 'time-up') return void submit(true)
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
    if (limit === 1) again = true
    if (saved.ignored.length > 0) {
      // Something else stands there: show that, not what was sent.
      mustRead = true
      again = true
    }
  }

  /** Something in this batch is refused: sends one by one until it is found, and marks it. */
  function single(batch: Batch, why: string) {
    const found = batch.answers.length === 1
    if (found) set({ outbox: refuse(get().outbox, batch, why) })
    limit = found ? Number.POSITIVE_INFINITY : 1
  }

  /** Takes in what another tab of this device has kept. */
  function adopt(kept: Kept | null) {
    if (kept === null) return
    const { outbox, revealed } = get()
    set({ outbox: merge(outbox, kept.outbox), revealed: { ...kept.revealed, ...revealed } })
  }

  async function readAgain(signal: AbortSignal) {
    const sent = clocks()
    const attempt = await api.peek(id, signal).catch((thrown) => {
      const { error, is } = fault(thrown)
      throw is === 'down' ? new Down(error) : error
    })
    mustRead = false
    listen(attempt.serverNow, sent)
    if (attempt.state !== 'running') return end({ ...attempt })
    set({
      outbox: absorb(get().outbox, attempt),
      deadline: parseTime(attempt.deadline),
      revealed: { ...get().revealed, ...byId(attempt.revealed) },
    })
    keep()
  }

  function listen(time: string, sent: Reading) {
    set({ clock: hear(get().clock, Date.parse(time), sent, clocks()) })
  }

  // ---- the end

  async function submit(forced = false) {
    const { submission, ended } = get()
    if (ended !== null) return
    if (submission.is === 'sending') {
      if (forced && !submission.forced) set({ submission: { ...submission, forced } })
      return
    }
    set({ submission: { is: 'sending', forced, offline: false } })
    soon.cancel()
    later.cancel()
    halt.abort()
    halt = new AbortController()
    await saving
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
    adopt(keeper.readNow())
    if (isForced() && !isSure(get().clock, clocks())) {
      // The device has slept, or started without the server: ask before ending a test.
      await readAgain(signal)
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

  const isForced = () => {
    const { submission } = get()
    return submission.is !== 'none' && submission.forced
  }

  const fail = (why: string) => set({ submission: { is: 'failed', forced: isForced(), why } })

  function keepOn() {
    backOut.abort()
    set({ submission: { is: 'none' } })
    drain()
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

  /** `known` is what the server said: `{state, quizId}`. */
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
    soon.cancel()
    later.cancel()
    void keeper.erase()
  }

  function tick(): number | null {
    const time = left()
    if (time === null || time > LAST_SECOND || get().ended !== null) return time
    if (get().submission.is === 'none' || !isForced()) void submit(true)
    return time
  }

  async function reveal(which: string, kind: Kind) {
    // In practice a look at the key settles the answer: what was given must be there first.
    if (!(await settled())) throw new ApiError(0, 'offline', messages.common.offline)
    const body = kind === 'question' ? { question: which } : { theory: which }
    const found = await api.reveal(id, body)
    set({ revealed: { ...get().revealed, [which]: found } })
    keep()
  }

  /** Sends what waits; whether all of it arrived, as far as can be said without a connection. */
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
      const stop = store.subscribe(() => look() && stop())
    })
  }

  // ---- what the browser tells

  function start() {
    if (get().ended !== null) {
      void keeper.erase()
      return () => undefined
    }
    halt = new AbortController()
    let hiddenAt: number | null = null
    const awake = () => {
      line.wake()
      if (mustRead || hasUnsent(get().outbox)) drain()
    }
    const turned = () => {
      leaving = document.visibilityState === 'hidden'
      if (leaving) {
        hiddenAt = clocks().wall
        return drain()
      }
      const away = hiddenAt === null ? 0 : clocks().wall - hiddenAt
      if (!isSure(get().clock, clocks()) || away > 60_000) mustRead = true
      awake()
    }
    const unwatch = keeper.watch((kept) => {
      adopt(kept)
      // Gone: another tab has ended the test.
      if (kept === null) mustRead = true
      // That tab may be closed before it has sent all: then it is on us.
      if (mustRead || hasUnsent(get().outbox)) later()
    })
    window.addEventListener('online', awake)
    window.addEventListener('focus', awake)
    document.addEventListener('visibilitychange', turned)
    if (get().place !== null) show(get().place as string)
    keep()
    awake()
    return () => {
      unwatch()
      window.removeEventListener('online', awake)
      window.removeEventListener('focus', awake)
      document.removeEventListener('visibilitychange', turned)
      soon.cancel()
      later.cancel()
      halt.abort()
      backOut.abort()
    }
  }

  return {
    store,
    answer: (which, kind, value) =>
      change(putAnswer(get().outbox, which, kind, value, serverNow()), soon),
    review: (which, marked) => change(putReview(get().outbox, which, marked, serverNow()), soon),
    show,
    left,
    tick,
    submit: () => submit(isForced()),
    keepOn,
    cancel,
    reveal,
    start,
  }
}

/** What stopped the saving for good, or until the student signs in again. */
function linkAfter(thrown: unknown): TestState['link'] {
  const { error, is } = fault(thrown)
  if (is === 'signed-out') return { is }
  return { is: 'stopped', why: error.errMessage || messages.common.failed }
}
