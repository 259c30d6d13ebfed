// A new version is loaded at the next change of screen, never in a test, and the tab says so.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handOver } from '@/shared/attempt/handOver'
import * as loading from '@/shared/ui/loadPageAnew'
import { notify } from '@/shared/ui/notify'
import { asksWhichTest, type OtherWindow, otherWindow } from '@/testing/windows'
import { followVersions, lazyTexts, type Router } from './newVersion'

const HOUR = 60 * 60_000
let served: string | null
let stop: () => void

/** A router at a screen, in the test's hands. */
function routerAt(pathname: string) {
  const listeners = new Set<(state: Router['state']) => void>()
  const router: Router = {
    state: { location: { pathname } },
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
  const go = async (next: string) => {
    for (const changed of listeners) changed({ location: { pathname: next } })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { router, go }
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  served = '/assets/initial-A.js'
  const script = document.createElement('script')
  script.type = 'text/plain'
  script.src = 'https://sabi.test/assets/initial-A.js'
  document.head.replaceChildren(script)
  vi.spyOn(loading, 'scriptServed').mockImplementation(async () => served)
  vi.spyOn(loading, 'loadNewVersion').mockResolvedValue(undefined)
  vi.spyOn(notify, 'success').mockReturnValue(undefined)
})
afterEach(() => {
  stop()
  document.head.replaceChildren()
  vi.useRealTimers()
})

it('asks once an hour at a change of screen, and loads a new version at the next', async () => {
  const { router, go } = routerAt('/dashboard')
  stop = followVersions(router)
  await go('/result-list')
  expect(loading.scriptServed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(HOUR)
  await go('/dashboard')
  expect(loading.scriptServed).toHaveBeenCalledOnce()
  await go('/result-list')
  expect(loading.loadNewVersion).not.toHaveBeenCalled()

  served = '/assets/initial-B.js'
  await vi.advanceTimersByTimeAsync(HOUR)
  await go('/dashboard')
  expect(loading.loadNewVersion).not.toHaveBeenCalled()
  await go('/result-list')
  expect(loading.loadNewVersion).toHaveBeenCalledOnce()
  await go('/dashboard')
  expect(loading.loadNewVersion).toHaveBeenCalledOnce()
})

it('neither asks nor loads it on the way to a test', async () => {
  const { router, go } = routerAt('/dashboard')
  let found = () => {}
  stop = followVersions(router, (callback) => {
    found = callback
    return () => undefined
  })
  found()
  await go('/objective-questions')
  await go('/list-questions')
  expect(loading.loadNewVersion).not.toHaveBeenCalled()
  await go('/result/7')
  expect(loading.loadNewVersion).toHaveBeenCalledOnce()
})

it('loads it only after a test that is starting was passed to its window', async () => {
  const { router, go } = routerAt('/practise')
  let found = () => {}
  stop = followVersions(router, (callback) => {
    found = callback
    return () => undefined
  })
  found()
  const popup = otherWindow()
  handOver(popup as unknown as Window).tell('/objective-questions?attempt=a1')
  await go('/dashboard')
  expect(loading.loadNewVersion).not.toHaveBeenCalled()
  asksWhichTest(popup)
  await go('/result/7')
  expect(loading.loadNewVersion).toHaveBeenCalledOnce()
})

it.each<[string, (popup: OtherWindow, stop: () => void) => void]>([
  ['given up', (_, giveUp) => giveUp()],
  ['closed', (popup) => Object.assign(popup, { closed: true })],
])('does not wait for a test window that was %s', async (_, end) => {
  const { router, go } = routerAt('/practise')
  stop = followVersions(router, (found) => {
    found()
    return () => undefined
  })
  const popup = otherWindow()
  end(popup, handOver(popup as unknown as Window).stop)
  await go('/dashboard')
  expect(loading.loadNewVersion).toHaveBeenCalledOnce()
})

it('says once that this tab was reloaded for the version that it runs', () => {
  const { router } = routerAt('/dashboard')
  followVersions(router)()
  expect(notify.success).not.toHaveBeenCalled()
  sessionStorage.setItem(loading.loadedKey, '/assets/initial-A.js')
  followVersions(router)()
  stop = followVersions(router)
  expect(notify.success).toHaveBeenCalledExactlyOnceWith(lazyTexts.updated)
})

it('says nothing where the page is still the old one', () => {
  sessionStorage.setItem(loading.loadedKey, '/assets/initial-B.js')
  stop = followVersions(routerAt('/dashboard').router)
  expect(notify.success).not.toHaveBeenCalled()
})
