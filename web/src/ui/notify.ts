// Toasts: middle right, gone after five seconds (spec 1 §8). Errors stay longer, to be read.
import { notifications } from '@mantine/notifications'

export const notify = {
  success: (message: string) => notifications.show({ message, color: 'brand' }),
  info: (message: string) => notifications.show({ message, color: 'blue' }),
  error: (message: string) =>
    notifications.show({ message, color: 'red', autoClose: 8000, role: 'alert' }),
}
