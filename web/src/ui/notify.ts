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

const load = () => import('@mantine/notifications')

async function show(data: NotificationData) {
  wanted = true
  for (const listener of listeners) listener()
  try {
    const { notifications } = await load()
    notifications.show({ closeButtonProps: { 'aria-label': 'Dismiss' }, ...data })
  } catch {
    // Their code could not be fetched: whatever the toast would say has happened all the same.
  }
}

export const notify = {
  /** Fetches the code ahead, where a toast must appear even when the network has gone. */
  warm: () => void load().catch(() => {}),
  success: (message: string) => void show({ message, color: 'brand' }),
  info: (message: string) => void show({ message, color: 'blue' }),
  error: (message: string) => void show({ message, color: 'red', autoClose: 8000, role: 'alert' }),
}
