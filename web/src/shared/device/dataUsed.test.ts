// The data that a test has used is known on the device on which it was taken.
import { expect, it, vi } from 'vitest'
import { addCall, addUsed, bytesOf, usedBy, usedLately } from './dataUsed'

it('adds up by test, and knows nothing of others', () => {
  addUsed('a1', 100)
  addUsed('a2', 7)
  addUsed('a1', 50)
  expect([usedBy('a1'), usedBy('a2'), usedBy('a3')]).toEqual([150, 7, null])
})

it('counts a request with its answer, and nothing that was at hand', () => {
  expect(bytesOf({ transferSize: 1_000 })).toBe(1_700)
  expect(bytesOf({ transferSize: 0 })).toBe(0)
  addUsed('a1', 0)
  expect(usedBy('a1')).toBeNull()
})

it('takes the last answer to a call', () => {
  const calls = [{ transferSize: 10 }, { transferSize: 300 }] as unknown as PerformanceEntryList
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue(calls)
  addCall('a1', '/api/v1/attempts')
  expect(usedBy('a1')).toBe(1_000)
})

it('forgets the oldest, and survives what it cannot read', () => {
  for (let i = 0; i < 70; i += 1) addUsed(`t${i}`, 1)
  expect([usedBy('t0'), usedBy('t69')]).toEqual([null, 1])
  localStorage.setItem('sabi.used', '{broken')
  expect(usedBy('t69')).toBeNull()
  localStorage.setItem('sabi.used', '[null, 5, ["t1"], ["t2", 7]]')
  expect([usedBy('t1'), usedBy('t2')]).toEqual([null, 7])
})

it('adds up the last seven days, and says since when it knows', () => {
  expect(usedLately()).toBeNull()
  vi.useFakeTimers()
  const on = (day: number) => vi.setSystemTime(new Date(2026, 2, day, 12))
  on(1)
  addUsed('a1', 1_000)
  on(5)
  addUsed('a2', 20)
  addUsed('a1', 4)
  on(8)
  addUsed('a3', 300)
  expect(usedLately()).toEqual({ bytes: 324, since: '2026-03-05' })
  on(20)
  expect(usedLately()).toBeNull()
  vi.useRealTimers()
})
