// Starts the session: asks who is logged in, logs in, and notices what other tabs do to the session
// that they share.

import { queryClient, sessionNumber } from '@/shared/api/client'
import { toApiError } from '@/shared/api/errors'
import { findMe } from '@/shared/api/queries/account'
import type { User } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { hasVisitorScore } from '@/shared/flow/tried'
import { useFlow } from '@/shared/flow/useFlow'
import { found, lastUser } from './state'
import { getSession, useSession } from './useSession'

// Tells the other tabs of this browser who is logged in, since they share one cookie.

const KEY = 'sabi.session'

/** `user` is the id of the user who logged in; null after a logout. */
export function notifyTabs(user: string | null): void {
  // The time makes the same user's next login a change too. Where storage is blocked, other tabs
  // find out when they are shown again.
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify({ user, at: Date.now() })))
}

/** Calls `onChange` with the user that another tab has sent. Returns a function that stops watching. */
function watchTabs(onChange: (user: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    const user = userOf(newValue)
    if (user !== undefined) onChange(user)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function userOf(text: string): string | null | undefined {
  try {
    const { user } = JSON.parse(text) as { user?: unknown }
    return user === null || typeof user === 'string' ? user : undefined
  } catch {
    return undefined
  }
}

/** Finds out who is logged in; the route guard waits for it. */
export const loadSession = () => askWho(() => useSession.getState().failed())

/** Asks who is logged in. The answer does not count if somebody logs in or out meanwhile. */
async function askWho(failed?: () => void): Promise<void> {
  const asked = sessionNumber
  try {
    const user = await findMe()
    if (asked === sessionNumber) meet(user)
  } catch (thrown) {
    // A 401 was already recorded as logged out.
    if (asked === sessionNumber && toApiError(thrown).status !== 401) failed?.()
  }
}

/**
 * Records who the server says is logged in. Another user than this tab's is not shown this tab's
 * screens.
 */
function meet(user: User): void {
  const { session, unsaved, signedIn } = useSession.getState()
  const next = found(session, user, unsaved)
  if (next.is === 'changed') {
    queryClient.clear()
    useSession.setState({ session: next })
    return
  }
  const last = lastUser(session)
  if (last !== null && last !== user._id) forgetScreens()
  signedIn(user)
}

/** Starts a new session; no data of an earlier user may remain. */
export function startSession(user: User): void {
  queryClient.clear()
  const { session, signedIn } = useSession.getState()
  // A student whose session ended by itself continues where they were, and a visitor who chose an
  // exam before logging in continues with that choice.
  const { reset, ofVisitor } = useFlow.getState()
  if (lastUser(session) !== user._id && !ofVisitor) reset()
  useFlow.setState({ ofVisitor: false })
  signedIn(user)
  notifyTabs(user._id)
  if (hasVisitorScore()) void import('@/shared/flow/sendTried').then(({ sendTried }) => sendTried())
}

/** Continues in this tab as the user who logged in from another tab. */
export function followTabs(): void {
  const { session, signedIn } = useSession.getState()
  if (session.is !== 'changed') return
  forgetScreens()
  signedIn(session.other)
}

function forgetScreens() {
  queryClient.clear()
  useFlow.getState().reset()
}

/** Milliseconds that a tab is hidden before it asks again who is logged in. */
const LONG_AWAY = 60_000

/** Watches logins and logouts in other tabs. Returns a function that stops watching. */
export function watchSession(): () => void {
  const unwatch = watchTabs((id) => {
    const { session, expire, setUnsaved } = useSession.getState()
    if (id !== null) {
      if (session.is !== 'in' || session.user._id !== id) void askAgain()
    } else if (session.is === 'in' || session.is === 'changed') {
      queryClient.clear()
      // After a logout in this browser, no form stays open.
      setUnsaved(false)
      expire(true)
    }
  })
  let hiddenAt = Date.now()
  const turned = () => {
    const { session, unsaved } = useSession.getState()
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (session.is === 'failed') void loadSession()
    else if (session.is === 'in' ? Date.now() - hiddenAt > LONG_AWAY : unsaved) void askAgain()
  }
  // Asks who is logged in once the connection is back, if it could not ask before.
  const online = () => {
    if (getSession().is === 'failed') void loadSession()
  }
  document.addEventListener('visibilitychange', turned)
  window.addEventListener('online', online)
  return () => {
    unwatch()
    window.removeEventListener('online', online)
    document.removeEventListener('visibilitychange', turned)
  }
}

/** Like `loadSession`, but changes nothing when there is no answer. */
const askAgain = () => askWho()
