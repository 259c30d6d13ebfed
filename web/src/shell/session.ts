// Starts and ends the session: asks who is signed in, signs in, logs out, and notices what
// other tabs do to the session that they share.
import { toApiError } from '@/api/errors'
import { findMe, logout } from '@/api/queries/account'
import { queryClient } from '@/api/queryClient'
import type { User } from '@/api/types'
import { useFlow } from '@/stores/flow'
import { useSession } from '@/stores/session'
import { tellTabs, watchTabs } from '@/stores/tabs'
import { hasKept } from '@/stores/tried'
import { notify } from '@/ui/notify'
import { forgetSent } from './keptAnswers'
import { messages } from './messages'

/** Finds out who is signed in; the guard waits for it. */
export async function loadSession(): Promise<void> {
  try {
    meet(await findMe())
  } catch (thrown) {
    // A 401 has already been put down as signed out; and a call that fails late takes nothing from
    // one that was answered meanwhile.
    const { status, failed } = useSession.getState()
    if (toApiError(thrown).status !== 401 && status !== 'in') failed()
  }
}

/** Takes in who the server says is signed in: never somebody else on the screens of this one. */
function meet(found: User): void {
  const { status, last, unsaved, signedIn, changed } = useSession.getState()
  const another = last !== null && last !== found._id
  if (another && (status === 'in' || status === 'changed' || unsaved)) {
    queryClient.clear()
    changed(found)
    return
  }
  if (another) forgetScreens()
  signedIn(found)
}

/** A new session: nothing of somebody else's may show through. */
export function startSession(user: User): void {
  queryClient.clear()
  const { last, signedIn } = useSession.getState()
  // Whoever was only signed out in the middle goes on where they were, and whoever chose an
  // exam before signing in goes on with that.
  const { reset, ofVisitor } = useFlow.getState()
  if (last !== user._id && !ofVisitor) reset()
  useFlow.setState({ ofVisitor: false })
  signedIn(user)
  tellTabs(user._id)
  if (hasKept()) void import('./sendTried').then(({ sendTried }) => sendTried())
}

/** Goes on in this tab as whoever has signed in in another. */
export function followTabs(): void {
  const { other, signedIn } = useSession.getState()
  if (other === null) return
  forgetScreens()
  signedIn(other)
}

function forgetScreens() {
  queryClient.clear()
  useFlow.getState().reset()
}

let ending: Promise<boolean> | null = null

/** Ends the session here and on the server, once however often asked meanwhile; whether it did. */
export function endSession(): Promise<boolean> {
  ending ??= end().finally(() => {
    ending = null
  })
  return ending
}

async function end(): Promise<boolean> {
  try {
    await logout()
  } catch (thrown) {
    const error = toApiError(thrown)
    // Without the server the cookie stays valid: saying "logged out" would be a lie.
    if (error.status !== 401) {
      notify.error(error.errMessage)
      return false
    }
  }
  leaveSession()
  void forgetSent()
  notify.success(messages.shell.loggedOut)
  return true
}

/** Takes in that the server has ended the session: nothing of it stays in this browser. */
export function leaveSession(): void {
  useSession.getState().signedOut()
  queryClient.clear()
  tellTabs(null)
}

/** How long out of sight before it is asked anew who is signed in. */
const LONG_AWAY = 60_000

/** Notices sign-ins and logouts in other tabs. Returns the way to stop. */
export function watchSession(): () => void {
  const unwatch = watchTabs((id) => {
    const { status, user, expire, setUnsaved } = useSession.getState()
    if (id !== null) {
      if (status !== 'in' || user?._id !== id) void askAgain()
    } else if (status === 'in' || status === 'changed') {
      queryClient.clear()
      // Whoever logs out in this browser leaves nothing open in it.
      setUnsaved(false)
      expire(true)
    }
  })
  let hiddenAt = Date.now()
  const turned = () => {
    const { user, unsaved } = useSession.getState()
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (user ? Date.now() - hiddenAt > LONG_AWAY : unsaved) void askAgain()
  }
  // What could not be asked without a connection is asked once there is one.
  const online = () => {
    if (useSession.getState().status === 'failed') void loadSession()
  }
  document.addEventListener('visibilitychange', turned)
  window.addEventListener('online', online)
  return () => {
    unwatch()
    window.removeEventListener('online', online)
    document.removeEventListener('visibilitychange', turned)
  }
}

/** Like `loadSession`, but without an answer all stays as it is. */
async function askAgain(): Promise<void> {
  try {
    meet(await findMe())
  } catch {
    // A 401 has been put down as signed out; anything else says nothing.
  }
}
