// The code and the styles of toasts, fetched with the first.
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

export { Notifications, notifications } from '@mantine/notifications'
