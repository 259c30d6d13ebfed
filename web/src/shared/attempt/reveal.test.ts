// Keys that are shown while a test runs.
import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { ApiError } from '@/shared/api/errors'
import { answeredCount } from './state'
import { device, open, pass, server, setUp } from './testing/device'

setUp()

it('reveals after saving the answer given before', async () => {
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  const asked = test.reveal('e1', 'question')
  await pass(100)
  await asked
  expect(server.calls.indexOf('save')).toBeLessThan(server.calls.indexOf('reveal'))
  expect(test.store.getState().revealed.e1?.correctAns).toBe('e1-b')
  expect(answeredCount(test.store.getState())).toBe(1)
})

it('does not look at the key before the answer has arrived, nor offline', async () => {
  const test = open(device().attemptStore())
  server.weather = 'cut'
  test.answer('e1', 'question', 'e1-a')
  const asked = test.reveal('e1', 'question').catch((thrown) => thrown)
  await pass(1_000)
  expect(await asked).toMatchObject({ offline: true })
  expect(server.calls).not.toContain('reveal')
})

it('says why no key is shown where the server takes no answers any more', async () => {
  const test = open(device().attemptStore())
  server.error = new ApiError(403, 'forbidden', 'Not yours')
  test.answer('e1', 'question', 'e1-a')
  const asked = test.reveal('e1', 'question').catch((thrown) => thrown)
  await pass(1_000)
  expect(await asked).toMatchObject({ offline: false, errMessage: 'Not yours' })
})

it('shows what stands where an answer came too late: its key was shown on another device', async () => {
  const phone = open(device().attemptStore())
  const laptop = open(device().attemptStore())
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
  const { attemptStore } = device()
  const one = open(attemptStore())
  const two = open(attemptStore())
  const asked = one.reveal('p1', 'question')
  await pass(100)
  await asked
  expect(two.store.getState().revealed.p1?.correctAns).toBe('p1-b')
})
