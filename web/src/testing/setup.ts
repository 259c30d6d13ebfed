// Adds what Mantine needs and jsdom lacks. Every test starts logged out and with empty storage.
import { webcrypto } from 'node:crypto'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '@/shared/api/client'
import { useFlow } from '@/shared/flow/useFlow'
import { useSession } from '@/shared/session/useSession'

// Slow machines must not fail tests: the limits are far longer than any test needs.
const PATIENCE = 30_000
configure({
  asyncUtilTimeout: PATIENCE,
  // Without this, each retry of a `findBy…` would print the whole page.
  getElementError: (message) => new Error(message ?? 'not found'),
})

// Its own limit is a second, and cannot be configured.
const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })

window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
if (!crypto.subtle) Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle })
window.HTMLElement.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}

beforeEach(() => {
  localStorage.clear()
  useFlow.getState().reset()
  useSession.setState({ session: { is: 'unknown' }, unsaved: false })
  queryClient.clear()
  const { queries, ...rest } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retry: false, staleTime: 0 } })
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') screen.debug()
  cleanup()
  // Toasts still shown would make the next test wait for seconds.
  const { toasts } = await import('@/shared/ui/notify')
  if (toasts.get().wanted) {
    const { notifications } = await import('@/shared/ui/toastCode')
    notifications.cleanQueue()
    notifications.clean()
  }
  vi.unstubAllGlobals()
})
