// The reminder in the service worker of every page.
import { expect, it, vi } from 'vitest'
import source from '../../public/sw.js?raw'

const listeners: Record<string, (event: unknown) => void> = {}
const showNotification = vi.fn(async () => undefined)
const openWindow = vi.fn(async () => null)
const worker = {
  location: { origin: 'https://sabi.test' },
  registration: { showNotification },
  clients: { openWindow },
  addEventListener: (name: string, listener: (event: unknown) => void) => {
    listeners[name] = listener
  },
}
new Function('self', 'caches', 'fetch', source)(worker, {}, () => undefined)

it('shows a reminder in the place of the one before, and opens its page', async () => {
  const message = { title: 'Today on Sabi', body: '14 questions to repeat', page: '/dashboard' }
  const waitUntil = vi.fn()
  listeners.push?.({ data: { json: () => message }, waitUntil })
  await waitUntil.mock.calls[0]?.[0]
  const shown = { body: '14 questions to repeat', tag: 'today', data: '/dashboard' }
  expect(showNotification).toHaveBeenCalledWith('Today on Sabi', expect.objectContaining(shown))

  const close = vi.fn()
  listeners.notificationclick?.({ notification: { data: '/dashboard', close }, waitUntil })
  expect(close).toHaveBeenCalled()
  expect(openWindow).toHaveBeenCalledWith('/dashboard')
})
