// Surrounds every route: scroll position, toasts, and which page was shown before.
import { useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Enlarged } from '@/ui/Enlarged'
import { Shown } from '@/ui/focusPage'
import { Toasts } from '@/ui/Toasts'

export function Root() {
  const [shown] = useState({})
  const { pathname } = useLocation()
  return (
    <Shown value={shown}>
      <ScrollRestoration />
      <Toasts />
      <Enlarged key={pathname} />
      <Outlet />
    </Shown>
  )
}
