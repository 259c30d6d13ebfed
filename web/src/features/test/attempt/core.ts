// What saving and ending a running test share: its state, its clock, and keeping it on
// the device.

import { createStore, type StoreApi } from 'zustand'
import { ApiError } from '@/api/errors'
import { testWindowPath } from '@/paths'
import { messages } from '../messages'
import type { AttemptApi } from './api'
import { hear, type Reading, remaining, serverTime, standstill, wallOffset } from './clock'
import { createLine, type Line } from './line'
import { merge } from './outbox'
import { type Beginning, firstState, type TestState } from './state'
import type { Keeper, Kept } from './storage'

/** Both clocks of the device. */
export const readClocks = (): Reading => ({ mono: performance.now(), wall: Date.now() })

export interface TestDeps extends Beginning {
  /** Whose test it is. */
  user: string
  api: AttemptApi
  keeper: Keeper
  line?: Line
  clocks?: () => Reading
  /** Whose the session is now, as far as this tab knows (null when it does not). */
  session?: { owner: () => string | null; watch: (changed: () => void) => () => void }
}

export interface Core {
  id: string
  api: AttemptApi
  keeper: Keeper
  line: Line
  clocks: () => Reading
  store: StoreApi<TestState>
  get: () => TestState
  set: (part: Partial<TestState>) => void
  /** The server's time, as estimated. */
  now: () => number
  /** Milliseconds left; null without a clock. */
  left: () => number | null
  /** Whether a power-safe clock stands still. */
  stands: () => boolean
  /** Whether answers are taken: neither ended nor on the way to be submitted. */
  open: () => boolean
  /** Whether the session is known to be somebody else's, as whom nothing of this may be sent. */
  isForeign: () => boolean
  /** Throws where it is. */
  mustBeOwn: () => void
  /** Keeps the state on the device; the state tells when that is done. */
  keep: () => void
  /** Takes in what another tab of this device has kept. */
  adopt: (kept: Kept | null) => void
  /** Sets the clock by a time that the server told in an answer. */
  syncClock: (serverNow: string, sent: Reading) => void
}

export function createCore(deps: TestDeps): Core {
  const { api, keeper, user } = deps
  const id = deps.attempt._id
  const clocks = deps.clocks ?? readClocks
  const store = createStore<TestState>(() => firstState(deps, clocks()))
  const { getState: get, setState: set } = store
  const { exam, assessment } = deps.attempt
  const about = { title: `${exam.title}, ${assessment.title}`, path: testWindowPath(deps.attempt) }
  let version = 0

  const isForeign = () => {
    const owner = deps.session?.owner() ?? null
    return owner !== null && owner !== user
  }

  const stoodStill = () => {
    const { powerSafe, deadline, clock } = get()
    return standstill(powerSafe, deadline, serverTime(clock, clocks()))
  }

  return {
    id,
    api,
    keeper,
    line: deps.line ?? createLine(`sabi.attempt.${id}`),
    clocks,
    store,
    get,
    set,
    now: () => serverTime(get().clock, clocks()),
    left: () => {
      const { clock, deadline } = get()
      return remaining(clock, deadline === null ? null : deadline + stoodStill(), clocks())
    },
    stands: () => {
      const stood = stoodStill()
      return stood > 0 && stood < (get().powerSafe?.pauseLeft ?? 0)
    },
    open: () => get().ended === null && get().submission.is !== 'sending',
    isForeign,
    mustBeOwn: () => {
      if (isForeign()) throw new ApiError(401, 'other-user', messages.test.otherUser)
    },
    keep: () => {
      const mine = ++version
      const { outbox, place, clock, revealed, deadline, powerSafe } = get()
      const reading = clocks()
      set({ keeping: 'writing' })
      const known = { offset: wallOffset(clock, reading), last: serverTime(clock, reading) }
      const timing = { deadline, powerSafe }
      const kept = { user, outbox, place, revealed, about, clock: known, timing }
      void keeper.write(kept).then((keeping) => {
        if (mine === version) set({ keeping })
      })
    },
    adopt: (kept) => {
      if (kept === null) return
      const { outbox, revealed, powerSafe } = get()
      const heard = kept.timing?.powerSafe?.heardAt ?? 0
      set({
        outbox: merge(outbox, kept.outbox),
        revealed: { ...kept.revealed, ...revealed },
        ...(powerSafe !== null && heard > powerSafe.heardAt && kept.timing),
      })
    },
    syncClock: (serverNow, sent) => {
      set({ clock: hear(get().clock, Date.parse(serverNow), sent, clocks()) })
    },
  }
}
