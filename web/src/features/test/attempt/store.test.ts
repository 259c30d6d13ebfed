// The running test against a model of the server: what is sent when, what the window says,
// and how it ends, with time and connection in the test's hands.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { attemptOf, START } from '../testing/fixtures'
import { ModelServer } from '../testing/modelServer'
import { answeredCount, saveStatus } from './state'
import type { Keeper, Kept } from './storage'
import { createTest, type Test, type TestDeps } from './store'

let server: ModelServer
let stops: (() => void)[]
let wallJump: number

/** A device's storage in memory, shared by its tabs. */
function device() {
  const disk: { kept: Kept | null; refuses: boolean; erased: number } = {
    kept: null,
    refuses: false,
    erased: 0,
  }
  const tabs = new Set<(kept: Kept | null) => void>()
  const keeper = (): Keeper => {
    let mine: ((kept: Kept | null) => void) | null = null
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
  return { disk, keeper }
}

const clocks = () => ({ mono: Date.now() - START, wall: Date.now() + wallJump })

function open(keeper: Keeper, more: Partial<TestDeps> = {}): Test {
  const now = clocks()
  const test = createTest({
    attempt: server.attempt,
    heard: { sent: now, got: now },
    kept: null,
    place: (candidates) => candidates.find((id) => id !== null) ?? 'e1',
    user: 'u1',
    api: server.api,
    keeper,
    clocks,
    ...more,
  })
  stops.push(test.start())
  return test
}

/** Lets time pass for device and server alike. */
async function pass(ms: number) {
  for (let left = ms; left > 0; left -= 100) {
    server.now += Math.min(100, left)
    await vi.advanceTimersByTimeAsync(Math.min(100, left))
  }
}

const status = (test: Test) => saveStatus(test.store.getState())
const saves = () => server.calls.filter((call) => call === 'save').length

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

it('keeps an answer at once, sends it within a second, and says saved when it is', async () => {
  const { disk, keeper } = device()
  const test = open(keeper())
  await pass(5_100)
  expect(server.seen).toEqual(new Set(['e1']))
  server.calls = []
  test.answer('e1', 'question', 'e1-a')
  expect(disk.kept?.outbox.answers.e1?.value).toBe('e1-a')
  expect(status(test).is).toBe('saving')
  await pass(300)
  test.answer('e1', 'question', 'e1-b')
  test.answer('e2', 'question', 'e2-c')
  await pass(1_000)
  expect(saves()).toBe(1)
  expect(server.held).toEqual({ e1: 'e1-b', e2: 'e2-c' })
  expect(status(test)).toEqual({ is: 'saved', at: server.now - 500 })
})

it('sends a text that keeps growing every few seconds', async () => {
  const test = open(device().keeper())
  for (let n = 1; n <= 30; n++) {
    test.answer('et1', 'theory', 'x'.repeat(n))
    await pass(200)
  }
  expect(saves()).toBeGreaterThanOrEqual(1)
  expect(saves()).toBeLessThanOrEqual(3)
  expect(server.held.et1?.length).toBeGreaterThan(20)
})

it('says offline when the line is cut, tries on, and sends at once when it is back', async () => {
  const { disk, keeper } = device()
  const test = open(keeper())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  await pass(60_000)
  expect(status(test)).toEqual({ is: 'offline' })
  test.answer('p1', 'question', 'p1-b')
  await pass(1_000)
  expect(disk.kept?.outbox.answers.p1?.value).toBe('p1-b')
  server.weather = 'fair'
  window.dispatchEvent(new Event('online'))
  await pass(100)
  expect(server.held).toEqual({ e1: 'e1-a', p1: 'p1-b' })
  expect(status(test).is).toBe('saved')
  expect(server.most).toBe(1)
})

it('gets through by itself when no event tells that the line is back', async () => {
  const test = open(device().keeper())
  server.error = new ApiError(503, 'unavailable', 'starting')
  test.answer('e1', 'question', 'e1-a')
  await pass(40_000)
  expect(status(test).is).toBe('offline')
  server.error = null
  await pass(15_100)
  expect(status(test).is).toBe('saved')
  expect(server.held).toEqual({ e1: 'e1-a' })
})

it('waits as long as a busy server asks for', async () => {
  const test = open(device().keeper())
  server.error = new ApiError(429, 'busy', 'busy', {}, {}, 30)
  test.answer('e1', 'question', 'e1-a')
  await pass(25_000)
  expect(saves()).toBe(1)
  server.error = null
  await pass(10_000)
  expect(status(test).is).toBe('saved')
})

it('does not count a save twice whose answer was lost', async () => {
  const test = open(device().keeper())
  server.weather = 'deaf'
  test.answer('e1', 'question', 'e1-a')
  await pass(700)
  expect(server.revision).toBe(1)
  test.answer('e1', 'question', 'e1-b')
  server.weather = 'fair'
  await pass(5_000)
  expect(server.held).toEqual({ e1: 'e1-b' })
  expect(status(test).is).toBe('saved')
})

it('says that nothing is kept when the browser refuses, and then that it is saved', async () => {
  const { disk, keeper } = device()
  disk.refuses = true
  const test = open(keeper())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  await pass(2_000)
  expect(status(test)).toEqual({ is: 'memory' })
  server.weather = 'fair'
  await pass(10_000)
  expect(status(test).is).toBe('saved')
})

it('merges with what another device saved, the later answer winning', async () => {
  let cut = true
  const phone = open(device().keeper(), {
    api: {
      ...server.api,
      save: (...call) =>
        cut ? Promise.reject(new ApiError(0, 'offline', 'cut')) : server.api.save(...call),
    },
  })
  const laptop = open(device().keeper())
  phone.answer('e1', 'question', 'e1-a')
  phone.answer('e2', 'question', 'e2-a')
  phone.review('p1', true)
  await pass(2_000)
  laptop.answer('e1', 'question', 'e1-d')
  laptop.review('p2', true)
  await pass(2_000)
  expect(server.held).toEqual({ e1: 'e1-d' })
  cut = false
  await pass(20_000)
  expect(server.held).toEqual({ e1: 'e1-d', e2: 'e2-a' })
  expect([...server.review].sort()).toEqual(['p1', 'p2'])
  expect(phone.store.getState().outbox.answers.e1?.value).toBe('e1-d')
  expect(status(phone).is).toBe('saved')
})

it('keeps two tabs of one device in step', async () => {
  const { keeper } = device()
  const one = open(keeper())
  const two = open(keeper())
  one.answer('e1', 'question', 'e1-a')
  two.answer('e2', 'question', 'e2-b')
  await pass(2_000)
  for (const tab of [one, two]) {
    expect(tab.store.getState().outbox.answers.e1?.value).toBe('e1-a')
    expect(tab.store.getState().outbox.answers.e2?.value).toBe('e2-b')
    expect(status(tab).is).toBe('saved')
  }
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
})

it('sends what a tab left behind when it was closed', async () => {
  const { keeper } = device()
  const one = open(keeper())
  const stop = stops.pop()
  const two = open(keeper())
  server.weather = 'cut'
  one.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  stop?.()
  server.weather = 'fair'
  await pass(10_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(two).is).toBe('saved')
})

it('goes on after a crash from what was kept, also without the server', async () => {
  const { disk, keeper } = device()
  const first = open(keeper())
  server.weather = 'cut'
  first.answer('e1', 'question', 'e1-a')
  first.show('p1')
  await pass(1_000)
  const attempt = server.attempt
  stops.pop()?.()
  const kept = structuredClone(disk.kept)
  const test = open(keeper(), { attempt, heard: null, kept })
  expect(test.store.getState().place).toBe('p1')
  expect(test.store.getState().outbox.answers.e1?.value).toBe('e1-a')
  await pass(1_000)
  expect(status(test)).toEqual({ is: 'offline' })
  server.weather = 'fair'
  await pass(16_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(test).is).toBe('saved')
})

it('finds the one answer that is refused, says so, and saves all others', async () => {
  const test = open(device().keeper())
  server.poison.add('e2')
  for (const id of ['e1', 'e2', 'p1', 'p2']) test.answer(id, 'question', `${id}-a`)
  await pass(2_000)
  expect(server.held).toEqual({ e1: 'e1-a', p1: 'p1-a', p2: 'p2-a' })
  expect(status(test)).toEqual({ is: 'refused', why: 'e2 is refused' })
  server.poison.clear()
  test.answer('e2', 'question', 'e2-b')
  await pass(2_000)
  expect(status(test).is).toBe('saved')
})

it('keeps the answers when the session ends, and sends them after signing in again', async () => {
  const test = open(device().keeper())
  server.error = new ApiError(401, 'unauthenticated', 'Unauthorised access')
  test.answer('e1', 'question', 'e1-a')
  await pass(3_000)
  expect(status(test)).toEqual({ is: 'signed-out' })
  expect(saves()).toBe(1)
  server.error = null
  window.dispatchEvent(new Event('focus'))
  await pass(100)
  expect(status(test).is).toBe('saved')
})

it('sends what waits when the window is left, and reads again after a long absence', async () => {
  const test = open(device().keeper())
  const turn = (to: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(to)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  test.answer('e1', 'question', 'e1-a')
  turn('hidden')
  await vi.advanceTimersByTimeAsync(0)
  expect(server.held).toEqual({ e1: 'e1-a' })
  await pass(90_000)
  server.answers.set('e2', { kind: 'question', value: 'e2-d', at: server.now })
  server.revision += 1
  turn('visible')
  await pass(100)
  expect(test.store.getState().outbox.answers.e2?.value).toBe('e2-d')
})

it('sends without rest in the last ten seconds', async () => {
  const test = open(device().keeper())
  await pass(30 * 60_000 - 8_000)
  server.calls = []
  test.answer('e1', 'question', 'e1-a')
  await vi.advanceTimersByTimeAsync(0)
  expect(server.held).toEqual({ e1: 'e1-a' })
})

it('submits by force at one second remaining, with what was given last', async () => {
  const { disk, keeper } = device()
  const test = open(keeper())
  await pass(30 * 60_000 - 1_400)
  expect(test.tick()).toBe(1_400)
  expect(test.store.getState().submission.is).toBe('none')
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  await pass(400)
  test.tick()
  expect(test.store.getState().submission).toMatchObject({ is: 'sending', forced: true })
  await pass(3_000)
  expect(test.store.getState().submission).toMatchObject({ offline: true })
  server.weather = 'fair'
  await pass(15_000)
  expect(test.store.getState().ended).toEqual({
    how: 'submitted',
    quizId: 'quiz1',
    timeUp: true,
    lost: [],
  })
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(disk).toMatchObject({ kept: null, erased: 1 })
})

it('ends without a result when the time is up and nothing was answered', async () => {
  const test = open(device().keeper())
  await pass(30 * 60_000 - 1_000)
  test.tick()
  await pass(100)
  expect(test.store.getState().ended).toEqual({
    how: 'cancelled',
    quizId: null,
    timeUp: true,
    lost: [],
  })
})

it('asks the server before it ends a test on a clock that has jumped', async () => {
  const test = open(device().keeper())
  wallJump = 3_600_000
  expect(test.tick()).toBe(0)
  await pass(100)
  expect(test.store.getState().submission.is).toBe('none')
  expect(test.tick()).toBeGreaterThan(29 * 60_000)
  expect(server.state).toBe('running')
})

it('goes to the result when the server says that the time is up', async () => {
  const test = open(device().keeper())
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  server.deadline = server.now - 1
  test.answer('e1', 'question', 'e1-b')
  await pass(1_000)
  expect(test.store.getState().ended).toMatchObject({ how: 'submitted', quizId: 'quiz1' })
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(server.results).toBe(1)
})

it('submits once, taking along what waits, and can be left while the line is cut', async () => {
  const test = open(device().keeper())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  void test.submit()
  await pass(5_000)
  expect(test.store.getState().submission).toEqual({ is: 'sending', forced: false, offline: true })
  test.keepOn()
  test.answer('e2', 'question', 'e2-b')
  server.weather = 'fair'
  await pass(2_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  void test.submit()
  void test.submit()
  await pass(100)
  expect(test.store.getState().ended).toEqual({
    how: 'submitted',
    quizId: 'quiz1',
    timeUp: false,
    lost: [],
  })
  expect(server.results).toBe(1)
  expect(server.calls.filter((call) => call === 'submit').length).toBeGreaterThan(0)
})

it('says which answers did not arrive before the end, and keeps them until that was read', async () => {
  const { disk, keeper } = device()
  const test = open(keeper())
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-b')
  test.answer('p1', 'question', 'p1-c')
  await pass(2_000)
  // The time runs out meanwhile, and the server ends the test with what it has.
  server.state = 'submitted'
  server.weather = 'fair'
  await pass(20_000)
  const { ended, outbox } = test.store.getState()
  expect(ended).toMatchObject({ how: 'submitted', quizId: 'quiz1', lost: ['e1', 'p1'] })
  expect(outbox.answers.e1?.value).toBe('e1-b')
  expect(disk.erased).toBe(0)
  expect(disk.kept?.outbox.answers.p1?.value).toBe('p1-c')

  // The window is closed unread, and opened once more.
  stops.pop()?.()
  const again = open(keeper(), { attempt: server.attempt, kept: structuredClone(disk.kept) })
  expect(again.store.getState().ended?.lost).toEqual(['e1', 'p1'])
  expect(disk.erased).toBe(0)
  again.dismissLost()
  expect(disk).toMatchObject({ kept: null, erased: 1 })
})

it('calls nothing lost that only the reply to was', async () => {
  const { disk, keeper } = device()
  const test = open(keeper())
  server.weather = 'deaf'
  test.answer('e1', 'question', 'e1-a')
  void test.submit()
  await pass(500)
  expect(server.held).toEqual({ e1: 'e1-a' })
  server.weather = 'fair'
  await pass(10_000)
  expect(test.store.getState().ended).toMatchObject({ quizId: 'quiz1', lost: [] })
  expect(disk).toMatchObject({ kept: null, erased: 1 })
})

/** Whose the browser's session is, in the test's hands. */
function browserSession(first: string | null) {
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

it("sends nothing while the session is somebody else's, and all once it is our own again", async () => {
  const { become, session } = browserSession('u1')
  const test = open(device().keeper(), { session })
  await pass(6_000)
  become('u2')
  expect(test.store.getState().link).toEqual({ is: 'signed-out' })
  server.calls = []
  test.answer('e1', 'question', 'e1-a')
  await pass(2_000)
  expect(status(test)).toEqual({ is: 'signed-out' })
  await expect(test.reveal('e1', 'question')).rejects.toMatchObject({ status: 401 })
  await expect(test.cancel()).rejects.toMatchObject({ status: 401 })
  await test.submit()
  expect(test.store.getState().submission).toMatchObject({ is: 'failed', signedOut: true })
  test.keepOn()
  await pass(2_000)
  expect(server.calls).toEqual([])
  become('u1')
  await pass(100)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(test).is).toBe('saved')
})

it('submits by force what only a sign-in held up', async () => {
  const { become, session } = browserSession('u1')
  const test = open(device().keeper(), { session })
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  server.error = new ApiError(401, 'unauthenticated', 'Unauthorised access')
  await pass(30 * 60_000 - 2_000)
  test.tick()
  await pass(100)
  expect(test.store.getState().submission).toMatchObject({ is: 'failed', signedOut: true })
  server.error = null
  become('u1')
  await pass(100)
  expect(test.store.getState().ended).toMatchObject({ quizId: 'quiz1', lost: [] })
})

it('follows another tab to the end of the test', async () => {
  const { keeper } = device()
  const one = open(keeper())
  const two = open(keeper())
  one.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  void one.submit()
  await pass(6_000)
  expect(two.store.getState().ended).toMatchObject({ how: 'submitted', quizId: 'quiz1' })
})

it('cancels, and finds out when it was cancelled elsewhere', async () => {
  const test = open(device().keeper())
  await test.cancel()
  expect(test.store.getState().ended).toEqual({
    how: 'cancelled',
    quizId: null,
    timeUp: false,
    lost: [],
  })
  server = new ModelServer(attemptOf({ deadline: null }))
  const other = open(device().keeper())
  server.state = 'cancelled'
  other.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  expect(other.store.getState().ended).toMatchObject({ how: 'cancelled' })
})

it('reveals after saving the answer given before', async () => {
  const test = open(device().keeper())
  test.answer('e1', 'question', 'e1-a')
  const asked = test.reveal('e1', 'question')
  await pass(100)
  await asked
  expect(server.calls.indexOf('save')).toBeLessThan(server.calls.indexOf('reveal'))
  expect(test.store.getState().revealed.e1?.correctAns).toBe('e1-b')
  expect(answeredCount(test.store.getState())).toBe(1)
})

it('does not look at the key before the answer has arrived, nor offline', async () => {
  const test = open(device().keeper())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  const asked = test.reveal('e1', 'question').catch((thrown) => thrown)
  await pass(1_000)
  expect(await asked).toMatchObject({ offline: true })
  expect(server.calls).not.toContain('reveal')
})

it('shows what stands where an answer came too late: its key was shown on another device', async () => {
  const phone = open(device().keeper())
  const laptop = open(device().keeper())
  phone.answer('p1', 'question', 'p1-a')
  const asked = phone.reveal('p1', 'question')
  await pass(1_000)
  await asked
  laptop.answer('p1', 'question', 'p1-b')
  await pass(2_000)
  expect(server.held).toEqual({ p1: 'p1-a' })
  expect(laptop.store.getState().outbox.answers.p1).toMatchObject({ value: 'p1-a', acked: true })
  expect(laptop.store.getState().revealed.p1?.correctAns).toBe('p1-b')
})

it('tells the other tab which keys were shown', async () => {
  const { keeper } = device()
  const one = open(keeper())
  const two = open(keeper())
  const asked = one.reveal('p1', 'question')
  await pass(100)
  await asked
  expect(two.store.getState().revealed.p1?.correctAns).toBe('p1-b')
})

it('never sends two saves at once, whatever happens', async () => {
  const test = open(device().keeper())
  for (let n = 0; n < 40; n++) {
    server.weather = n % 7 < 3 ? 'cut' : n % 7 < 4 ? 'deaf' : 'fair'
    test.answer(['e1', 'e2', 'p1'][n % 3] as string, 'question', `v${n}`)
    if (n % 5 === 0) window.dispatchEvent(new Event('online'))
    if (n % 6 === 0) window.dispatchEvent(new Event('focus'))
    await pass((n * 137) % 900)
  }
  server.weather = 'fair'
  await pass(40_000)
  expect(server.most).toBe(1)
  expect(server.held).toEqual({ e1: 'v39', e2: 'v37', p1: 'v38' })
  expect(status(test).is).toBe('saved')
})
