// What a window's own files are kept for, and when they are forgotten.
import 'fake-indexeddb/auto'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKeeper, writeOfflineCopy } from './attempt/storage'
import { dropShell, keepShell } from './shell'
import { attemptOf, paper } from './testing/fixtures'

const registered: string[] = []
const dropped: string[] = []

beforeEach(() => {
  vi.stubEnv('PROD', true)
  vi.stubGlobal('caches', {
    open: async () => ({ add: async () => undefined }),
    delete: async (name: string) => dropped.push(name) > 0,
  })
  const register = async (_: string, { scope }: { scope: string }) => registered.push(scope)
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: { register } })
  registered.length = 0
  dropped.length = 0
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('covers the list of all questions too, where the window can be read anew', async () => {
  window.history.replaceState(null, '', '/mock-exam/x1?attempt=a1')
  vi.useFakeTimers()
  keepShell(paper)
  await vi.advanceTimersByTimeAsync(1_500)
  vi.useRealTimers()
  await waitFor(() => expect(registered).toEqual(['/mock-exam/', '/list-questions']))
})

it('stays for the other tests that are kept here', async () => {
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'a1' }), paper })
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: 'a2' }), paper })
  await dropShell('a1')
  expect(dropped).toEqual([])
  await createKeeper('a1', 'u1').erase()
  await dropShell('a2')
  expect(dropped).toEqual(['sabi-test'])
})
