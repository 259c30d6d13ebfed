// Around every route: scroll position, toasts.
import { Outlet, ScrollRestoration } from 'react-router'
import { Toasts } from '@/ui/Toasts'

export function Root() {
  return (
    <>
      <ScrollRestoration />
      <Toasts />
      <Outlet />
    </>
  )
}
