// The code and the styles of toasts, fetched with the first.
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

export { Notifications, notifications } from '@mantine/notifications'

/** A toast grows as it comes in sight, where the library would let it slide in (spec 1 §8). */
export const scaled = {
  // Several errors stand on lines of their own.
  whiteSpace: 'pre-line',
  transform: 'scale(var(--notifications-state-opacity))',
}
