// Toasts: middle right, gone after five seconds (spec 1 §8). Errors stay longer, to be read.
// Their code comes with the first toast; most pages never show one.
import type { NotificationData } from '@mantine/notifications'

let wanted = false
const listeners = new Set<() => void>()

/** Whether a toast was ever asked for; `Toasts` listens. */
export const toasts = {
  wanted: () => wanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

async function show(data: NotificationData) {
  wanted = true
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  notifications.show(data)
}

export const notify = {
  success: (message: string) => void show({ message, color: 'brand' }),
  info: (message: string) => void show({ message, color: 'blue' }),
  error: (message: string) => void show({ message, color: 'red', autoClose: 8000, role: 'alert' }),
}
