// The running test: answers, place, clock and what the window says of them. Each change
// is kept on the device first, sent to the server soon, and shown as saved only when the
// server has said so. One store for each open attempt.

import type { StoreApi } from 'zustand'
import { ApiError } from '@/api/errors'
import { messages } from '../messages'
import { watchBrowser } from './browser'
import { isSure } from './clock'
import { createCore, type TestDeps } from './core'
import { createEnding } from './ending'
import { hasUnsent, type Kind, type Outbox, putAnswer, putReview, putSeen } from './outbox'
import { createSaving, type Saving } from './saving'
import type { Link, TestState } from './state'

export { readClocks, type TestDeps } from './core'

/** In the last seconds nothing rests before it is sent. */
const HURRY = 10_000
/** How long out of sight before clock and answers are read again. */
const LONG_AWAY = 60_000

export interface Test {
  /** Whose it is. */
  user: string
  store: StoreApi<TestState>
  answer: (id: string, kind: Kind, value: string | null) => void
  review: (id: string, marked: boolean) => void
  /** Puts a question on screen. */
  show: (id: string) => void
  /** Milliseconds left; null without a clock. */
  left: () => number | null
  /** Whether a power-safe clock stands still. */
  stands: () => boolean
  /** Milliseconds left, and submits by force when the time is up. */
  tick: () => number | null
  /** Ends the test; without a result where nothing was answered on any device. */
  submit: () => Promise<void>
  /** Back to the paper from a submission that has no answer yet. */
  keepOn: () => void
  /** Asks for key and explanation; throws ApiError. */
  reveal: (id: string, kind: Kind) => Promise<void>
  /** The student has read which answers did not arrive in time: they need not be kept. */
  dismissLost: () => void
  /** Listens to the browser and sends what waits. Returns the way to stop. */
  start: () => () => void
}

/** Why what was given has not arrived. */
function unsaved(link: Link): ApiError {
  if (link.is === 'signed-out') return new ApiError(401, 'unauthenticated', messages.common.expired)
  if (link.is === 'stopped') return new ApiError(409, 'stopped', link.why)
  return new ApiError(0, 'offline', messages.common.offline)
}

export function createTest(deps: TestDeps): Test {
  const core = createCore(deps)
  const { api, clocks, get, id, keep, keeper, left, line, now, set, store } = core
  const ending = createEnding(core, (): Saving => saving)
  const saving = createSaving(core, deps.heard !== null, {
    end: ending.end,
    finish: ending.finish,
    timeUp: () => void ending.submit(true),
  })

  function change(outbox: Outbox, send: () => void) {
    if (outbox === get().outbox || !core.open()) return
    set({ outbox })
    keep()
    const time = left()
    if (time !== null && time < HURRY) saving.drain()
    else send()
  }

  function show(place: string) {
    const { outbox } = get()
    if (get().place === place && place in outbox.seen) return
    set({ place })
    const seen = putSeen(outbox, place)
    if (seen === outbox) keep()
    else change(seen, saving.later)
  }

  async function reveal(which: string, kind: Kind) {
    core.mustBeOwn()
    // In practice a look at the key settles the answer: what was given must be there first.
    if (!(await saving.settled())) throw unsaved(get().link)
    const body = kind === 'question' ? { question: which } : { theory: which }
    const found = await api.reveal(id, body)
    set({ revealed: { ...get().revealed, [which]: found } })
    keep()
  }

  function start() {
    const { place, ended } = get()
    if (ended !== null) {
      if (ended.lost.length === 0) void keeper.erase()
      return () => undefined
    }
    saving.resume()
    const sendIfWaiting = (send: () => void) => {
      if (!saving.isFresh() || hasUnsent(get().outbox)) send()
    }
    const awake = () => {
      line.wake()
      sendIfWaiting(saving.drain)
    }
    const unwatch = keeper.watch((kept) => {
      core.adopt(kept)
      // Gone: another tab has ended the test.
      if (kept === null) saving.markStale()
      // That tab may be closed before it has sent all: then it is on us.
      sendIfWaiting(saving.later)
    })
    // Signed in or out in another tab.
    const turned = () => {
      const away = get().link.is === 'signed-out'
      if (core.isForeign()) set({ link: { is: 'signed-out' } })
      else if (away && deps.session?.owner() === deps.user) {
        saving.drain()
        ending.signedInAgain()
      }
    }
    const unwatchSession = deps.session?.watch(turned)
    const unlisten = watchBrowser({
      awake,
      hidden: () => {
        saving.leave(true)
        saving.drain()
      },
      shown: (away) => {
        saving.leave(false)
        if (!isSure(get().clock, clocks()) || away > LONG_AWAY) saving.markStale()
        awake()
      },
    })
    if (place !== null) show(place)
    keep()
    awake()
    return () => {
      unwatch()
      unwatchSession?.()
      unlisten()
      void saving.halt()
      ending.stop()
    }
  }

  return {
    user: deps.user,
    store,
    answer: (which, kind, value) =>
      change(putAnswer(get().outbox, which, kind, value, now()), saving.soon),
    review: (which, marked) => change(putReview(get().outbox, which, marked, now()), saving.soon),
    show,
    left,
    stands: core.stands,
    tick: ending.tick,
    submit: () => ending.submit(),
    keepOn: ending.keepOn,
    reveal,
    dismissLost: () => void keeper.erase(),
    start,
  }
}
