// The code and styles of toasts, loaded with the first.
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

export { Notifications, notifications } from '@mantine/notifications'

/** A toast grows as it appears, where the library would slide it in (spec 1 §8). */
export const scaled = {
  // Each of several errors is on its own line.
  whiteSpace: 'pre-line',
  transform: 'scale(var(--notifications-state-opacity))',
}
