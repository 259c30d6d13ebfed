// Surrounds every route: scroll position, toasts, and which page was shown before.
import { useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { Enlarged } from '@/shared/ui/Enlarged'
import { Shown } from '@/shared/ui/focusPage'
import { Toasts } from '@/shared/ui/Toasts'

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
