// Runs the state machine of one open attempt: does what its effects ask for and reports back.
// The only file that performs the effects of an open window; `api.ts` and `storage.ts` are its tools.
import { createStore, type StoreApi } from 'zustand'
import { reportError } from '@/shared/api/clientErrors'
import { ApiError, toApiError } from '@/shared/api/errors'
import { common } from '@/shared/i18n/common'
import { testWindowPath } from '@/shared/paths'
import { keptPrefix } from '@/shared/session/useSession'
import { type AttemptApi, failureOf, withTimeout } from './api'
import type { Reading } from './clock'
import { isForced } from './exchange'
import { dueAt, type Effect, type Input, type Reply, step } from './machine'
import type { Kind } from './outbox'
import {
  type Beginning,
  type Call,
  firstState,
  isPaused,
  type Link,
  type TestState,
  timeLeft,
} from './state'
import type { AttemptStore } from './storage'

/** Both clocks of the device. */
export const readClocks = (): Reading => ({ mono: performance.now(), wall: Date.now() })

/** Milliseconds between two ticks at least, so that a step that fails is not tried without end. */
const SHORTEST = 50

export interface TestDeps extends Beginning {
  api: AttemptApi
  attemptStore: AttemptStore
  clocks?: () => Reading
  /** Whose the session is now, as far as this tab knows (null when it does not). */
  session?: { owner: () => string | null; watch: (changed: () => void) => () => void }
}

/** What a submission waits for; `isForced` once there is no way back, so that it must not take long. */
type BeforeSubmit = (isForced: () => boolean, signal: AbortSignal) => Promise<void>

export interface Test {
  /** Whose it is. */
  user: string
  store: StoreApi<TestState>
  /** Records an answer; `mark` has the choice marked at once, which makes it final. */
  answer: (id: string, kind: Kind, value: string | null, mark?: boolean) => void
  review: (id: string, marked: boolean) => void
  /** Puts a question on screen. */
  show: (id: string) => void
  /** Milliseconds left; null without a clock. */
  left: () => number | null
  /** Whether a power-safe timer is paused. */
  isPaused: () => boolean
  /** Milliseconds left, and submits by force when the time is up. */
  tick: () => number | null
  /** Ends the test; without a result where nothing was answered on any device. */
  submit: () => void
  /** Has a submission wait for this: no submission leaves before it resolves, and it fails as a call would. */
  beforeSubmit: (wait: BeforeSubmit) => void
  /** Back to the paper from a submission that has no answer yet. */
  returnToTest: () => void
  /** Asks for key and explanation; throws ApiError. */
  reveal: (id: string, kind: Kind) => Promise<void>
  /** The student has read which answers did not arrive in time: they need not be kept. */
  dismissLost: () => void
  /** Listens to the browser and sends what waits. Returns a function that stops it. */
  start: () => () => void
}

export function createTest(deps: TestDeps): Test {
  const { api, attemptStore, session, user, clocks = readClocks } = deps
  const { _id: id, exam, assessment } = deps.attempt
  const about = { title: `${exam.title}, ${assessment.title}`, path: testWindowPath(deps.attempt) }
  const moment = () => ({ ...clocks(), owner: session?.owner() ?? null })
  const store = createStore<TestState>(() => firstState({ ...deps, about }, clocks()))
  const lock = createLock(`${keptPrefix}${id}`)
  const reveals = new Map<string, PendingKey>()
  let aborter = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Input[] | null = null
  let ready: BeforeSubmit | undefined

  /** Takes one step; what happens while its effects are done waits for the next. */
  function feed(input: Input) {
    if (queue !== null) return void queue.push(input)
    queue = [input]
    try {
      for (const one of queue) {
        const [state, effects] = step(store.getState(), { ...one, now: moment() })
        for (const effect of effects) perform(effect)
        store.setState(state, true)
      }
    } finally {
      // Also where something failed: the test goes on.
      queue = null
      setTimer()
    }
  }

  function setTimer() {
    clearTimeout(timer)
    const due = dueAt(store.getState())
    if (due === null) return
    timer = setTimeout(feed, Math.max(SHORTEST, Math.ceil(due - clocks().mono)), { is: 'tick' })
  }

  function perform(effect: Effect) {
    switch (effect.do) {
      case 'keep': {
        const { kept, version } = effect
        void attemptStore.write(kept).then((keeping) => feed({ is: 'kept', version, keeping }))
        return
      }
      case 'erase':
        return void attemptStore.erase()
      case 'lock': {
        const locked = () => feed({ is: 'locked', kept: attemptStore.readNow() })
        return lock.ask(aborter.signal, locked, (thrown) => fail(null, thrown))
      }
      case 'unlock':
        return lock.release()
      case 'call':
        return void make(effect.number, effect.call)
      case 'abort':
        aborter.abort()
        aborter = new AbortController()
        return
      case 'reveal':
        return void reveal(effect.id, effect.kind)
      case 'refuse-reveal':
        reveals.get(effect.id)?.reject(unsaved(effect.link))
        reveals.delete(effect.id)
    }
  }

  async function make(number: number, call: Call) {
    const sent = clocks()
    const { signal: over } = aborter
    try {
      // The time may run out meanwhile.
      if (call.is === 'submit') await ready?.(() => isForced(store.getState()), over)
      const reply = await withTimeout((signal) => send(call, signal), over)
      feed({ is: 'replied', number, reply, sent })
    } catch (thrown) {
      fail(number, thrown)
    }
  }

  async function send(call: Call, signal: AbortSignal): Promise<Reply> {
    switch (call.is) {
      case 'peek':
        return { is: 'peek', attempt: await api.peek(id, signal) }
      case 'save':
        return { is: 'save', saved: await api.save(id, call.batch.body, signal, call.last) }
      case 'submit': {
        const { answered, forced } = call
        return { is: 'submit', submitted: await api.submit(id, answered, forced, signal) }
      }
    }
  }

  function fail(number: number | null, thrown: unknown) {
    const error = toApiError(thrown)
    const failure = failureOf(error)
    if (failure.is === 'broken') reportError(error)
    feed({ is: 'failed', number, failure, chance: Math.random() })
  }

  async function reveal(which: string, kind: Kind) {
    const asked = reveals.get(which)
    try {
      const body = kind === 'question' ? { question: which } : { theory: which }
      const found = await api.reveal(id, body)
      feed({ is: 'revealed', id: which, reveal: found })
      asked?.resolve()
    } catch (thrown) {
      asked?.reject(thrown)
    }
    reveals.delete(which)
  }

  function start() {
    feed({ is: 'start' })
    if (store.getState().ended !== null) return () => undefined
    const stops = [
      attemptStore.watch((kept) => feed({ is: 'other-tab', kept })),
      session?.watch(() => feed({ is: 'session' })),
      watchBrowser({
        awake: () => feed({ is: 'awake' }),
        hidden: () => feed({ is: 'hidden' }),
        shown: (away) => feed({ is: 'shown', away }),
      }),
    ]
    return () => {
      for (const stop of stops) stop?.()
      feed({ is: 'stop' })
    }
  }

  return {
    user,
    store,
    answer: (which, kind, value, mark) => feed({ is: 'answer', id: which, kind, value, mark }),
    review: (which, marked) => feed({ is: 'review', id: which, marked }),
    show: (which) => feed({ is: 'show', id: which }),
    left: () => timeLeft(store.getState(), clocks()),
    isPaused: () => isPaused(store.getState(), clocks()),
    tick: () => {
      feed({ is: 'tick' })
      return timeLeft(store.getState(), clocks())
    },
    submit: () => feed({ is: 'submit' }),
    beforeSubmit: (wait) => {
      ready = wait
    },
    returnToTest: () => feed({ is: 'return-to-test' }),
    reveal: (which, kind) => {
      const asked = reveals.get(which) ?? ask()
      reveals.set(which, asked)
      feed({ is: 'reveal', id: which, kind })
      return asked.promise
    },
    dismissLost: () => feed({ is: 'lost-read' }),
    start,
  }
}

/** Somebody who waits for a key. */
interface PendingKey {
  promise: Promise<void>
  resolve: () => void
  reject: (why: unknown) => void
}

function ask(): PendingKey {
  const asked: Partial<PendingKey> = {}
  const promise = new Promise<void>((resolve, reject) => Object.assign(asked, { resolve, reject }))
  return Object.assign(asked as PendingKey, { promise })
}

/** A lock that all tabs of this device share, and the other senders of this attempt's answers. */
function createLock(name: string, locks = globalThis.navigator?.locks) {
  let held: (() => void) | null = null
  return {
    /** Calls `locked` once it is held, unless `signal` aborts before. */
    ask: (signal: AbortSignal, locked: () => void, failed: (thrown: unknown) => void) => {
      const hold = () => {
        if (signal.aborted) return
        return new Promise<void>((resolve) => {
          held = resolve
          locked()
        })
      }
      // No lock manager (plain http, old browsers): the revision keeps two tabs apart.
      const asked = locks ? locks.request(name, { signal }, hold) : Promise.resolve().then(hold)
      asked.catch((thrown) => {
        if (!signal.aborted) failed(thrown)
      })
    },
    release: () => {
      held?.()
      held = null
    },
  }
}

/** Why what was given has not arrived. */
function unsaved(link: Link): ApiError {
  if (link.is === 'signed-out') return new ApiError(401, 'unauthenticated', common.expired)
  if (link.is === 'stopped') return new ApiError(409, 'stopped', link.why)
  return new ApiError(0, 'offline', common.offline)
}

// What the browser tells a running test: the connection is back, the window is looked at
// again, or it is left and may never come back.

interface BrowserTold {
  /** The connection or the attention is back: a good moment to send. */
  awake: () => void
  /** The window is hidden; on phones this is the last word. */
  hidden: () => void
  /** The window is shown again; the argument is how long it was hidden, in milliseconds. */
  shown: (away: number) => void
}

/** Returns a function that stops it. */
function watchBrowser({ awake, hidden, shown }: BrowserTold): () => void {
  let hiddenAt = Date.now()
  const turned = () => {
    if (document.visibilityState !== 'hidden') return shown(Date.now() - hiddenAt)
    hiddenAt = Date.now()
    hidden()
  }
  window.addEventListener('online', awake)
  window.addEventListener('focus', awake)
  document.addEventListener('visibilitychange', turned)
  // Safari 14 does not say that a page is hidden when it is left.
  window.addEventListener('pagehide', hidden)
  return () => {
    window.removeEventListener('online', awake)
    window.removeEventListener('focus', awake)
    document.removeEventListener('visibilitychange', turned)
    window.removeEventListener('pagehide', hidden)
  }
}
