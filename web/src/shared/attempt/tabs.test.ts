// A test that is open more than once, in tabs of a device or on several devices.
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { device, open, pass, server, setUp, status, stops } from './testing/device'

setUp()

it('merges with what another device saved, the later answer winning', async () => {
  let cut = true
  const phone = open(device().attemptStore(), {
    api: {
      ...server.api,
      save: (...call) =>
        cut ? Promise.reject(new ApiError(0, 'offline', 'cut')) : server.api.save(...call),
    },
  })
  const laptop = open(device().attemptStore())
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
  const { attemptStore } = device()
  const one = open(attemptStore())
  const two = open(attemptStore())
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
  const { attemptStore } = device()
  const one = open(attemptStore())
  const stop = stops.pop()
  const two = open(attemptStore())
  server.weather = 'cut'
  one.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  stop?.()
  server.weather = 'fair'
  await pass(10_000)
  expect(server.held).toEqual({ e1: 'e1-a' })
  expect(status(two).is).toBe('saved')
})

it('follows another tab to the end of the test', async () => {
  const { attemptStore } = device()
  const one = open(attemptStore())
  const two = open(attemptStore())
  one.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  void one.submit()
  await pass(6_000)
  expect(two.store.getState().ended).toMatchObject({ how: 'submitted', quizId: 'quiz1' })
})
