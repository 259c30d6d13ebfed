// Guards a form with unsaved changes: asks before it is left, and keeps it open when the
// session ends.
import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isHeld, useSession } from '@/stores/session'
import { lazyPart } from '@/ui/lazyPart'
import type { AskedWords, LeaveDialogProps } from './LeaveDialog'
import type { EndedProps, EndedWords } from './SessionEnded'

const LeaveDialog = lazyPart<LeaveDialogProps>(
  () => import('./LeaveDialog').then((m) => m.LeaveDialog),
  AskPlainly,
)

const SessionEnded = lazyPart<EndedProps>(
  () => import('./SessionEnded').then((m) => m.SessionEnded),
  ({ words }) => <div role="alert">{words.ended}</div>,
)

/** Without its code the browser asks. */
function AskPlainly({ words, onGo, onStay }: LeaveDialogProps) {
  useEffect(() => {
    if (window.confirm(`${words.title}\n${words.text}`)) onGo()
    else onStay()
  })
  return null
}

/** What is asked and said, to be shown by the page, and the way past it. */
export function useLeaveGuard(dirty: boolean, words: LeaveWords): LeaveGuard {
  const open = useRef(false)
  const held = useSession(isHeld)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !open.current && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!open.current) event.preventDefault()
    }
    const { setUnsaved } = useSession.getState()
    setUnsaved(true)
    window.addEventListener('beforeunload', ask)
    return () => {
      setUnsaved(false)
      window.removeEventListener('beforeunload', ask)
    }
  }, [dirty])
  return {
    letGo: () => {
      open.current = true
    },
    asks: blocker.state === 'blocked',
    dialog: (
      <>
        {held && <SessionEnded words={words} />}
        {blocker.state === 'blocked' && (
          <LeaveDialog words={words} onGo={blocker.proceed} onStay={blocker.reset} />
        )}
      </>
    ),
  }
}

/** Another part of a list is another place: what was typed beside its rows goes with them. */
const placeOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

interface LeaveGuard {
  /** Lets the page be left: what was typed is saved, or not wanted. */
  letGo: () => void
  /** Whether it is being asked: the page goes nowhere meanwhile. */
  asks: boolean
  dialog: ReactNode
}

interface LeaveWords extends EndedWords, AskedWords {}
