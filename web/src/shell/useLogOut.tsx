// Logging out, with a question first where answers wait on this device.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '@/stores/session'
import { lazyPart } from '@/ui/lazyPart'
import { type KeptTest, waitingAtLogOut } from './keptAnswers'
import { endSession } from './session'

/** `end` ends the session, and says whether it did. */
type Asked = { user: string; tests: KeptTest[]; end: () => Promise<boolean> }

const LogOutDialog = lazyPart(
  () => import('./LogOutDialog').then((m) => m.LogOutDialog),
  LeaveUnasked,
)

/** Without its code nothing can be asked: what waits is kept, and nobody is held up. */
function LeaveUnasked({ end, onClose }: Pick<Asked, 'end'> & { onClose: () => void }) {
  useEffect(() => void end().then(onClose), [end, onClose])
  return null
}

export function useLogOut(end = endSession): LogOut {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [leaving, setLeaving] = useState(false)
  const running = useRef(false)
  const logOut = async () => {
    if (running.current) return
    running.current = true
    setLeaving(true)
    const user = useSession.getState().user?._id
    const tests = user ? await waitingAtLogOut(user) : []
    if (user && tests.length > 0) setAsked({ user, tests, end })
    else await end()
    setLeaving(false)
    running.current = false
  }
  const close = useCallback(() => setAsked(null), [])
  return {
    logOut: () => void logOut(),
    leaving,
    dialog: asked && <LogOutDialog {...asked} onClose={close} />,
  }
}

interface LogOut {
  logOut: () => void
  leaving: boolean
  dialog: ReactNode
}
