// Sends the photographs of a test, one at a time, until the server has each exactly once: the device
// chooses their ids, so a repeated upload changes nothing.
import { createStore } from 'zustand'
import { ApiError, toApiError } from '@/shared/api/errors'
import { randomId } from '@/shared/api/ids'
import { delay } from '@/shared/timeouts'
import type { PhotographCalls } from './calls'
import { photographCalls } from './calls'
import {
  allPhotographs,
  dropPhotograph,
  isInMemory,
  type KeptPhotograph,
  keepPhotograph,
  readPhotograph,
} from './store'

/** The most photographs of one answer. */
export const MOST = 3

/** A photograph as the screen shows it. */
export interface PhotographView {
  id: string
  theory: string
  /** Null where only the server has the file. */
  file: ArrayBuffer | null
  /** Where the server has it, for one from another device. */
  url?: string
  state: KeptPhotograph['state']
  inMemory: boolean
  why?: string | undefined
}

export interface PhotographState {
  shown: readonly PhotographView[]
  link: 'up' | 'sending' | 'offline' | 'signed-out'
}

const FIRST_WAIT = 2_000
const LONGEST_WAIT = 30_000
/** A longer wait that the server asks for is a refusal: no test runs that long. */
const LONGEST_RETRY = 60
/** A forced submission waits for photographs at most this long; the server accepts it for 30 seconds. */
export const HURRY = 20_000

/** How often a submission that waits looks whether it is forced by now, in milliseconds. */
const GLANCE = 250

export interface QueueDeps {
  attempt: string
  user: string
  calls?: PhotographCalls
  /** Whose the session is now, as far as this tab knows (null when it does not). */
  owner?: () => string | null
}

export type Photographs = ReturnType<typeof createPhotographs>

export function createPhotographs({ attempt, user, calls = photographCalls, owner }: QueueDeps) {
  const store = createStore<PhotographState>(() => ({ shown: [], link: 'up' }))
  /** What only the server has: from another device. */
  let elsewhere: PhotographView[] = []
  let running: Promise<ApiError | null> | null = null
  let again = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const adding = new Set<Promise<unknown>>()

  const own = async () =>
    (await allPhotographs()).filter((one) => one.attempt === attempt && one.user === user)

  async function show() {
    const kept = await own()
    const here = kept.map(({ id, theory, file, state, why }) => ({
      id,
      theory,
      file,
      state,
      why,
      inMemory: isInMemory(id),
    }))
    const known = new Set(here.map(({ id }) => id))
    const shown = [...elsewhere.filter(({ id }) => !known.has(id)), ...here]
    store.setState({ shown: shown.filter(({ state }) => state !== 'removing') })
  }

  /** Changes of what is kept, one after the other: each reads before it writes. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  /** Changes a photograph unless it was removed or changed meanwhile. Gives whether it was changed. */
  async function change(before: KeptPhotograph, part: Partial<KeptPhotograph>): Promise<boolean> {
    const changed = await inTurn(async () => {
      const now = await readPhotograph(before.id)
      if (now?.state !== before.state) return false
      await keepPhotograph({ ...now, ...part })
      return true
    })
    await show()
    return changed
  }

  /** Sends one; throws what may pass, and settles everything else. */
  async function send(one: KeptPhotograph) {
    try {
      if (one.state === 'removing') {
        await calls.remove(attempt, one.id)
        await dropPhotograph(one.id)
      } else {
        // Before it leaves: the reply may be lost.
        if (!(await change(one, { tried: true }))) return
        await calls.put(one)
        await change(one, { state: 'sent' })
      }
    } catch (thrown) {
      const error = toApiError(thrown)
      if (isPassing(error)) throw error
      // It is not there, or nobody can remove it any more.
      if (one.state === 'removing' || error.reason === 'photograph-removed')
        await dropPhotograph(one.id)
      else await change(one, { state: 'refused', why: error.errMessage })
    }
    await show()
  }

  async function sendAll(): Promise<ApiError | null> {
    try {
      for (;;) {
        const next = (await own()).find(({ state }) => state === 'waiting' || state === 'removing')
        if (next === undefined) break
        // As somebody else it would be refused for good.
        if ((owner?.() ?? user) !== user) throw new ApiError(401, 'unauthenticated', '')
        store.setState({ link: 'sending' })
        await send(next)
      }
      tries = 0
      store.setState({ link: 'up' })
      return null
    } catch (thrown) {
      const error = toApiError(thrown)
      store.setState({ link: error.status === 401 ? 'signed-out' : 'offline' })
      return error
    }
  }

  /** Sends what waits, as the only tab of this device that does; gives what stopped it. */
  function run(): Promise<ApiError | null> {
    clearTimeout(timer)
    if (running !== null) {
      again = true
      return running
    }
    const locks = globalThis.navigator?.locks
    const work = async () => {
      let failure: ApiError | null
      do {
        again = false
        failure = await sendAll()
      } while (again && failure === null)
      return failure
    }
    running = (locks ? locks.request(`sabi.photographs.${attempt}`, work) : work())
      .catch(toApiError)
      .then((failure) => {
        running = null
        if (failure !== null && !stopped) retryLater()
        return failure
      })
    return running
  }

  function retryLater() {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (1 + Math.random() / 2)
    tries += 1
    timer = setTimeout(run, wait)
  }

  const awake = () => void run()

  /** Runs once all that is being added is kept. */
  async function settled() {
    await Promise.allSettled(adding)
    return run()
  }

  return {
    store,
    /** Reads what is kept here, sends what waits, and asks the server for what other devices added. */
    start: async () => {
      stopped = false
      window.addEventListener('online', awake)
      await show()
      await run()
    },
    /** Asks what other devices have added. */
    look: async () => {
      try {
        const all = await calls.list(attempt)
        elsewhere = all.map(({ _id: id, theory, url }) => ({
          id,
          theory,
          url,
          file: null,
          state: 'sent',
          inMemory: false,
        }))
        await show()
      } catch {
        // Offline: what this device has is shown.
      }
    },
    /** Adds a photograph that `prepare` makes; throws where it cannot. */
    add: async (theory: string, prepare: () => Promise<Blob>) => {
      const work = (async () => {
        const file = await (await prepare()).arrayBuffer()
        const kept: KeptPhotograph = {
          id: randomId(),
          attempt,
          user,
          theory,
          file,
          addedAt: Date.now(),
          state: 'waiting',
          tried: false,
        }
        await keepPhotograph(kept)
        await show()
      })()
      adding.add(work)
      try {
        await work
      } finally {
        adding.delete(work)
      }
      void run()
    },
    remove: async (id: string) => {
      await inTurn(async () => {
        const kept = await readPhotograph(id)
        // The server knows nothing of it.
        if (kept && (!kept.tried || kept.state === 'refused')) return dropPhotograph(id)
        const gone = kept ?? { id, attempt, user, ...nothing, addedAt: Date.now() }
        await keepPhotograph({ ...gone, state: 'removing', tried: true })
      })
      elsewhere = elsewhere.filter((one) => one.id !== id)
      await show()
      void run()
    },
    /**
     * Before a submission: resolves once nothing waits. Throws while the server cannot be reached, so that the
     * submission waits too, and when `signal` aborts. Once it is forced it waits at most twenty seconds more, and
     * never fails for it.
     */
    beforeSubmit: async (isForced: () => boolean, signal?: AbortSignal) => {
      const done = settled()
      for (let hurried = 0; hurried < HURRY; ) {
        const failure = await Promise.race([done, delay(GLANCE)])
        // The oldest browsers know no reason.
        if (signal?.aborted) throw signal.reason ?? new DOMException('', 'AbortError')
        if (failure === null) return
        if (failure !== undefined && !isForced()) throw failure
        if (failure !== undefined) return
        if (isForced()) hurried += GLANCE
      }
    },
    /**
     * After the end of the test: sends what the server still accepts, then forgets all. Gives the number of
     * photographs that did not arrive.
     */
    finish: async (cancelled: boolean): Promise<number> => {
      stopped = true
      window.removeEventListener('online', awake)
      const until = Date.now() + 2 * HURRY
      if (!cancelled) {
        while ((await settled()) !== null && Date.now() < until) await delay(FIRST_WAIT)
      }
      clearTimeout(timer)
      const kept = await own()
      const lost = kept.filter(({ state }) => state === 'waiting' || state === 'refused')
      await inTurn(() => Promise.all(kept.map(({ id }) => dropPhotograph(id))))
      await show()
      return cancelled ? 0 : lost.length
    },
    /** The window goes; what waits stays on the device. */
    stop: () => {
      stopped = true
      clearTimeout(timer)
      window.removeEventListener('online', awake)
    },
  }
}

const nothing = { theory: '', file: new ArrayBuffer(0) }

/** Whether the same call may succeed later. */
function isPassing({ status, retryAfter }: ApiError): boolean {
  if (status === 429) return (retryAfter ?? 0) <= LONGEST_RETRY
  return status === 0 || status === 401 || status >= 500
}
