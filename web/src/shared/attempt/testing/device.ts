// A device with its storage, its clocks and the windows of a test on it, for the tests of a
// running test: time and connection are in their hands.
import { afterEach, beforeEach, vi } from 'vitest'
import { createTest, type Test, type TestDeps } from '../run'
import { saveStatus } from '../state'
import type { AttemptStore, StoredAttempt } from '../storage'
import { START } from './fixtures'
import { ModelServer } from './modelServer'

/** The server of the running test. */
export let server: ModelServer
/** What stops the windows that are open, the last opened last. */
export let stops: (() => void)[]
let wallJump: number

/** Puts another server in place. */
export function serveFrom(model: ModelServer) {
  server = model
}

/** Sets the device's wall clock ahead. */
export function jumpWall(ms: number) {
  wallJump = ms
}

/** A device's storage in memory, shared by its tabs. */
export function device() {
  const disk: { kept: StoredAttempt | null; refuses: boolean; erased: number } = {
    kept: null,
    refuses: false,
    erased: 0,
  }
  const tabs = new Set<(kept: StoredAttempt | null) => void>()
  const attemptStore = (): AttemptStore => {
    let mine: ((kept: StoredAttempt | null) => void) | null = null
    return {
      read: async () => disk.kept,
      readNow: () => disk.kept,
      write: async (kept) => {
        if (disk.refuses) return 'memory'
        disk.kept = structuredClone(kept)
        for (const tell of tabs) if (tell !== mine) tell(disk.kept)
        return 'disk'
      },
      watch: (changed) => {
        mine = changed
        tabs.add(changed)
        return () => tabs.delete(changed)
      },
      erase: async () => {
        disk.kept = null
        disk.erased += 1
        for (const tell of tabs) if (tell !== mine) tell(null)
      },
    }
  }
  return { disk, attemptStore }
}

const clocks = () => ({ mono: Date.now() - START, wall: Date.now() + wallJump })

/** A test in an open window, whose submission can be waited for. */
export interface OpenTest extends Test {
  submit: () => Promise<void>
}

export function open(attemptStore: AttemptStore, more: Partial<TestDeps> = {}): OpenTest {
  const now = clocks()
  const test = createTest({
    attempt: server.attempt,
    heard: { sent: now, got: now },
    kept: null,
    place: (candidates) => candidates.find((id) => id !== null) ?? 'e1',
    user: 'u1',
    api: server.api,
    attemptStore,
    clocks,
    ...more,
  })
  stops.push(test.start())
  const submit = () => {
    test.submit()
    return new Promise<void>((resolve) => {
      const look = () => {
        if (test.store.getState().submission.is !== 'sending') resolve()
      }
      test.store.subscribe(look)
      look()
    })
  }
  return { ...test, submit }
}

/** Lets time pass for device and server alike. */
export async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 100) {
    server.now += Math.min(100, left)
    await vi.advanceTimersByTimeAsync(Math.min(100, left))
  }
}

export const status = (test: Test) => saveStatus(test.store.getState())
export const saves = () => server.calls.filter((call) => call === 'save').length

/** Begins each test of a file with a new server, and with time in its hands. */
export function setUp() {
  beforeEach(() => {
    vi.useFakeTimers({ now: START })
    server = new ModelServer()
    stops = []
    wallJump = 0
  })

  afterEach(() => {
    for (const stop of stops) stop()
    vi.useRealTimers()
  })
}

/** Whose the browser's session is, in the test's hands. */
export function browserSession(first: string | null) {
  let owner = first
  const listeners = new Set<() => void>()
  const become = (user: string | null) => {
    owner = user
    for (const changed of listeners) changed()
  }
  const watch = (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  return { become, session: { owner: () => owner, watch } }
}
