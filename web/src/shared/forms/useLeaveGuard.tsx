// Guards a form with unsaved changes: asks before the user leaves it, and keeps it open when the
// session ends.
import { type ReactNode, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { mustKeepForm, useSession } from '@/shared/session/useSession'
import { lazyPart } from '@/shared/ui/lazyPart'
import type { AskedWords, EndedProps, EndedWords, LeaveDialogProps } from './LeaveDialogs'

const LeaveDialog = lazyPart<LeaveDialogProps>(
  () => import('./LeaveDialogs').then((m) => m.LeaveDialog),
  AskPlainly,
)

const SessionEnded = lazyPart<EndedProps>(
  () => import('./LeaveDialogs').then((m) => m.SessionEnded),
  ({ words }) => <div role="alert">{words.ended}</div>,
)

/** Without the dialog's code, the browser's own dialog asks. */
function AskPlainly({ words, onGo, onStay }: LeaveDialogProps) {
  useEffect(() => {
    if (window.confirm(`${words.title}\n${words.text}`)) onGo()
    else onStay()
  })
  return null
}

/** The number of forms on this page with unsaved changes. */
let dirtyForms = 0

/**
 * Returns the dialog and notices for the page to render, and a function that lets the user leave.
 */
export function useLeaveGuard(dirty: boolean, words: LeaveWords): LeaveGuard {
  const open = useRef(false)
  const mustKeep = useSession(mustKeepForm)
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
    dirtyForms += 1
    setUnsaved(true)
    window.addEventListener('beforeunload', ask)
    return () => {
      dirtyForms -= 1
      setUnsaved(dirtyForms > 0)
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
        {mustKeep && <SessionEnded words={words} />}
        {blocker.state === 'blocked' && (
          <LeaveDialog words={words} onGo={blocker.proceed} onStay={blocker.reset} />
        )}
      </>
    ),
  }
}

/** Another page of a list counts as another place: text typed beside its rows would be lost. */
const placeOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

interface LeaveGuard {
  /** Allows leaving: the text is saved, or not wanted. */
  letGo: () => void
  /** Whether the dialog is open; navigation waits for it. */
  asks: boolean
  dialog: ReactNode
}

interface LeaveWords extends EndedWords, AskedWords {}
