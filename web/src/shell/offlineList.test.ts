// The tests that the page for no connection lists, by what their windows have kept.
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { emptyOutbox } from '@/features/test/attempt/outbox'
import { createKeeper, writeOfflineCopy } from '@/features/test/attempt/storage'
import { attemptOf, paper, START } from '@/features/test/testing/fixtures'
import source from '../../public/offline.js?raw'

const minutes = (n: number) => n * 60_000

/** What the page says once it has looked. */
async function list() {
  document.body.innerHTML =
    '<h1></h1><button id="again"></button><div id="kept" hidden><ul></ul></div><div id="none"></div>'
  new Function('caches', source)({ has: async () => true })
  await vi.waitFor(() => expect(document.getElementById('none')).not.toBeVisible())
  return document.querySelector('ul')?.textContent
}

it('knows the deadline that a power-safe clock has moved', async () => {
  const attempt = attemptOf({ powerSafe: true })
  await writeOfflineCopy({ user: 'u1', attempt, paper })
  const timing = {
    deadline: START + minutes(90),
    powerSafe: { heardAt: START + minutes(70), pauseLeft: minutes(15) },
  }
  await createKeeper('a1', 'u1').write({
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
