// Around every route: scroll position, toasts.
import { Notifications } from '@mantine/notifications'
import { Outlet, ScrollRestoration } from 'react-router'
import styles from './shell.module.css'

export function Root() {
  return (
    <>
      <ScrollRestoration />
      <Notifications
        position="top-right"
        autoClose={5000}
        transitionDuration={200}
        className={styles.toasts}
      />
      <Outlet />
    </>
  )
}
