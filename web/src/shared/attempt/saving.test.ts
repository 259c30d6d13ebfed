// What a running test sends when, and what its window says of it.
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import * as clientErrors from '@/shared/api/clientErrors'
import { ApiError } from '@/shared/api/errors'
import { attemptTexts } from './api'
import {
  browserSession,
  device,
  open,
  pass,
  saves,
  server,
  setUp,
  status,
  stops,
} from './testing/device'

setUp()

it('keeps an answer at once, sends it within a second, and says saved when it is', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
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

it('puts answers that are given quickly into one save every few seconds', async () => {
  const test = open(device().attemptStore())
  const questions = ['e1', 'e2', 'p1', 'p2']
  for (let n = 0; n < 40; n += 1) {
    test.answer(questions[n % 4] ?? '', 'question', `${questions[n % 4]}-${'abcd'[n % 3]}`)
    await pass(1_500)
  }
  // A minute of answers.
  expect(saves()).toBeGreaterThanOrEqual(10)
  expect(saves()).toBeLessThanOrEqual(13)
  await pass(5_000)
  expect(status(test).is).toBe('saved')
  expect(Object.keys(server.held)).toHaveLength(4)
})

it('lets no answer wait longer than that for the one before it', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(600)
  expect(server.held).toEqual({ e1: 'e1-a' })
  test.answer('e2', 'question', 'e2-b')
  await pass(3_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  await pass(2_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  // Who takes their time has each answer saved by itself.
  await pass(6_000)
  test.answer('p1', 'question', 'p1-c')
  await pass(600)
  expect(server.held.p1).toBe('p1-c')
})

it('holds nothing back once the window is hidden, or the time is nearly up', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(600)
  test.answer('e2', 'question', 'e2-b')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(100)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  vi.restoreAllMocks()

  await pass((test.left() ?? 0) - 9_000)
  test.answer('p1', 'question', 'p1-a')
  await pass(100)
  test.answer('p1', 'question', 'p1-c')
  await pass(100)
  expect(server.held.p1).toBe('p1-c')
})

it('sends a text that keeps growing every few seconds', async () => {
  const test = open(device().attemptStore())
  for (let n = 1; n <= 30; n++) {
    test.answer('et1', 'theory', 'x'.repeat(n))
    await pass(200)
  }
  expect(saves()).toBeGreaterThanOrEqual(1)
  expect(saves()).toBeLessThanOrEqual(3)
  expect(server.held.et1?.length).toBeGreaterThan(20)
})

it('keeps typed text once a second while it grows, and before it is sent', async () => {
  const { disk, attemptStore } = device()
  const own = attemptStore()
  const test = open(own)
  await pass(5_100)
  server.weather = 'cut'
  const write = vi.spyOn(own, 'write')
  const text = () => disk.kept?.outbox.answers.et1?.value
  for (let n = 1; n <= 30; n++) {
    test.answer('et1', 'theory', 'x'.repeat(n))
    await pass(100)
    expect(status(test).is).toBe('saving')
  }
  // Three seconds of typing.
  expect(write.mock.calls.length).toBeGreaterThanOrEqual(2)
  expect(write.mock.calls.length).toBeLessThanOrEqual(4)
  expect(text()?.length).toBeGreaterThanOrEqual(20)
  await pass(1_000)
  expect(text()).toHaveLength(30)

  server.weather = 'fair'
  window.dispatchEvent(new Event('online'))
  await pass(5_100)
  test.answer('et1', 'theory', 'sent')
  await pass(5_100)
  expect(server.held.et1).toBe('sent')
  expect(text()).toBe('sent')
})

it.each([
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  ['the window is hidden', () => hide()],
])('keeps typed text at once when %s', async (_, leave) => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
  await pass(5_100)
  test.answer('et1', 'theory', 'not yet')
  expect(disk.kept?.outbox.answers.et1).toBeUndefined()
  leave()
  expect(disk.kept?.outbox.answers.et1?.value).toBe('not yet')
})

function hide() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

it('says offline when the line is cut, tries on, and sends at once when it is back', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
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
  const test = open(device().attemptStore())
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
  const test = open(device().attemptStore())
  server.error = new ApiError(429, 'busy', 'busy', {}, {}, 30)
  test.answer('e1', 'question', 'e1-a')
  await pass(25_000)
  expect(saves()).toBe(1)
  server.error = null
  await pass(10_000)
  expect(status(test).is).toBe('saved')
})

it('does not count a save twice whose answer was lost', async () => {
  const test = open(device().attemptStore())
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
  const { disk, attemptStore } = device()
  disk.refuses = true
  const test = open(attemptStore())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  await pass(2_000)
  expect(status(test)).toEqual({ is: 'memory' })
  server.weather = 'fair'
  await pass(10_000)
  expect(status(test).is).toBe('saved')
})

it('goes on after a crash from what was kept, also without the server', async () => {
  const { disk, attemptStore } = device()
  const first = open(attemptStore())
  server.weather = 'cut'
  first.answer('e1', 'question', 'e1-a')
  first.show('p1')
  await pass(1_000)
  const attempt = server.attempt
  stops.pop()?.()
  const kept = structuredClone(disk.kept)
  const test = open(attemptStore(), { attempt, heard: null, kept })
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
  const test = open(device().attemptStore())
  server.poison.add('e2')
  for (const id of ['e1', 'e2', 'p1', 'p2']) test.answer(id, 'question', `${id}-a`)
  await pass(2_000)
  expect(server.held).toEqual({ e1: 'e1-a', p1: 'p1-a', p2: 'p2-a' })
  expect(status(test)).toEqual({ is: 'refused', why: 'e2 is refused' })
  server.poison.clear()
  test.answer('e2', 'question', 'e2-b')
  await pass(5_000)
  expect(status(test).is).toBe('saved')
})

it('keeps the answers when the session ends, and sends them after signing in again', async () => {
  const test = open(device().attemptStore())
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
  const test = open(device().attemptStore())
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
  const test = open(device().attemptStore())
  await pass(30 * 60_000 - 8_000)
  server.calls = []
  test.answer('e1', 'question', 'e1-a')
  await vi.advanceTimersByTimeAsync(0)
  expect(server.held).toEqual({ e1: 'e1-a' })
})

it("sends nothing while the session is somebody else's, and all once it is our own again", async () => {
  const { become, session } = browserSession('u1')
  const test = open(device().attemptStore(), { session })
  await pass(6_000)
  become('u2')
  expect(test.store.getState().link).toEqual({ is: 'signed-out' })
  server.calls = []
  test.answer('e1', 'question', 'e1-a')
  await pass(2_000)
  expect(status(test)).toEqual({ is: 'signed-out' })
  await expect(test.reveal('e1', 'question')).rejects.toMatchObject({ status: 401 })
  await test.submit()
  expect(test.store.getState().submission).toMatchObject({ is: 'failed', signedOut: true })
  test.returnToTest()
  await pass(2_000)
  expect(server.calls).toEqual([])
  become('u1')
  await pass(100)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(test).is).toBe('saved')
})

it('never sends two saves at once, whatever happens', async () => {
  server.lag = 300
  const test = open(device().attemptStore())
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

it('sends what was asked for while a halted round was still ending', async () => {
  const test = open(device().attemptStore())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  await pass(700)
  server.weather = 'fair'
  void test.submit()
  test.returnToTest()
  await pass(100)
  expect(server.state).toBe('running')
  expect(test.store.getState().submission.is).toBe('none')
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(test).is).toBe('saved')
})

it('tells a server that was put back to an older state all that it has lost, and goes on', async () => {
  const test = open(device().attemptStore())
  const restore = server.backUp()
  for (const id of ['e1', 'e2', 'p1']) {
    test.answer(id, 'question', `${id}-a`)
    await pass(6_000)
  }
  expect(status(test).is).toBe('saved')
  restore()
  server.calls = []
  test.answer('p2', 'question', 'p2-b')
  await pass(10_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-a', p1: 'p1-a', p2: 'p2-b' })
  expect(status(test).is).toBe('saved')
  expect(server.calls).toEqual(['save', 'peek', 'save'])
})

it('does the same where that happened before it was opened again', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
  const restore = server.backUp()
  test.answer('e1', 'question', 'e1-a')
  await pass(6_000)
  for (const stop of stops) stop()
  await pass(100)
  restore()
  server.calls = []
  const again = open(attemptStore(), { kept: structuredClone(disk.kept) })
  await pass(20_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(again).is).toBe('saved')
  expect(server.calls.length).toBeLessThanOrEqual(5)
})

it('says that the browser cannot do it where the app itself fails, reports it, and goes on trying', async () => {
  const report = vi.spyOn(clientErrors, 'reportError').mockReturnValue(undefined)
  const bug = new TypeError('Object.hasOwn is not a function')
  const { save } = server.api
  server.api.save = () => Promise.reject(bug)
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  expect(status(test)).toEqual({ is: 'refused', why: attemptTexts.brokenBrowser })
  expect(report.mock.lastCall?.[0]).toMatchObject({ cause: bug })
  expect(disk.kept?.outbox.answers.e1?.value).toBe('e1-a')
  server.api.save = save
  test.answer('e2', 'question', 'e2-a')
  await pass(6_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-a' })
})

it('says the same of a submission', async () => {
  const report = vi.spyOn(clientErrors, 'reportError').mockReturnValue(undefined)
  server.api.submit = () => Promise.reject(new TypeError('x is not a function'))
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await test.submit()
  expect(test.store.getState().submission).toMatchObject({
    is: 'failed',
    why: attemptTexts.brokenBrowser,
  })
  expect(report).toHaveBeenCalledOnce()
})
