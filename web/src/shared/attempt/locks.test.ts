// The lock that all tabs of a device share, where the browser has one.
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { device, open, pass, server, setUp, status, stops } from './testing/device'

setUp()

let held: string[]
let asked: number

/** A lock manager like the browser's: one holder by name, the others in a row behind it. */
beforeEach(() => {
  held = []
  asked = 0
  let row: Promise<unknown> = Promise.resolve()
  const request = (name: string, { signal }: { signal: AbortSignal }, work: () => unknown) => {
    asked += 1
    const mine = row.then(async () => {
      signal.throwIfAborted()
      held.push(name)
      await work()
      held.pop()
    })
    row = mine.catch(() => undefined)
    return mine
  }
  vi.stubGlobal('navigator', { ...navigator, locks: { request } })
  return () => void vi.unstubAllGlobals()
})

it('holds the lock while it calls, and gives it back', async () => {
  const { save } = server.api
  const seen: string[][] = []
  server.api.save = (...call) => {
    seen.push([...held])
    return save(...call)
  }
  const test = open(device().attemptStore())
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  expect(seen).toEqual([['sabi.attempt.a1']])
  expect(held).toEqual([])
  expect(status(test).is).toBe('saved')
})

it('makes one call at a time over all tabs', async () => {
  server.lag = 400
  const { attemptStore } = device()
  const tabs = [open(attemptStore()), open(attemptStore()), open(attemptStore())]
  for (let n = 0; n < 12; n += 1) {
    tabs[n % 3]?.answer(['e1', 'e2', 'p1'][n % 3] ?? '', 'question', `v${n}`)
    window.dispatchEvent(new Event('focus'))
    await pass(300)
  }
  await pass(20_000)
  expect(server.most).toBe(1)
  expect(server.held).toEqual({ e1: 'v9', e2: 'v10', p1: 'v11' })
  for (const tab of tabs) expect(status(tab).is).toBe('saved')
})

it('leaves the row when its window goes before its turn has come', async () => {
  server.lag = 5_000
  const { attemptStore } = device()
  const one = open(attemptStore())
  one.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  expect(held).toHaveLength(1)
  const two = open(attemptStore())
  two.answer('e2', 'question', 'e2-a')
  await pass(1_000)
  expect(asked).toBe(2)
  stops.pop()?.()
  await pass(20_000)
  expect(held).toEqual([])
  // The window that is left sends it.
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-a' })
  expect(status(one).is).toBe('saved')
})

it('says so where no lock can be had, and tries again with the next answer', async () => {
  const { locks } = navigator
  const { request } = locks
  const test = open(device().attemptStore())
  Object.assign(locks, { request: () => Promise.reject(new Error('No locks here')) })
  test.answer('e1', 'question', 'e1-a')
  await pass(1_000)
  expect(status(test).is).toBe('refused')
  Object.assign(locks, { request })
  test.answer('e2', 'question', 'e2-a')
  await pass(6_000)
  expect(server.held).toEqual({ e1: 'e1-a', e2: 'e2-a' })
})
