// Logs out, after asking where answers are unsent on this device or a test runs.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { User } from '@/shared/api/types'
import { lazyPart } from '@/shared/ui/lazyPart'
import { endSession } from './endSession'
import type { LeftBehind } from './logOutEnds'
import { getUser } from './useSession'

/** `end` ends the session and returns whether it did. */
type PendingLogOut = LeftBehind & { user: string; end: () => Promise<boolean> }

const LogOutDialog = lazyPart(
  () => import('./LogOutDialog').then((m) => m.LogOutDialog),
  LeaveUnasked,
)

/** Without the dialog's code: logs out without asking. Unsent answers stay on the device. */
function LeaveUnasked({ end, onClose }: Pick<PendingLogOut, 'end'> & { onClose: () => void }) {
  useEffect(() => void end().then(onClose), [end, onClose])
  return null
}

/** Null where nothing is unsent or running, or the code that finds out could not be loaded. */
const whatIsLeft = (user: User) =>
  import('./logOutEnds').then(({ leftBehind }) => leftBehind(user)).catch(() => null)

export function useLogOut(end = endSession): LogOut {
  const [asked, setAsked] = useState<PendingLogOut | null>(null)
  const [leaving, setLeaving] = useState(false)
  const running = useRef(false)
  const logOut = useCallback(async () => {
    if (running.current) return
    running.current = true
    setLeaving(true)
    try {
      const user = getUser()
      const left = user && (await whatIsLeft(user))
      if (left) setAsked({ ...left, user: user._id, end })
      else await end()
    } finally {
      setLeaving(false)
      running.current = false
    }
  }, [end])
  const close = useCallback(() => setAsked(null), [])
  return {
    logOut,
    leaving,
    dialog: asked && <LogOutDialog {...asked} onClose={close} />,
  }
}

interface LogOut {
  /** Resolves once the session has ended, could not be ended, or a dialog asks more. */
  logOut: () => Promise<void>
  leaving: boolean
  dialog: ReactNode
}
