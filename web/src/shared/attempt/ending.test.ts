// How a running test ends, and what is said of answers that did not arrive.
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { emptyOutbox, putAnswer } from './outbox'
import { answeredCount } from './state'
import {
  browserSession,
  device,
  jumpWall,
  open,
  pass,
  serveFrom,
  server,
  setUp,
  status,
  stops,
} from './testing/device'
import { attemptOf, START } from './testing/fixtures'
import { ModelServer } from './testing/modelServer'

setUp()

it('submits by force at one second remaining, with what was given last', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
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

it('goes on for half an hour without a line, and hands in by itself once it is back in time', async () => {
  const { disk, attemptStore } = device()
  server.deadline = START + 40 * 60_000
  const test = open(attemptStore(), { attempt: server.attempt })
  server.weather = 'cut'
  for (let minute = 0; minute < 30; minute += 1) {
    const id = minute % 2 ? 'e2' : 'e1'
    test.answer(id, 'question', `${id}-${'abcd'[minute % 4]}`)
    server.now += 60_000
    await vi.advanceTimersByTimeAsync(60_000)
  }
  expect(status(test)).toEqual({ is: 'offline' })
  expect(server.held).toEqual({})
  expect(disk.kept?.outbox.answers.e1?.value).toBe('e1-a')
  server.weather = 'fair'
  // No event tells of it: it is tried again every few seconds.
  await pass(70_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  // Nobody presses anything until the time is up.
  const left = test.left() ?? 0
  server.now += left - 1_000
  await vi.advanceTimersByTimeAsync(left - 1_000)
  test.tick()
  await pass(1_000)
  expect(server.state).toBe('submitted')
  expect(test.store.getState().ended).toMatchObject({ how: 'submitted', timeUp: true, lost: [] })
})

it.each(['poison', 'unreadable'] as const)(
  'loses only the one answer that is refused (%s) when it submits by force',
  async (kind) => {
    const test = open(device().attemptStore())
    await pass(30 * 60_000 - 1_400)
    server.weather = 'cut'
    server[kind].add('e2')
    for (const id of ['e1', 'e2', 'p1']) test.answer(id, 'question', `${id}-a`)
    await pass(400)
    test.tick()
    server.weather = 'fair'
    await pass(15_000)
    expect(server.held).toEqual({ e1: 'e1-a', p1: 'p1-a' })
    expect(test.store.getState().ended).toMatchObject({ how: 'submitted', lost: ['e2'] })
  },
)

it('ends without a result when the time is up and nothing was answered', async () => {
  const test = open(device().attemptStore())
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
  const test = open(device().attemptStore())
  await pass(6_000)
  // The device slept for an hour: its monotonic clock did not count that, the server did.
  server.now += 3_600_000
  jumpWall(3_600_000)
  expect(test.tick()).toBeGreaterThan(29 * 60_000)
  await pass(100)
  expect(test.tick()).toBe(0)
  await pass(100)
  expect(test.store.getState().ended).toMatchObject({ timeUp: true })
})

it('asks again where the clock jumped while the server was being asked', async () => {
  const test = open(device().attemptStore())
  await pass(6_000)
  server.lag = 500
  jumpWall(10_000)
  test.tick()
  await pass(200)
  // Again, under way: what that answer says of the time is not taken.
  server.now += 600_000
  jumpWall(610_000)
  await pass(600)
  for (let second = 0; second < 6; second += 1) {
    test.tick()
    await pass(1_000)
  }
  expect(Math.abs((test.left() ?? 0) - ((server.deadline ?? 0) - server.now))).toBeLessThan(2_000)
})

it.each([3_600_000, 400 * 24 * 3_600_000])(
  'goes on while offline when the clock of the device jumps by %i ms',
  async (jump) => {
    const { disk, attemptStore } = device()
    const test = open(attemptStore())
    await pass(6_000)
    server.weather = 'cut'
    jumpWall(jump)
    for (let second = 0; second < 60; second += 1) {
      test.tick()
      await pass(1_000)
    }
    expect(test.store.getState()).toMatchObject({ submission: { is: 'none' }, ended: null })
    expect(test.left()).toBeGreaterThan(28 * 60_000)
    test.answer('e1', 'question', 'e1-a')
    expect(disk.kept?.outbox.answers.e1?.value).toBe('e1-a')
    server.weather = 'fair'
    await pass(20_000)
    expect(server.held).toEqual({ e1: 'e1-a' })
    // And a reload without the server starts from where the time really stands.
    expect(Math.abs((disk.kept?.clock.last ?? 0) - server.now)).toBeLessThan(20_000)
  },
)

it('ends nothing by the wall clock alone, and submits once the server has told the time', async () => {
  const { disk, attemptStore } = device()
  server.weather = 'cut'
  jumpWall(3_600_000)
  const clock = { offset: 0, last: START }
  const kept = { user: 'u1', outbox: emptyOutbox, place: 'e1', revealed: {}, clock }
  const test = open(attemptStore(), { heard: null, kept })
  expect(test.tick()).toBe(0)
  await pass(3_000)
  expect(test.store.getState().submission.is).toBe('none')
  test.answer('e1', 'question', 'e1-a')
  expect(disk.kept?.outbox.answers.e1?.value).toBe('e1-a')
  server.weather = 'fair'
  await pass(20_000)
  expect(test.tick()).toBeGreaterThan(29 * 60_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  // When the time is really up the app submits, and the answers stay until that is confirmed.
  await pass(29 * 60_000)
  server.weather = 'cut'
  test.answer('e2', 'question', 'e2-a')
  await pass(40_000)
  test.tick()
  await pass(1_000)
  expect(test.store.getState()).toMatchObject({ submission: { is: 'sending' }, ended: null })
  expect(disk.kept?.outbox.answers.e2?.value).toBe('e2-a')
})

it('goes to the result when the server says that the time is up', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  server.deadline = server.now - 1
  test.answer('e1', 'question', 'e1-b')
  await pass(5_000)
  expect(test.store.getState().ended).toMatchObject({ how: 'submitted', quizId: 'quiz1' })
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(server.results).toBe(1)
})

it('submits once, taking along what waits, and can be left while the line is cut', async () => {
  const test = open(device().attemptStore())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  void test.submit()
  await pass(5_000)
  expect(test.store.getState().submission).toEqual({ is: 'sending', forced: false, offline: true })
  test.returnToTest()
  test.answer('e2', 'question', 'e2-b')
  server.weather = 'fair'
  await pass(6_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-b' })
  server.calls = []
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
  expect(server.calls.filter((call) => call === 'submit')).toHaveLength(1)
})

it('says which answers did not arrive before the end, and keeps them until that was read', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
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
  const again = open(attemptStore(), { attempt: server.attempt, kept: structuredClone(disk.kept) })
  expect(again.store.getState().ended?.lost).toEqual(['e1', 'p1'])
  expect(disk.erased).toBe(0)
  again.dismissLost()
  expect(disk).toMatchObject({ kept: null, erased: 1 })
})

it('does not say that the time ran out of a test that had ended before it was opened', async () => {
  server.now = START + 31 * 60_000
  server.state = 'submitted'
  const outbox = putAnswer(emptyOutbox, 'e1', 'question', 'e1-a', START)
  const clock = { offset: 0, last: START }
  const kept = { user: 'u1', outbox, place: 'e1', revealed: {}, clock }
  const test = open(device().attemptStore(), { kept })
  expect(test.store.getState().ended).toMatchObject({ timeUp: false, lost: ['e1'] })
})

it('calls nothing lost that only the reply to was', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
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

it('submits by force what only a sign-in held up', async () => {
  const { become, session } = browserSession('u1')
  const test = open(device().attemptStore(), { session })
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

it('says that a mock comes first, keeps the answers, and submits after it', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(6_000)
  const why = 'A question in this test is in a mock test that you are taking.'
  server.error = new ApiError(409, 'in-running-mock', why)
  await test.submit()
  expect(test.store.getState().submission).toMatchObject({ is: 'failed', why, signedOut: false })
  expect(test.store.getState().ended).toBeNull()
  server.error = null
  await test.submit()
  expect(test.store.getState().ended).toMatchObject({ quizId: 'quiz1', lost: [] })
})

it('hands in what another device has saved where nothing was answered on this one', async () => {
  const test = open(device().attemptStore())
  await pass(6_000)
  open(device().attemptStore()).answer('e1', 'question', 'e1-a')
  await pass(6_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(answeredCount(test.store.getState())).toBe(0)
  await test.submit()
  expect(server.results).toBe(1)
  expect(test.store.getState().ended).toMatchObject({ how: 'submitted', quizId: 'quiz1' })
})

it('cancels what nobody has answered, and finds out when it was cancelled elsewhere', async () => {
  const test = open(device().attemptStore())
  await test.submit()
  expect(test.store.getState().ended).toEqual({
    how: 'cancelled',
    quizId: null,
    timeUp: false,
    lost: [],
  })
  serveFrom(new ModelServer(attemptOf({ deadline: null })))
  const other = open(device().attemptStore())
  server.state = 'cancelled'
  other.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  expect(other.store.getState().ended).toMatchObject({ how: 'cancelled' })
})

it('submits what was submitted offline, also after its page was loaded again', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
  test.answer('e1', 'question', 'e1-a')
  server.weather = 'cut'
  test.submit()
  await pass(5_000)
  expect(disk.kept?.isSubmitted).toBe(true)
  stops.pop()?.()
  const again = open(attemptStore(), { kept: disk.kept, heard: null })
  await pass(3_000)
  expect(again.store.getState().submission).toEqual({ is: 'sending', forced: false, offline: true })
  server.weather = 'fair'
  await pass(20_000)
  expect(again.store.getState().ended).toMatchObject({ how: 'submitted', lost: [] })
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(server.results).toBe(1)
})

it('opens again as a running test where an offline submission was backed out of', async () => {
  const { disk, attemptStore } = device()
  const test = open(attemptStore())
  test.answer('e1', 'question', 'e1-a')
  server.weather = 'cut'
  test.submit()
  await pass(5_000)
  test.returnToTest()
  await pass(100)
  expect(disk.kept?.isSubmitted).toBeUndefined()
  stops.pop()?.()
  server.weather = 'fair'
  const again = open(attemptStore(), { kept: disk.kept })
  await pass(10_000)
  expect(again.store.getState().submission).toEqual({ is: 'none' })
  expect(server.state).toBe('running')
})

it('submits nothing that was backed out of while the last save was still ending', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  void test.submit()
  test.returnToTest()
  await pass(2_000)
  expect(server.calls).not.toContain('submit')
  expect(server.state).toBe('running')
})

it('submits only once what it waits for is there, and tries again as for itself', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  let fails = true
  const asked: boolean[] = []
  test.beforeSubmit(async (isForced) => {
    asked.push(isForced())
    if (fails) throw new ApiError(0, 'offline', 'You are offline.')
  })
  test.submit()
  await pass(500)
  expect(test.store.getState().submission).toMatchObject({ is: 'sending', offline: true })
  expect(server.calls).not.toContain('submit')
  fails = false
  await pass(10_000)
  expect(asked).toEqual([false, false])
  expect(server.calls.filter((call) => call === 'submit')).toHaveLength(1)
  expect(test.store.getState().ended).toMatchObject({ how: 'submitted', lost: [] })
})

it('goes on with the test when a submission is called off while it waits', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  test.beforeSubmit(
    (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  test.submit()
  await pass(1_000)
  expect(server.held).toEqual({})
  test.returnToTest()
  await pass(6_000)
  expect(server.calls).not.toContain('submit')
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(server.state).toBe('running')
})
