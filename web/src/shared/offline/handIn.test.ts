// Handing in, asked for while it is under way.
import { expect, it, vi } from 'vitest'
import { handIn } from './handIn'
import { type Synced, sync } from './sync'

vi.mock('./sync', () => ({ sync: vi.fn() }))

it('begins once more for a test that ended meanwhile, and apart for another account', async () => {
  const nothing: Synced = { stored: 0, left: 0, error: null }
  const ends: (() => void)[] = []
  vi.mocked(sync).mockImplementation(
    () => new Promise<Synced>((end) => ends.push(() => end(nothing))),
  )
  const first = handIn('u1')
  const second = handIn('u1')
  expect(handIn('u1')).toBe(second)
  void handIn('u2')
  expect(vi.mocked(sync).mock.calls).toEqual([['u1'], ['u2']])
  ends[0]?.()
  await first
  await vi.waitFor(() => expect(sync).toHaveBeenCalledTimes(3))
  ends[2]?.()
  expect(await second).toEqual(nothing)
  expect(vi.mocked(sync).mock.calls[2]).toEqual(['u1'])
})
