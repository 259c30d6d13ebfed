// What jsdom lacks and Mantine asks for; every test starts signed out and with empty storage.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from './api/queryClient'
import { useFlow } from './stores/flow'
import { useSession } from './stores/session'

// How long a slow machine may take is no behaviour: wait far longer than any needs.
configure({
  asyncUtilTimeout: 15_000,
  // What is looked for again and again would print the whole page each time: a failed test prints it once.
  getElementError: (message) => new Error(message ?? 'not found'),
})

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
window.HTMLElement.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}

beforeEach(() => {
  localStorage.clear()
  useFlow.getState().reset()
  useSession.setState({
    status: 'unknown',
    user: null,
    other: null,
    last: null,
    expired: false,
    left: false,
    unsaved: false,
  })
  queryClient.clear()
  const { queries, ...rest } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retry: false, staleTime: 0 } })
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') screen.debug()
  cleanup()
  // Those that are still shown would keep the next test's waiting for seconds.
  const { toasts } = await import('./ui/notify')
  if (toasts.get().wanted) {
    const { notifications } = await import('./ui/toastCode')
    notifications.cleanQueue()
    notifications.clean()
  }
  vi.unstubAllGlobals()
})
