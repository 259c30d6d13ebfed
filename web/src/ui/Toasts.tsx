// Where toasts appear, once there is one.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toasts } from './notify'
import styles from './Toasts.module.css'

const Notifications = lazy(() =>
  import('@mantine/notifications').then((m) => ({ default: m.Notifications })),
)

export function Toasts() {
  const wanted = useSyncExternalStore(toasts.subscribe, toasts.wanted)
  if (!wanted) return null
  return (
    <Suspense>
      <Notifications
        position="top-right"
        autoClose={5000}
        transitionDuration={200}
        className={styles.toasts}
      />
    </Suspense>
  )
}
