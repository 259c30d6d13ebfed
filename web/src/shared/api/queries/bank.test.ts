import { afterEach, expect, it, vi } from 'vitest'
import { lastYears } from './bank'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('begins with the year in UTC, where the new one has come to the browser first', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T23:30:00Z') })
  vi.spyOn(Date.prototype, 'getFullYear').mockReturnValue(2027)
  expect(lastYears().slice(0, 2)).toEqual([2026, 2025])
  expect(lastYears()).toHaveLength(40)
})
