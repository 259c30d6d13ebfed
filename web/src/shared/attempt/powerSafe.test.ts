// Power-safe practice: a device that is there says so, and one that is not loses no time.
import { expect, it } from 'vitest'
import { device, open, pass, saves, serveFrom, server, setUp, stops } from './testing/device'
import { attemptOf } from './testing/fixtures'
import { ModelServer } from './testing/modelServer'

setUp()
const minutes = (n: number) => n * 60_000

it('says that it is there while nothing is answered, and no more often than that needs', async () => {
  serveFrom(new ModelServer(attemptOf({ powerSafe: true })))
  open(device().attemptStore())
  await pass(minutes(1))
  const after = saves()
  await pass(minutes(1))
  expect(saves() - after).toBeGreaterThanOrEqual(4)
  expect(saves() - after).toBeLessThanOrEqual(7)
})

it('says nothing of the kind where the clock does not stop', async () => {
  open(device().attemptStore())
  await pass(minutes(1))
  const after = saves()
  await pass(minutes(1))
  expect(saves()).toBe(after)
})

it('loses no time to a silence, and goes on from the deadline that the server tells', async () => {
  serveFrom(new ModelServer(attemptOf({ powerSafe: true })))
  const test = open(device().attemptStore())
  await pass(minutes(5))
  expect(test.isPaused()).toBe(false)
  server.weather = 'cut'
  await pass(minutes(1))
  expect(test.isPaused()).toBe(true)
  const left = test.left() ?? 0
  await pass(minutes(40))
  expect(test.left()).toBe(left)
  // The server has counted alike.
  server.weather = 'fair'
  server.deadline = (server.deadline ?? 0) + minutes(40)
  await pass(minutes(1))
  expect(test.isPaused()).toBe(false)
  expect(Math.abs((test.left() ?? 0) - left)).toBeLessThan(minutes(2))
  expect(server.state).toBe('running')
})

it('goes on from there too where it is opened again without the server', async () => {
  serveFrom(new ModelServer(attemptOf({ powerSafe: true })))
  const { disk, attemptStore } = device()
  const first = server.attempt
  const test = open(attemptStore(), { attempt: first })
  await pass(minutes(5))
  server.weather = 'cut'
  await pass(minutes(40))
  server.weather = 'fair'
  server.deadline = (server.deadline ?? 0) + minutes(39)
  await pass(minutes(1))
  server.weather = 'cut'
  await pass(minutes(1))
  const left = test.left()
  expect(left).toBeGreaterThan(minutes(20))
  stops.pop()?.()
  await pass(minutes(5))
  // What was kept of the attempt itself is as old as its window.
  const kept = structuredClone(disk.kept)
  const again = open(attemptStore(), { attempt: first, heard: null, kept })
  expect(again.left()).toBe(left)
  expect(again.isPaused()).toBe(true)
  again.tick()
  expect(again.store.getState().submission.is).toBe('none')
})

it('stands still for an hour in all and then runs on', async () => {
  serveFrom(new ModelServer(attemptOf({ powerSafe: true, pausedTime: 3_000 })))
  const test = open(device().attemptStore())
  server.weather = 'cut'
  await pass(minutes(11))
  expect(test.isPaused()).toBe(false)
  const left = test.left() ?? 0
  await pass(minutes(1))
  expect(test.left()).toBe(left - minutes(1))
})
