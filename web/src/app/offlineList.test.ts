// The tests that the page for no connection lists, by what their windows have kept.
import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { forgetAttempts } from '@/shared/attempt/kept'
import { emptyOutbox } from '@/shared/attempt/outbox'
import { openAttemptStore, writeOfflineCopy } from '@/shared/attempt/storage'
import { attemptOf, paper, START } from '@/shared/attempt/testing/fixtures'
import source from '../../public/offline.js?raw'

const minutes = (n: number) => n * 60_000

beforeEach(async () => {
  vi.restoreAllMocks()
  vi.stubEnv('TZ', 'Africa/Lagos')
  await forgetAttempts('u1')
})

/** The page's text after it has looked. */
async function list() {
  document.body.innerHTML =
    '<h1></h1><button id="again"></button><div id="kept" hidden><ul></ul></div><div id="none"></div>'
  new Function('caches', source)({ has: async () => true })
  await vi.waitFor(() => expect(document.getElementById('none')).not.toBeVisible())
  return document.querySelector('ul')?.textContent
}

async function keepTimed(deadline: number, clock: { offset: number; last: number }) {
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({}), paper })
  await openAttemptStore('a1', 'u1').write({
    user: 'u1',
    outbox: emptyOutbox,
    place: 'e1',
    revealed: {},
    clock,
    timing: { deadline, powerSafe: null },
  })
}

it('knows the deadline that a power-safe clock has moved', async () => {
  const attempt = attemptOf({ powerSafe: true })
  await writeOfflineCopy({ user: 'u1', attempt, paper })
  const timing = {
    deadline: START + minutes(90),
    powerSafe: { heardAt: START + minutes(70), pauseLeft: minutes(15) },
  }
  await openAttemptStore('a1', 'u1').write({
    user: 'u1',
    outbox: emptyOutbox,
    place: 'e1',
    revealed: {},
    clock: { offset: 0, last: START },
    timing,
  })
  const now = vi.spyOn(Date, 'now')
  now.mockReturnValue(START + minutes(70))
  expect(await list()).toMatch(/Ends at \d\d:30\./)
  now.mockReturnValue(START + minutes(80))
  expect(await list()).toContain('Your time is paused until you are back online.')
})

it('counts by the monotonic clock, whatever the wall clock is set to meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const wall = vi.spyOn(Date, 'now').mockReturnValue(START + minutes(70))
  const mono = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  await keepTimed(START + minutes(90), { offset: 0, last: START + minutes(70) })
  expect(await list()).toMatch(/Ends at \d\d:30\./)
  const look = () => {
    vi.advanceTimersByTime(10_000)
    return document.querySelector('#kept ul li:not([hidden])')?.textContent
  }
  wall.mockReturnValue(START + minutes(600))
  expect(look()).toMatch(/Ends at \d\d:30\./)
  mono.mockReturnValue(5_000 + minutes(20) - 1)
  expect(look()).toMatch(/Ends at \d\d:30\./)
  mono.mockReturnValue(5_000 + minutes(20))
  expect(look()).toBeUndefined()
  expect(document.getElementById('none')).toBeVisible()
  vi.useRealTimers()
})

it('knows that no time is before one that the server has passed', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(START - minutes(600))
  await keepTimed(START + minutes(90), { offset: 0, last: START + minutes(80) })
  // Ten minutes are left, by a clock that was set ten hours back.
  expect(await list()).toMatch(/Ends at \d\d:10\./)
})
