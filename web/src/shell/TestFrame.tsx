// Around the test window, which has the screen to itself: what it may need once offline.
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { notify } from '@/ui/notify'

export function TestFrame() {
  useEffect(() => notify.warm(), [])
  return <Outlet />
}
