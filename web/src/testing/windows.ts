// Another window, as far as ours exchanges messages with it.
import { vi } from 'vitest'
import { askWhichTest } from '@/shared/attempt/handOver'

/** A window that was just opened and has nothing loaded yet. */
export const otherWindow = () => ({
  closed: false,
  name: '',
  document: { body: { textContent: '' } },
  location: { href: 'about:blank', search: '', replace: vi.fn() },
  focus: vi.fn(),
  close: vi.fn(),
  postMessage: vi.fn(),
})

export type OtherWindow = ReturnType<typeof otherWindow>

/** Lets this window hear a message of another. */
export function says(from: unknown, data: unknown, origin = window.location.origin): void {
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: from })
  window.dispatchEvent(event)
}

/** Opens a window's page, which asks at once which test it is. */
export function asksWhichTest(from: OtherWindow): void {
  const { origin } = window.location
  from.location.href = `${origin}/objective-questions?starting`
  from.location.search = '?starting'
  const opener = { postMessage: (data: unknown) => says(from, data) }
  askWhichTest(opener as unknown as Window, () => undefined)()
}
